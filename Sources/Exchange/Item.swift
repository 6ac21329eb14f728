public import Diary
public import JSON

/// One text of a file: an entry or a part of one, a note, or a to-do.
///
/// Readers make items from the files of other programs, writers make files from items. Neither knows
/// the journal.
public struct Item: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    case entry(EntryItem)
    case note(NoteItem)
    case toDo(NewToDo)
  }

  public var content: Content
  /// The ID in the file. `nil` if the format has none: such items are recognized by their text.
  public var key: String?
  /// What a journal has no place for, under the names of the format. It is written again on export.
  public var fields: [JSONValue.Member]
  /// The item as it stands in the file, if the writer of the format would write it in another way. It
  /// is written again as long as nothing was changed.
  public var raw: String?
  public var place: ItemPlace

  public init(
    _ content: Content, key: String? = nil, fields: [JSONValue.Member] = [], raw: String? = nil,
    at place: ItemPlace = ItemPlace()
  ) {
    self.content = content
    self.key = key
    self.fields = fields
    self.raw = raw
    self.place = place
  }

  public func field(_ name: String) -> JSONValue? { fields[name] }
}

extension Item.Content {
  // A kind is changed in its place. Without a new value, it stays.

  public var entry: EntryItem? {
    get { if case .entry(let entry) = self { entry } else { nil } }
    set { if let newValue { self = .entry(newValue) } }
  }

  public var note: NoteItem? {
    get { if case .note(let note) = self { note } else { nil } }
    set { if let newValue { self = .note(newValue) } }
  }

  public var toDo: NewToDo? {
    get { if case .toDo(let toDo) = self { toDo } else { nil } }
    set { if let newValue { self = .toDo(newValue) } }
  }

  /// That of a to-do has no title.
  public var text: Text {
    get { entry?.text ?? note?.text ?? toDo?.details.content ?? Text() }
    set {
      entry?.text = newValue
      note?.text = newValue
      toDo?.details.content = newValue
    }
  }

  /// The day of an entry, or that from which a to-do is on the list.
  public var day: Day? { entry?.day ?? toDo?.day }
  public var createdAt: Moment? { entry?.createdAt ?? note?.createdAt ?? toDo?.createdAt }
  public var updatedAt: Moment? { entry?.updatedAt ?? note?.updatedAt }
}

/// Where an item begins.
public struct ItemPlace: Hashable, Sendable {
  /// The path inside of the folder or archive; empty for a file by itself.
  public var file: String
  /// Counted from 1; 0 if the file has no lines.
  public var line: Int

  public init(file: String = "", line: Int = 0) {
    self.file = file
    self.line = line
  }
}

/// A text on a day. Several of one day become paragraphs of its entry, with their times.
public struct EntryItem: Hashable, Sendable {
  /// By the time zone of the item if it has one, else by its wall time.
  public var day: Day
  /// The wall time; `nil` if only the day is known.
  public var time: TimeOfDay?
  public var text: Text
  public var createdAt: Moment?
  public var updatedAt: Moment?
  public var weather: DayWeather?
}

extension EntryItem {
  /// A text of an entry, or all of it.
  public init(_ text: Text, of entry: Entry) {
    let created = entry.createdAt
    self.init(
      day: entry.day, time: created.day == entry.day ? created.time : nil, text: text,
      createdAt: created, updatedAt: entry.updatedAt,
      weather: WeatherJSON.weather(text: entry.weather))
  }
}

/// A text without a day, about a commit or a repository.
public struct NoteItem: Hashable, Sendable {
  /// `nil` if the file names none.
  public var repository: Repository?
  public var commit: Commit?
  public var text: Text
  public var createdAt: Moment?
  public var updatedAt: Moment?
}

extension NoteItem {
  public init(_ note: Note) {
    self.init(
      repository: note.repository, commit: note.commit, text: note.text,
      createdAt: note.createdAt, updatedAt: note.updatedAt)
  }
}

extension Commit {
  /// The parts of a commit by the names under which formats of text have them.
  var properties: [(name: String, text: String?)] {
    [
      ("commit", sha), ("subject", subject), ("author", author), ("date", date.rfc3339),
      ("patch", patchID),
    ]
  }

