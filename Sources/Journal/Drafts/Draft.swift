public import Diary
import JSON

/// A text in the making: what it will be a note of, and what stood in the editor when it opened.
/// The text itself is in the file that the editor has.
public struct Draft: Hashable, Sendable {
  public var repository: Repository
  public var root: String?
  public var commit: Commit?
  public var title: String?
  public var tags: [String]
  /// The note that is being edited, and the version that was read; `nil` for a new note.
  public var edited: Edited?
  /// What the editor was given, to tell whether anything was written at all.
  public var original: String
  public var startedAt: Instant

  public struct Edited: Hashable, Sendable {
    public var id: Identifier
    public var version: Int

    public init(id: Identifier, version: Int) {
      self.id = id
      self.version = version
    }
  }

  public init(
    repository: Repository, root: String?, commit: Commit?, title: String?, tags: [String],
    edited: Edited?, original: String, startedAt: Instant
  ) {
    self.repository = repository
    self.root = root
    self.commit = commit
    self.title = title
    self.tags = tags
    self.edited = edited
    self.original = original
    self.startedAt = startedAt
  }
}

extension Draft {
  var json: JSONValue {
    [
      "repository": .string(repository.name), "root": JSONValue(root),
      "commit": commit.map(Self.json) ?? .null, "title": JSONValue(title),
      "tags": .array(tags.map(JSONValue.string)),
      "note": JSONValue(edited?.id.text), "version": JSONValue(edited?.version),
      "original": .string(original), "startedAt": .string(startedAt.description),
    ]
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
    guard let repository = json["repository"]?.string,
      let startedAt = json["startedAt"]?.string.flatMap({ Instant(rfc3339: $0) })
    else { return nil }
    self.init(
      repository: Repository(name: repository), root: json["root"]?.string,
      commit: json["commit"].flatMap(Self.commit), title: json["title"]?.string,
      tags: json["tags"]?.array?.compactMap(\.string) ?? [], edited: nil,
      original: json["original"]?.string ?? "", startedAt: startedAt)
    if let id = json["note"]?.string, let version = json["version"]?.integer {
      edited = Edited(id: Identifier(stored: id), version: version)
    }
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
