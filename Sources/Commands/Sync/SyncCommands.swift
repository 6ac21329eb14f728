import App
import Arguments
import JSON
import Journal
import Localization
import Terminal
import Views

/// `commitdiary sync`: exchanges what is new with the remote.
struct SyncNow: Command {
  static let declaration = Declaration<Self>(
    .syncNowSummary, details: .syncNowDetails, examples: [Example("sync", .syncNowExample)], [])

  func run(in app: App) async throws {
    try app.showExchange(try await app.sync.run())
  }
}

/// `commitdiary sync init`: makes the journal the diary of an empty remote.
struct SyncInit: Command {
  var address = ""
  var isPlain = false

  static let declaration = Declaration<Self>(
    .syncInitSummary, details: .syncInitDetails,
    examples: [
      Example("sync init git@github.com:you/diary.git --plain", .syncInitExample),
      Example("sync init /media/stick/diary.git --plain", .syncInitExampleFolder),
    ],
    [
      .positional(
        "repository", .required, placeholder: .message(.placeholderRepository),
        help: .argumentSyncRemote
      ) { $0.address = $1 },
      .flag("plain", help: .optionSyncPlain) { $0.isPlain = true },
    ])

  func run(in app: App) async throws {
    let state = try await app.sync.begin(at: address, isPlain: isPlain)
    try app.showBeginning(state)
    app.output.note(.syncJoinHint(address: state.remote.address), .faint)
    if app.settings.syncsByItself { app.output.note(.syncAutoHint, .faint) }
  }
}

/// `commitdiary sync join`: adds this device to the diary of a remote.
struct SyncJoin: Command {
  var address = ""

  static let declaration = Declaration<Self>(
    .syncJoinSummary, details: .syncJoinDetails,
    examples: [Example("sync join git@github.com:you/diary.git", .syncJoinExample)],
    [
      .positional(
        "repository", .required, placeholder: .message(.placeholderRepository),
        help: .argumentSyncRemote
      ) { $0.address = $1 }
    ])

  func run(in app: App) async throws {
    try app.showBeginning(try await app.sync.join(address))
    if app.settings.syncsByItself { app.output.note(.syncAutoHint, .faint) }
  }
}

/// `commitdiary sync status`: shows the remote, the devices and what waits.
struct SyncStatus: Command {
  static let declaration = Declaration<Self>(
    .syncStatusSummary, examples: [Example("sync status", .syncStatusExample)], [])

  func run(in app: App) async throws {
    let state = try await app.sync.state()
    app.warn(of: state)
    if app.options.wantsJSON { return try app.output.show(state.json) }
    try app.output.show(SyncView(state, context: app.context).lines())
  }
}

/// `commitdiary sync leave`: ends the sharing on this device.
struct SyncLeave: Command {
  static let declaration = Declaration<Self>(
    .syncLeaveSummary, details: .syncLeaveDetails,
    examples: [Example("sync leave", .syncLeaveExample)], [])

  func run(in app: App) async throws {
    let remote = try await app.sync.leave()
    if app.options.wantsJSON { return try app.output.show(["remote": .string(remote.address)]) }
    if !app.options.isQuiet {
      try app.output.show(
        app.output.wrapped(
          app.output.styled(.syncLeft(address: remote.address), .plain, ["address": .accent])))
    }
  }
}

/// `commitdiary sync background`: other commands start this. It waits for the end of the user's changes.
struct SyncBackground: Command {
  static let declaration = Declaration<Self>(.syncBackgroundSummary, [])

  func run(in app: App) async throws { await app.sync.runInBackground() }
}

extension App {
  fileprivate func warn(of state: SyncState) {
    for path in state.unreadable { output.note(.syncDamaged(path: path), .warning) }
    if !state.unreadable.isEmpty { output.note(.syncDamagedHint, .faint) }
  }

  fileprivate func showExchange(_ state: SyncState) throws {
    warn(of: state)
    if options.wantsJSON { return try output.show(state.json) }
    if options.isQuiet { return }
    try output.show(SyncView(state, context: context).lines(verbose: options.isVerbose))
  }

  fileprivate func showBeginning(_ state: SyncState) throws {
    if !options.wantsJSON, !options.isQuiet {
      try output.show(
        output.wrapped(
          output.styled(
            .syncStarted(address: state.remote.address), .plain, ["address": .accent])))
    }
    try showExchange(state)
    output.note(.syncPlain, .faint)
  }
}
