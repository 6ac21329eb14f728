public import Diary
import JSON

/// An unsaved text: what it belongs to, and the text that the editor started with. The text itself
/// is in the file that the editor opens.
public struct Draft: Hashable, Sendable {
  public var subject: Subject
  /// The text that the editor started with, to detect whether the user changed it.
  public var original: String
  public var startedAt: Instant
  /// Whether the editor started with a template above the text.
  public var hasTemplate = false
  /// For what was kept of a purged entry: its paragraphs, by the IDs of the versions that they were written
  /// in. Such a draft belongs to no record. Otherwise empty.
  public var keptFrom: [String: [String]] = [:]
  /// Whether the other devices know of what was kept.
  public var isTold = false

  public enum Subject: Hashable, Sendable {
    case note(NoteDetails)
    /// - version: the version that was read; `nil` if the day had no entry.
    /// - tags: the tags to add to the entry.
    case entry(of: Day, version: Int?, tags: [String] = [])
    /// A paragraph for the entry of a day.
    case jot(on: Day, at: TimeOfDay?, tags: [String])
    /// - edited: `nil` for a new to-do.
    case toDo(on: Day, edited: Edited?)
  }

  /// The details of a note that is being written.
  public struct NoteDetails: Hashable, Sendable {
    public var place: NotePlace
    /// What is known of the note besides the text in the editor.
    public var text: Text
    /// `nil` for a new note.
    public var edited: Edited?

    public init(_ place: NotePlace, text: Text, edited: Edited? = nil) {
      self.place = place
      self.text = text
      self.edited = edited
    }
  }

  /// The item that is being edited, and the version that was read.
  public struct Edited: Hashable, Sendable {
    public var id: Identifier
    public var version: Int

    public init(id: Identifier, version: Int) {
      self.id = id
      self.version = version
    }
  }

  public init(_ subject: Subject, original: String, startedAt: Instant) {
    self.subject = subject
    self.original = original
    self.startedAt = startedAt
  }
}

extension Draft {
  public var note: NoteDetails? { if case .note(let note) = subject { note } else { nil } }

  /// The day of the entry that is being written.
  public var entryDay: Day? { if case .entry(let day, _, _) = subject { day } else { nil } }

  /// The version of the entry that was read; `nil` if there was none.
  public var entryVersion: Int? {
    if case .entry(_, let version, _) = subject { version } else { nil }
  }

  /// The tags to add to the entry that is being written.
  public var entryTags: [String] {
    if case .entry(_, _, let tags) = subject { tags } else { [] }
  }

  /// The moment and the tags of a paragraph for an entry.
  public var jot: (day: Day, time: TimeOfDay?, tags: [String])? {
    if case .jot(let day, let time, let tags) = subject { (day, time, tags) } else { nil }
  }

  /// The prefix of the names of its files.
  var kind: String {
    switch subject {
    case .note: "note"
    case .entry: "entry"
    case .jot: "jot"
    case .toDo: "todo"
    }
  }
}

// A JSON file without a day describes the draft of a note. Older versions wrote drafts only for
// notes.

extension Draft {
  var json: JSONValue {
    .object(
      members + [
        JSONValue.Member("original", .string(original)),
        JSONValue.Member("startedAt", .string(startedAt.description)),
      ]
        + (hasTemplate ? [JSONValue.Member("hasTemplate", .bool(true))] : []) + keptMembers)
  }

  private var keptMembers: [JSONValue.Member] {
    if keptFrom.isEmpty { return [] }
    let members = keptFrom.sorted { $0.key < $1.key }.map { id, paragraphs in
      JSONValue.Member(id, .array(paragraphs.map(JSONValue.string)))
    }
    return [.init("keptFrom", .object(members)), .init("isTold", .bool(isTold))]
  }

