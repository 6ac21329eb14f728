public import Diary
public import JSON
import Localization
public import Terminal

/// Commits as a table, with a mark on those that have notes.
public struct CommitList: Sendable {
  public let commits: [RepositoryCommit]
  public let context: ViewContext

  public init(commits: [RepositoryCommit], context: ViewContext) {
    self.commits = commits
    self.context = context
  }

  public func lines() -> [StyledText] {
    let rows = commits.map { found -> [StyledText] in
      [
        StyledText(found.commit.shortSHA, .id),
        StyledText(context.shortDate(context.day(of: found.commit.date.instant)), .day),
        context.reader.noteMark(found.notes),
        StyledText(found.commit.subject),
        StyledText(found.commit.author, .remark),
      ]
    }
    return Table(columns: [.whole, .whole, .whole, .main, .flexible], rows: rows)
      .lines(on: context.screen)
  }
}

/// The JSON of commits.
public enum CommitJSON {
  public static func commit(_ commit: Commit, of repository: Repository, notes: Int) -> JSONValue {
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

  public static func commits(_ commits: [RepositoryCommit]) -> JSONValue {
    ["commits": .array(commits.map { commit($0.commit, of: $0.repository, notes: $0.notes) })]
  }
}
