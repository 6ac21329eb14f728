import App
import Arguments
import Diary
import JSON
import Journal
import Localization
import Platform
import Terminal
import Views

/// `commitdiary status`: shows the accounts, where their tokens are saved, and the size of the
/// journal.
struct StatusCommand: Command {
  static let declaration = Declaration<Self>(
    .statusSummary, details: .statusDetails, examples: [Example("status", .statusExample)])

  func run(in app: App) async throws {
    let journal = try await app.journal(for: .reading)
    let status = Status(
      accounts: try await app.accounts.statuses(), texts: try await journal.counts(),
      schema: try await journal.schema(), path: journal.path, bytes: File.size(journal.path) ?? 0)
    let tokens = app.paths.tokens
    if let permissions = File.permissions(tokens), permissions & 0o077 != 0 {
      app.output.note(.tokenFileShared(path: tokens), .warning)
    }
    if app.options.wantsJSON {
      try app.output.show(status.json)
    } else {
      try app.output.show(status.lines(tokenFile: tokens, in: app.context))
      if let remote = try await journal.failingSyncRemote(at: app.clock.now.instant) {
        try app.output.show(app.context.failure(of: remote))
      }
    }
    if let problem = status.accounts.first(where: \.isActive)?.problem,
      problem.status != .unavailable
    {
      throw problem
    }
  }
}
