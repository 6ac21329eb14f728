import Diary
import JSON

/// Commits as other programs read them.
enum CommitJSON {
  static func commits(_ commits: [CommitWithNotes], of repository: Repository) -> JSONValue {
    let list = commits.map { found -> JSONValue in
      [
        "repo": .string(repository.name),
        "sha": .string(found.commit.sha),
        "message": .string(found.commit.subject),
        "author": .string(found.commit.author),
        "date": .string(found.commit.date.instant.description),
        "url": JSONValue(repository.url(of: found.commit)),
        "notes": .integer(found.notes),
      ]
    }
    return ["commits": .array(list)]
  }
}
