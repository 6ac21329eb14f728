import App
import Arguments
import Diary
import JSON
import Journal
import Localization
import Platform
import Terminal
import Views

/// `commitdiary repos`: lists the account's repositories, with the number of notes on each.
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

  func run(in app: App) async throws {
    let journal = try await app.journal(for: .reading)
    let accounts = try await app.accounts.accountsWithOwner(in: journal).known
    guard let known = try app.accounts.account(among: accounts) else {
      throw AccountError.notLoggedIn(host: Account.defaultHost)
    }
    var remotes = try await journal.remotes(of: known.account)
    if !all { remotes.removeAll { $0.remote.isFork || $0.remote.isArchived } }
    if order == .name { remotes.sort { $0.remote.repository.key < $1.remote.repository.key } }
    if app.options.wantsJSON { return try app.output.show(remotes.json) }
    guard !remotes.isEmpty else {
      return app.output.note(known.refreshedAt == nil ? .reposNotYet : .reposNone)
    }
    try app.output.show(app.context.table(of: remotes))
  }
}
