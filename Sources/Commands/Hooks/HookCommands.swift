import App
import Arguments
import Context
import Localization
import Terminal
import Views

/// `commitdiary hook install`: installs the hook that records rewritten commits.
struct HookInstall: Command {
  static let declaration = Declaration<Self>(
    .hookInstallSummary, details: .hookInstallDetails,
    examples: [Example("hook install")])

  func run(in app: App) async throws {
    let report = try app.hooks.install()
    if app.options.wantsJSON { return try app.output.show(report.json) }
    if !report.hasChanged { app.output.note(.nothingChanged, .remark) }
    guard !app.options.isQuiet else { return }
    try app.output.show(report.lines(in: app.context))
  }
}

/// `commitdiary hook remove`: removes the hook, and restores what was there before.
struct HookRemove: Command {
  static let declaration = Declaration<Self>(
    .hookRemoveSummary, details: .hookRemoveDetails,
    examples: [Example("hook remove")])

  func run(in app: App) async throws {
    let report = try app.hooks.remove()
    if app.options.wantsJSON { return try app.output.show(report.json) }
    guard report.hasChanged else { return app.output.note(.hookMissing) }
    guard !app.options.isQuiet else { return }
    try app.output.show(
      app.output.wrapped(
        app.output.styled(.hookRemoved(path: report.path), .plain, ["path": .accent])))
  }
}

/// `commitdiary hook status`: shows whether the hook is installed.
struct HookStatus: Command {
  static let declaration = Declaration<Self>(
    .hookStatusSummary, examples: [Example("hook status")])

  func run(in app: App) async throws {
    let report = try app.hooks.status()
    if app.options.wantsJSON { return try app.output.show(report.json) }
    try app.output.show(report.lines(in: app.context))
  }
}

/// `commitdiary hook record`: the hook starts this, with the rewritten commits on standard input.
struct HookRecord: Command {
  static let declaration = Declaration<Self>(.hookRecordSummary, [])

  func run(in app: App) async throws {
    try app.hooks.record()
  }
}
