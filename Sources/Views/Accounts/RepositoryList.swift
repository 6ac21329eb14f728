import Diary
public import JSON
public import Journal
import Localization
public import Terminal

extension [SavedRemote] {
  public var json: JSONValue {
    let list = map { known -> JSONValue in
      [
        "repo": .string(known.remote.repository.name),
        "private": .bool(known.remote.isPrivate),
        "pushedAt": JSONValue(known.remote.pushedAt?.description),
        "notes": .integer(known.notes),
      ]
    }
    return ["repos": .array(list)]
  }
}

extension ViewContext {
  /// The repositories of an account, with the number of notes on each.
  public func table(of remotes: [SavedRemote]) -> Table {
    let rows = remotes.map { known -> [StyledText] in
      let pushed = known.remote.pushedAt.map { shortDate(day(of: $0)) }
      return [
        StyledText(known.remote.repository.shortName, .repository),
        StyledText(pushed ?? "", .day),
        known.notes == 0
          ? "" : StyledText(reader.say(.countNotes(count: known.notes)), .success),
        StyledText(signs(known.remote), .remark),
      ]
    }
    return Table(columns: [.flexible, .whole, .whole, .flexible], rows: rows)
  }

  private func signs(_ remote: HostedRepository) -> String {
    var words: [String] = []
    if remote.isPrivate { words.append(reader.say(.repositoryPrivate)) }
    if remote.isFork { words.append(reader.say(.repositoryFork)) }
    if remote.isArchived { words.append(reader.say(.repositoryArchived)) }
    return reader.enumeration(words)
  }
}
