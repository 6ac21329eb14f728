public import Diary
import JSON

/// A text in the making: what it is for, and what stood in the editor when it opened. The text
/// itself is in the file that the editor has.
public struct Draft: Hashable, Sendable {
  public var subject: Subject
  /// What the editor was given, to tell whether anything was written at all.
  public var original: String
  public var startedAt: Instant

  public enum Subject: Hashable, Sendable {
    case note(NoteDetails)
    /// - version: the one that was read; `nil` where the day had no entry.
    case entry(of: Day, version: Int?)
    /// - edited: `nil` for what is to be put on the day's list.
    case toDo(on: Day, edited: Edited?)
  }

  /// What a text will be a note of.
  public struct NoteDetails: Hashable, Sendable {
    public var repository: Repository
    public var root: String?
    public var commit: Commit?
    public var title: String?
    public var tags: [String]
    /// `nil` for a new note.
    public var edited: Edited?

    public init(
      repository: Repository, root: String?, commit: Commit?, title: String?, tags: [String],
      edited: Edited?
    ) {
      self.repository = repository
      self.root = root
      self.commit = commit
      self.title = title
      self.tags = tags
      self.edited = edited
    }
  }

  /// What is being edited, and the version of it that was read.
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

  /// The day whose entry it is to be.
  public var entryDay: Day? { if case .entry(let day, _) = subject { day } else { nil } }

  /// The version of that entry which was read; `nil` where there was none.
  public var entryVersion: Int? {
    if case .entry(_, let version) = subject { version } else { nil }
  }

  /// How the names of its files begin.
  var kind: String {
    switch subject {
    case .note: "note"
    case .entry: "entry"
    case .toDo: "todo"
    }
  }
}

// A file without a day is of a note: there was nothing else at first.

extension Draft {
  var json: JSONValue {
    .object(
      members + [
        JSONValue.Member("original", .string(original)),
        JSONValue.Member("startedAt", .string(startedAt.description)),
      ])
  }

  private var members: [JSONValue.Member] {
    let json: JSONValue =
      switch subject {
      case .note(let note):
        [
          "repository": .string(note.repository.name), "root": JSONValue(note.root),
          "commit": note.commit.map(Self.json) ?? .null, "title": JSONValue(note.title),
          "tags": .array(note.tags.map(JSONValue.string)),
          "note": JSONValue(note.edited?.id.text), "version": JSONValue(note.edited?.version),
        ]
      case .entry(let day, let version):
        ["entryOf": .string("\(day)"), "version": JSONValue(version)]
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

  /// `nil` where a file beside the text is not what we wrote; the text is then still there.
  init?(_ json: JSONValue) {
    guard let subject = Self.subject(json),
      let startedAt = json["startedAt"]?.string.flatMap({ Instant(rfc3339: $0) })
    else { return nil }
    self.init(subject, original: json["original"]?.string ?? "", startedAt: startedAt)
  }

  private static func subject(_ json: JSONValue) -> Subject? {
    if let day = json["entryOf"] {
      return day.string.flatMap { Day(iso: $0) }
        .map { .entry(of: $0, version: json["version"]?.integer) }
    }
    if let day = json["todoOn"] {
      return day.string.flatMap { Day(iso: $0) }
        .map { .toDo(on: $0, edited: edited("todo", json)) }
    }
    return json["repository"]?.string.map { repository in
      .note(
        NoteDetails(
          repository: Repository(name: repository), root: json["root"]?.string,
          commit: json["commit"].flatMap(commit), title: json["title"]?.string,
          tags: json["tags"]?.array?.compactMap(\.string) ?? [], edited: edited("note", json)))
    }
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
