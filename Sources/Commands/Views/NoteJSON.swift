import Diary
import JSON
import Journal

/// Notes as other programs read them.
enum NoteJSON {
  static func note(_ note: Note) -> JSONValue {
    [
      "id": .string(note.id.text),
      "repo": .string(note.repository.name),
      "commit": note.commit.map { commit($0, of: note.repository) } ?? .null,
      "title": .string(note.text.title),
      "body": .string(note.text.body),
      "tags": .array(Tag.names(note.text.tags).map(JSONValue.string)),
      "createdAt": .string(note.createdAt.instant.description),
      "updatedAt": .string(note.updatedAt.instant.description),
      "deletedAt": JSONValue(note.deletedAt?.instant.description),
    ]
  }

  static func notes(_ found: [FoundNote]) -> JSONValue {
    ["notes": .array(found.map { note($0.note) })]
  }

  /// The beginning and the end of a document of notes, for whoever writes them one by one.
  static let opening = "{\n  \"notes\": ["
  static let closing = "\n  ]\n}\n"

  /// A note as it stands between them.
  static func element(_ note: Note, isFirst: Bool) -> String {
    let lines = self.note(note).text().split(separator: "\n")
    return (isFirst ? "\n" : ",\n") + lines.map { "    \($0)" }.joined(separator: "\n")
  }

  static func versions(_ versions: [NoteVersion]) -> JSONValue {
    let list = versions.map { version -> JSONValue in
      [
        "version": .integer(version.number),
        "title": .string(version.text.title),
        "body": .string(version.text.body),
        "tags": .array(Tag.names(version.text.tags).map(JSONValue.string)),
        "savedAt": .string(version.savedAt.instant.description),
      ]
    }
    return ["versions": .array(list)]
  }

  private static func commit(_ commit: Commit, of repository: Repository) -> JSONValue {
    [
      "sha": .string(commit.sha),
      "message": .string(commit.subject),
      "author": .string(commit.author),
      "date": .string(commit.date.instant.description),
      "url": JSONValue(repository.url(of: commit)),
    ]
  }
}
