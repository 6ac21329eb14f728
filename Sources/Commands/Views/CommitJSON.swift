import Diary
import JSON

/// Commits as other programs read them.
enum CommitJSON {
  static func commit(_ commit: Commit, of repository: Repository, notes: Int) -> JSONValue {
    [
      "repo": .string(repository.name),
      "sha": .string(commit.sha),
      "message": .string(commit.subject),
      "author": .string(commit.author),
      "date": .string(commit.date.instant.description),
      "url": JSONValue(repository.url(of: commit)),
      "notes": .integer(notes),
    ]
  }

  static func commits(_ commits: [CommitWithNotes], of repository: Repository) -> JSONValue {
    ["commits": .array(commits.map { commit($0.commit, of: repository, notes: $0.notes) })]
  }
}
