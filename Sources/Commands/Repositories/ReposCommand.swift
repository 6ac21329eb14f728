import Accounts
import App
import Arguments
import Context
import Diary
import Git
import JSON
import Journal
import Localization
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
      Example("repos"), Example("repos --all --sort name"),
    ],
    [
      .flag("all", short: "a", help: .optionReposAll) { $0.all = true },
      .option("sort", help: .optionReposSort) { $0.order = $1 },
    ])

  func run(in app: App) async throws {
    let journal = try await app.journal(for: .reading)
    let accounts = try await app.accounts.accountsWithOwner(in: journal).known
    guard let known = try app.accounts.account(among: accounts) else {
      throw Explanation.notLoggedIn(host: Account.defaultHost)
    }
    var remotes = try await journal.remotes(of: known.account)
    if !all { remotes.removeAll { $0.remote.isFork || $0.remote.isArchived } }
    if order == .name { remotes.sort { $0.remote.repository.key < $1.remote.repository.key } }
    if app.options.wantsJSON { return try app.output.show(remotes.json) }
    guard !remotes.isEmpty else {
      let none: Message = all ? .repositoryCount(count: 0) : .reposNone
      return app.output.note(known.refreshedAt == nil ? .reposNotYet : none)
    }
    try app.output.show(app.context.table(of: remotes))
  }
}

/// `commitdiary open`: opens the page of a repository, a commit or a note's subject on GitHub.
struct OpenCommand: Command {
  var target: String?

  static let declaration = Declaration<Self>(
    .openSummary, details: .openDetails,
    examples: [
      Example("open"), Example("open HEAD~2"),
      Example("open 7kq2"), Example("open octocat/hello"), Example("open '#12'"),
    ],
    terminal: .always,
    [
      .positional(
        "target", .optional, placeholder: .message(.placeholderPage), help: .argumentPage,
        completion: .repositories
      ) { $0.target = $1 }
    ])

  func run(in app: App) async throws {
    let url = try await app.web.address(of: path(in: app))
    if app.options.wantsJSON { return try app.output.show(["url": .string(url)]) }
    let browser = WebBrowser(environment: app.environment)
    if app.output.screen.isTerminal, await browser.open(url, hasTerminal: true) {
      return app.output.note(.openedPage(url: url))
    }
    // Without a browser the URL is printed.
    try app.output.show(StyledText(url, .accent))
  }

  /// The web address of what was named.
  private func path(in app: App) async throws -> String {
    if let number = Self.request(target ?? "") {
      let repository = try app.repositories.here(orElse: .mirrorHint).repository
      guard let path = repository.url(ofRequest: number) else {
        throw Explanation.notOnGitHub(repository)
      }
      return path
    }
    let page = try await page(in: app)
    guard let path = page.repository.url(of: page.commit) else {
      throw Explanation.notOnGitHub(page.repository)
    }
    return path
  }

  /// The number of a pull or merge request: `#12`, or `!12` as GitLab has it.
  private static func request(_ typed: String) -> Int? {
    guard typed.hasPrefix("#") || typed.hasPrefix("!") else { return nil }
    return Int(typed.dropFirst()).flatMap { $0 > 0 ? $0 : nil }
  }

  private typealias Page = (repository: Repository, commit: Commit?)

  private func page(in app: App) async throws -> Page {
    guard let target else {
      return (try app.repositories.here(orElse: .cloneOrPageHint).repository, nil)
    }
    if target.contains("/") || target.first == "." {
      return (try await app.repositories.locate(target).repository, nil)
    }
    if let commit = try commit(target, in: app) { return commit }
    do {
      await app.repositories.look()
      let note = try await app.journal(for: .reading).note(target).note
      return (note.repository, note.currentCommit)
    } catch JournalError.missing(.note) {
      // The name of a clone without a remote is accepted here, so that the error says that it has
      // no page.
      if let place = try? await app.repositories.locate(target) { return (place.repository, nil) }
      let found = try await app.repositories.commit(anywhere: target)
      return (found.repository, found.commit)
    }
  }

  /// The commit, if the text is a revision of the clone in the working directory.
  private func commit(_ typed: String, in app: App) throws -> Page? {
    guard let here = try? app.repositories.here(), let clone = here.clone else { return nil }
    do {
      return (here.repository, try clone.resolve(typed))
    } catch {
      guard case GitError.unknownRevision = error else { throw error }
      return nil
    }
  }
}

extension Repository {
  fileprivate func url(of commit: Commit?) -> String? {
    commit.map { url(of: $0) } ?? url
  }
}