  private var members: [JSONValue.Member] {
    let json: JSONValue =
      switch subject {
      case .note(let note):
        [
          "repository": .string(note.place.repository.name), "root": JSONValue(note.place.key.root),
          "previousName": JSONValue(note.place.key.previousName),
          "commit": note.place.commit.map(Self.json) ?? .null, "title": .string(note.text.title),
          "tags": .array(note.text.tags.map(JSONValue.string)),
          "note": JSONValue(note.edited?.id.text), "version": JSONValue(note.edited?.version),
        ]
      case .entry(let day, let version, let tags):
        [
          "entryOf": .string("\(day)"), "version": JSONValue(version),
          "tags": .array(tags.map(JSONValue.string)),
        ]
      case .jot(let day, let time, let tags):
        [
          "jotOn": .string("\(day)"), "time": JSONValue(time.map { "\($0)" }),
          "tags": .array(tags.map(JSONValue.string)),
        ]
      case .toDo(let day, let edited):
        [
          "todoOn": .string("\(day)"), "todo": JSONValue(edited?.id.text),
          "version": JSONValue(edited?.version),
        ]
      }
    return json.object ?? []
  }

  private static func json(_ commit: Commit) -> JSONValue {
    [
      "sha": .string(commit.sha), "subject": .string(commit.subject),
      "author": .string(commit.author), "date": .string(commit.date.instant.description),
      "offset": .integer(commit.date.offset), "patchID": JSONValue(commit.patchID),
    ]
  }

  /// `nil` if the JSON file is not one that this program wrote. The text file is kept in that case.
  init?(_ json: JSONValue) {
    guard let subject = Self.subject(json),
      let startedAt = json["startedAt"]?.string.flatMap({ Instant(rfc3339: $0) })
    else { return nil }
    self.init(subject, original: json["original"]?.string ?? "", startedAt: startedAt)
    hasTemplate = json["hasTemplate"] == .bool(true)
    for member in json["keptFrom"]?.object ?? [] {
      keptFrom[member.name] = member.value.array?.compactMap(\.string) ?? []
    }
    isTold = json["isTold"] == .bool(true)
  }

  private static func subject(_ json: JSONValue) -> Subject? {
    if let day = json["entryOf"] {
      return day.string.flatMap { Day(iso: $0) }
        .map { .entry(of: $0, version: json["version"]?.integer, tags: tags(json)) }
    }
    if let day = json["jotOn"] {
      let time = json["time"]?.string.flatMap { TimeOfDay(iso: $0) }
      return day.string.flatMap { Day(iso: $0) }
        .map { .jot(on: $0, at: time, tags: tags(json)) }
    }
    if let day = json["todoOn"] {
      return day.string.flatMap { Day(iso: $0) }
        .map { .toDo(on: $0, edited: edited("todo", json)) }
    }
    return json["repository"]?.string.map { repository in
      .note(
        NoteDetails(
          NotePlace(
            RepositoryKey(
              Repository(name: repository), root: json["root"]?.string,
              previousName: json["previousName"]?.string),
            commit: json["commit"].flatMap(commit)),
          text: Text(
            title: json["title"]?.string ?? "", body: "", tags: tags(json)),
          edited: edited("note", json)))
    }
  }

  private static func tags(_ json: JSONValue) -> [String] {
    json["tags"]?.array?.compactMap(\.string) ?? []
  }

  private static func edited(_ name: String, _ json: JSONValue) -> Edited? {
    guard let id = json[name]?.string, let version = json["version"]?.integer else { return nil }
    return Edited(id: Identifier(stored: id), version: version)
  }

  private static func commit(_ json: JSONValue) -> Commit? {
    guard let sha = json["sha"]?.string, let subject = json["subject"]?.string,
      let author = json["author"]?.string,
      let date = json["date"]?.string.flatMap({ Instant(rfc3339: $0) })
    else { return nil }
    return Commit(
      sha: sha, subject: subject, author: author,
      date: Moment(date, offset: json["offset"]?.integer ?? 0),
      patchID: json["patchID"]?.string)
  }
}
