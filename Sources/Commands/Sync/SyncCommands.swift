import Arguments
import Context
import JSON
import Journal
import Localization
import Synchronizing
import Terminal
import Views

/// `commitdiary sync`: exchanges what is new with the remote.
struct SyncNow: Command {
  static let declaration = Declaration<Self>(
    .syncNowSummary, details: .syncNowDetails, examples: [Example("sync")], [])

  func run(in app: App) async throws {
    try app.showExchange(try await app.sync.run())
  }
}

/// `commitdiary sync init`: makes the journal the diary of an empty remote.
struct SyncInit: Command {
  var address = ""
  var isPlain = false
  var store = TokenStore.keyring

  static let declaration = Declaration<Self>(
    .syncInitSummary, details: .syncInitDetails,
    examples: [
      Example("sync init git@github.com:you/diary.git"),
      Example("sync init /media/stick/diary.git", .syncInitExampleFolder),
    ],
    [
      .positional(
        "repository", .required, placeholder: .message(.placeholderRepository),
        help: .argumentSyncRemote
      ) { $0.address = $1 },
      .flag("plain", help: .optionSyncPlain) { $0.isPlain = true },
      .option("store", help: .optionStore) { $0.store = $1 },
    ])

  func run(in app: App) async throws {
    let (state, recoveryKey) = try await app.sync.begin(
      at: address, keysIn: isPlain ? nil : store)
    if app.options.wantsJSON {
      return try app.output.show(state.json(withRecoveryKey: recoveryKey))
    }
    try app.showBeginning(state)
    if let recoveryKey { try app.show(recoveryKey, under: .syncRecoveryKey) }
    app.noteCommandOfOthers(state.remote.address, isPlain: isPlain)
    if app.settings.syncsByItself { app.output.note(.syncAutoHint, .remark) }
  }
}

/// `commitdiary sync join`: adds this device to the diary of a remote.
struct SyncJoin: Command {
  var address = ""
  var isPlain = false
  var store = TokenStore.keyring

  static let declaration = Declaration<Self>(
    .syncJoinSummary, details: .syncJoinDetails,
    examples: [Example("sync join git@github.com:you/diary.git")],
    [
      .positional(
        "repository", .required, placeholder: .message(.placeholderRepository),
        help: .argumentSyncRemote
      ) { $0.address = $1 },
      .flag("plain", help: .optionSyncJoinPlain) { $0.isPlain = true },
      .option("store", help: .optionStore) { $0.store = $1 },
    ])

  func run(in app: App) async throws {
    try app.showBeginning(
      try await app.sync.join(address, keysIn: store, acceptingPlain: isPlain))
    if app.settings.syncsByItself { app.output.note(.syncAutoHint, .remark) }
  }
}

/// `commitdiary sync status`: shows the remote, the devices and what waits.
struct SyncStatus: Command {
  static let declaration = Declaration<Self>(
    .syncStatusSummary, examples: [Example("sync status")], [])

  func run(in app: App) async throws {
    let state = try await app.sync.state()
    app.warn(of: state)
    if app.options.wantsJSON { return try app.output.show(state.json) }
    try app.output.show(state.lines(in: app.context))
  }
}

/// `commitdiary sync key show`: shows the key with which other devices join.
struct SyncKeyShow: Command {
  static let declaration = Declaration<Self>(
    .syncKeyShowSummary, details: .syncKeyShowDetails,
    examples: [Example("sync key show")], [])

  func run(in app: App) async throws {
    let key = try await app.sync.recoveryKey()
    if app.options.wantsJSON { return try app.output.show(["recoveryKey": .string(key)]) }
    try app.output.show(app.output.wrapped(StyledText(key)), paged: false)
  }
}

/// `commitdiary sync forget`: begins everything at the remote again with a new key.
struct SyncForget: Command {
  var device: String?
  var store = TokenStore.keyring

  static let declaration = Declaration<Self>(
    .syncForgetSummary, details: .syncForgetDetails,
    examples: [
      Example("sync forget laptop"),
      Example("sync forget"),
    ],
    [
      .positional(
        "machine", .optional, placeholder: .message(.placeholderName),
        help: .argumentSyncDevice
      ) { $0.device = $1 },
      .option("store", help: .optionStore) { $0.store = $1 },
    ])

  func run(in app: App) async throws {
    let (state, recoveryKey, forgotten) = try await app.sync.forget(device, keysIn: store) {
      key, others in
      guard !app.options.assumesYes else { return }
      guard app.prompts.isInteractive else { throw Explanation.cannotConfirm }
      app.output.note(.syncRecoveryKey)
      app.output.printError(StyledText("  " + key))
      if !others.isEmpty {
        let names = others.map { "\($0.name) (\($0.shortID))" }
        app.output.note(.syncKeyGoesTo(names: app.reader.list(names)))
      }
      try app.prompts.confirm(.syncWrittenDownQuestion)
    }
    if app.options.wantsJSON {
      return try app.output.show(state.json(withRecoveryKey: recoveryKey))
    }
    if app.options.assumesYes { try app.show(recoveryKey, under: .syncRecoveryKey) }
    if let forgotten { app.output.note(.syncForgot(name: forgotten.name)) }
    let wasPlain = state.remote.key?.number == 1
    app.output.note(wasPlain ? .syncNowEncrypted : .syncKeyReplaced)
    if wasPlain { app.noteCommandOfOthers(state.remote.address) }
    app.output.note(.syncOldCopies, .remark)
  }
}

/// `commitdiary sync leave`: ends the sharing on this device.
struct SyncLeave: Command {
  static let declaration = Declaration<Self>(
    .syncLeaveSummary, details: .syncLeaveDetails,
    examples: [Example("sync leave")], [])

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
  /// Warns of files that cannot be read: after an exchange of those that are new, else of all.
  fileprivate func warn(of state: SyncState) {
    let unreadable = state.outcome?.unreadable ?? state.unreadable
    for path in unreadable.prefix(3) { output.note(.syncDamaged(path: path), .warning) }
    if unreadable.count > 3 {
      output.note(.syncDamagedMore(count: unreadable.count - 3), .warning)
    }
    if !unreadable.isEmpty {
      output.note(.syncDamagedHint, .remark)
    }
    if let count = state.outcome?.tooLong, count > 0 {
      output.note(.syncTooLong(count: count), .warning)
    }
  }

  fileprivate func showExchange(_ state: SyncState) throws {
    warn(of: state)
    if options.wantsJSON { return try output.show(state.json) }
    if options.isQuiet { return }
    try output.show(state.exchangeLines(verbose: options.isVerbose, in: context))
  }

  fileprivate func showBeginning(_ state: SyncState) throws {
    if !options.wantsJSON, !options.isQuiet {
      try output.show(
        output.wrapped(
          output.styled(
            .syncStarted(address: state.remote.address), .plain, ["address": .accent])))
    }
    try showExchange(state)
    if state.remote.key == nil { output.note(.syncPlain, .remark) }
  }

  /// How the other machines join.
  fileprivate func noteCommandOfOthers(_ address: String, isPlain: Bool = false) {
    let command = "commitdiary sync join \(address.quotedForShell)\(isPlain ? " --plain" : "")"
    output.note(.syncJoinHint(command: command), .remark)
  }

  /// Shows a recovery key in a line of its own, or several in a narrow window.
  fileprivate func show(_ key: String, under title: Message) throws {
    try output.show(
      output.wrapped(output.styled(title)) + output.wrapped(StyledText("  " + key), indent: 2),
      paged: false)
    output.note(.syncRecoveryKeyHint, .remark)
  }
}