  /// `nil` without a SHA.
  init?(date: Moment, properties text: (String) -> String?) {
    guard let sha = text("commit") else { return nil }
    self.init(
      sha: sha, subject: text("subject") ?? "", author: text("author") ?? "", date: date,
      patchID: text("patch"))
  }
}

/// What a file has that does not become an item.
public struct LeftOut: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case photo, video, audio, file
    /// Components or lines of a kind that a diary has no place for, such as events of a calendar.
    case event, page, template
    /// Files that look like days, but are in a hidden folder, or have a heading for each of several days. They are
    /// imported when they are named.
    case day
    /// Files without a text.
    case empty
    /// Items that were deleted in the other program.
    case deleted
    /// Times in a time zone that is not known here. They are taken as local.
    case unknownZone
    case unknown
  }

  public private(set) var counts: [Kind: Int] = [:]
  /// The first few of each kind, by name.
  public private(set) var names: [Kind: [String]] = [:]
  private static let namedCount = 3

  public init() {}

  public var isEmpty: Bool { counts.isEmpty }

  public mutating func add(_ kind: Kind, _ name: String? = nil, count: Int = 1) {
    guard count > 0 else { return }
    counts[kind, default: 0] += count
    guard let name, names[kind, default: []].count < Self.namedCount,
      !names[kind, default: []].contains(name)
    else { return }
    names[kind, default: []].append(name)
  }

  public mutating func add(_ other: LeftOut) {
    for kind in Kind.allCases {
      let names = other.names[kind] ?? []
      for name in names { add(kind, name) }
      add(kind, count: (other.counts[kind] ?? 0) - names.count)
    }
  }
}

/// A form of files that is recognized only to name why such a file is refused.
struct RefusedForm: Sendable {
  let reason: ExchangeError.Reason
  /// How the names of such files end.
  var endings: [String] = []
  /// Whether a file with this beginning has the form.
  let matches: @Sendable (String) -> Bool

  static let all = [
    RefusedForm(reason: .encrypted, endings: [".gpg", ".age"]) { beginning in
      // Files of jrnl. Before version 3, they are a token of Fernet, whose first byte is a version.
      beginning.hasPrefix("JRNLv")
        || beginning.hasPrefix("gAAAAA") && !beginning.prefix(100).contains(where: \.isWhitespace)
    },
    RefusedForm(reason: .dayOneClassic, endings: [".doentry"]) { beginning in
      beginning.first { !$0.isWhitespace } == "<" && beginning.contains("<plist")
        && beginning.contains("<key>Creation Date</key>")
    },
    RefusedForm(reason: .otherProgram("Zim"), endings: ["notebook.zim"], matches: isOfZim),
    RefusedForm(reason: .otherProgram("Neorg"), endings: [".norg"]) { _ in false },
    RefusedForm(reason: .jrnlJSON) { $0.filter { !$0.isWhitespace }.hasPrefix("{\"tags\":{") },
  ]

  static func isOfZim(_ beginning: String) -> Bool {
    beginning.withoutByteOrderMark.hasPrefix("Content-Type: text/x-zim-wiki")
  }

  /// The reason why a file is refused; `nil` if it has none of these forms.
  ///
  /// - Parameter beginning: the first 4 KB.
  static func reason(name: some StringProtocol, beginning: String = "") -> ExchangeError.Reason? {
    let beginning = beginning.withoutByteOrderMark
    return all.first { form in
      form.endings.contains { name.hasSuffix($0) } || form.matches(beginning)
    }?.reason
  }
}

extension Source {
  /// The reason why a file is refused, or a folder of a program that is not read; `nil` if it may be read. Other
  /// files of a folder are refused by its reader.
  ///
  /// - Parameter beginning: the first 4 KB of a single file.
  public func refusal(beginning: String) -> ExchangeError? {
    guard isFolder else {
      return RefusedForm.reason(name: name, beginning: beginning).map { ExchangeError($0) }
    }
    return files.lazy.compactMap { file in
      switch RefusedForm.reason(name: file.name) {
      case .dayOneClassic?, .otherProgram?:
        RefusedForm.reason(name: file.name).map {
          ExchangeError($0, at: ItemPlace(file: file.path))
        }
      default: nil
      }
    }.first
  }
}
