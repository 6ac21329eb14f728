import Diary
public import JSON
public import Journal
import Localization
public import Terminal

/// The repositories of an account, with the number of notes on each.
public struct RepositoryList: Sendable {
  public let remotes: [SavedRemote]
  public let context: ViewContext

  public init(remotes: [SavedRemote], context: ViewContext) {
    self.remotes = remotes
    self.context = context
  }

  public var json: JSONValue {
    let list = remotes.map { known -> JSONValue in
      [
        "repo": .string(known.remote.repository.name),
        "private": .bool(known.remote.isPrivate),
        "pushedAt": JSONValue(known.remote.pushedAt?.description),
        "notes": .integer(known.notes),
      ]
    }
    return ["repos": .array(list)]
  }

  public var table: Table {
    let rows = remotes.map { known -> [StyledText] in
      let pushed = known.remote.pushedAt.map {
        context.shortDate(context.day(of: $0))
      }
      return [
        StyledText(known.remote.repository.shortName, .repository),
        StyledText(pushed ?? "", .day),
        known.notes == 0
          ? "" : StyledText(context.reader.say(.countNotes(count: known.notes)), .success),
        StyledText(signs(known.remote), .remark),
      ]
    }
    return Table(columns: [.flexible, .whole, .whole, .flexible], rows: rows)
  }

  private func signs(_ remote: HostedRepository) -> String {
    var words: [String] = []
    if remote.isPrivate { words.append(context.reader.say(.repositoryPrivate)) }
    if remote.isFork { words.append(context.reader.say(.repositoryFork)) }
    if remote.isArchived { words.append(context.reader.say(.repositoryArchived)) }
    return context.reader.enumeration(words)
  }
}
