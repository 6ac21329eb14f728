import Diary
import JSON
import Localization
import Terminal

/// A commit with the number of its notes.
struct CommitWithNotes: Sendable {
  var commit: Commit
  var notes: Int
}

/// Commits as a table; those with notes are marked.
struct CommitList {
  let commits: [CommitWithNotes]
  let context: ViewContext

  func lines() -> [StyledText] {
    let rows = commits.map { found -> [StyledText] in
      [
        StyledText(found.commit.shortSHA, .id),
        StyledText(context.shortDate(context.day(of: found.commit.date.instant)), .date),
        context.noteMark(found.notes),
        StyledText(found.commit.subject),
        StyledText(found.commit.author, .faint),
      ]
    }
    return Table(columns: [.whole, .whole, .whole, .flexible, .flexible], rows: rows)
      .lines(on: context.screen)
  }
}

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
