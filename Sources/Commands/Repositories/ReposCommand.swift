import Arguments
import Diary
import JSON
import Journal
import Localization
import Platform
import Terminal

/// `commitdiary repos`: the account's repositories, with the number of notes on each.
struct ReposCommand: Command {
  var all = false
  var order = Order.pushed

  enum Order: String, CaseIterable, ArgumentValue { case pushed, name }

  static let declaration = Declaration<Self>(
    .reposSummary, details: .reposDetails,
    examples: [
      Example("repos", .reposExample), Example("repos --all --sort name", .reposExampleAll),
    ],
    [
      .flag("all", short: "a", help: .optionReposAll) { $0.all = true },
      .option("sort", help: .optionReposSort) { $0.order = $1 },
    ])

  func run(in session: Session) async throws {
    let journal = try session.journal(for: .reading)
    let accounts = try await session.accountsWithOwner(in: journal).known
    guard let known = try session.account(among: accounts) else {
      throw AccountError.notLoggedIn(host: "github.com")
    }
    var remotes = try await journal.remotes(of: known.account)
    if !all { remotes.removeAll { $0.remote.isFork || $0.remote.isArchived } }
    if order == .name { remotes.sort { $0.remote.repository.key < $1.remote.repository.key } }
    if session.globals.wantsJSON { return try session.show(Self.json(remotes)) }
    guard !remotes.isEmpty else {
      return session.say(known.refreshedAt == nil ? .reposNotYet : .reposNone)
    }
    try session.show(table(remotes, in: session))
  }

  private static func json(_ remotes: [KnownRemote]) -> JSONValue {
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

  private func table(_ remotes: [KnownRemote], in session: Session) -> Table {
    let rows = remotes.map { known -> [StyledText] in
      let pushed = known.remote.pushedAt.map {
        session.shortDate(session.clock.day(of: $0))
      }
      return [
        StyledText(known.remote.repository.shortName, .accent),
        StyledText(pushed ?? "", .date),
        known.notes == 0
          ? "" : StyledText(session.reader.say(.noteCount(count: known.notes)), .success),
        StyledText(signs(known.remote, in: session), .faint),
      ]
    }
    return Table(columns: [.flexible, .whole, .whole, .flexible], rows: rows)
  }

  private func signs(_ remote: HostedRepository, in session: Session) -> String {
    var words: [String] = []
    if remote.isPrivate { words.append(session.reader.say(.repositoryPrivate)) }
    if remote.isFork { words.append(session.reader.say(.repositoryFork)) }
    if remote.isArchived { words.append(session.reader.say(.repositoryArchived)) }
    return words.joined(separator: " ")
  }
}
