package import Context
import Crypto
import Diary
import Git
package import Journal
import Localization
import Platform
import Sync
package import Views

/// Exchanges the diary with other devices through a git repository.
package struct Synchronization: Sendable {
  let app: App

  /// A random ID of a diary or an epoch.
  static func newID() -> String {
    (0..<4).map { _ in
      let digits = String(UInt32.random(in: 0 ... .max), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  // MARK: Setting up

  /// Throws if another journal of this machine has this remote: their texts would come together there.
  private func expectNoOtherJournal(at address: String, of diary: String? = nil) async throws {
    for path in app.journals.existing(in: app.paths) where path != app.paths.journal {
      guard let other = try? await Journal(at: path, for: .reading).syncRemote(),
        other.address == address || other.diary == diary
      else { continue }
      throw Explanation(
        .syncOtherJournal(address: address), hint: .syncOtherJournalHint, status: .usage)
    }
  }

  /// Makes the journal the diary of an empty remote.
  ///
  /// - Parameter store: where to keep the keys; `nil` to encrypt nothing.
  /// - Returns: also the key with which other devices join, as people write it.
  package func begin(
    at typed: String, keysIn store: TokenStore?
  ) async throws -> (state: SyncState, recoveryKey: String?) {
    if let remote = try await app.journal(for: .reading).syncRemote() {
      throw Explanation.syncSetUp(at: remote.address)
    }
    let address = try address(typed)
    try await expectNoOtherJournal(at: address)
    var remote = SyncRemote(address: address, diary: Self.newID(), epoch: Self.newID())
    let keys = keys(of: remote)
    let key = try store.map { _ in try newKey(number: 1) }
    if let store { try await keys.check(store) }
    return try await locked {
      let journal = try await writableJournal()
      try createFolder(at: address)
      try await journal.eraseSyncClone()
      let repository = repository(of: address)
      try repository.create()
      do {
        try await checkEmptiness(of: repository)
      } catch {
        try? await journal.eraseSyncClone()
        throw error
      }
      guard let key, let store else {
        return (try await exchange(startingWith: remote, repository, journal), nil)
      }
      remote.key = key.name
      let ring = KeyRing(device: try random { try DeviceKeys.random() }, keys: [key])
      let state = try await saving(ring, in: store, keys) {
        try await exchange(
          startingWith: remote, withKey: ring.device.publicKey, repository, journal)
      }
      return (state, RecoveryKey.text(of: key.key))
    }
  }

  private func checkEmptiness(of repository: SyncRepository) async throws {
    let address = repository.address
    if let tip = try await firstTip(of: repository) {
      do {
        _ = try SyncRun.format(repository.files(at: tip), in: repository)
      } catch let error as Explanation where error.message.key == .syncOtherDiary {
        throw Self.otherBranch(at: address)
      }
      throw Explanation(
        .syncHasDiary(address: address),
        hint: .tryCommand(command: "commitdiary sync join \(address.quotedForShell)"))
    }
    if let branch = try await repository.otherBranches().first {
      try confirm(.syncBranches(address: address, branch: branch), .syncBranchesQuestion)
    }
  }

  /// Adds this device to the diary of a remote. Nothing is written before its file `format` has been
  /// opened with the key.
  ///
  /// - Parameters:
  ///   - chosen: where to keep the keys, if the diary is encrypted, and there are none yet.
  ///   - acceptsPlain: whether to join a diary that is not.
  package func join(
    _ typed: String, keysIn chosen: TokenStore, acceptingPlain acceptsPlain: Bool
  ) async throws -> SyncState {
    let address = try address(typed)
    try await expectNoOtherJournal(at: address)
    let known = try await app.journal(for: .reading).syncRemote()
    return try await locked {
      try Journal.eraseSyncClone(ofJournalAt: app.paths.journal)
      let repository = repository(of: address)
      try repository.create()
      let format: RemoteFormat
      let key: KeyRing.NumberedKey?
      let store: TokenStore
      do {
        format = try await self.format(of: repository)
        try await expectNoOtherJournal(at: address, of: format.diary)
        if let known, known.diary != format.diary { throw Explanation.syncSetUp(at: known.address) }
        if format.seal == nil {
          // Otherwise whoever can write there would get everything as it is.
          if known?.key != nil { throw Explanation.syncNotEncrypted(at: address) }
          if !acceptsPlain {
            throw Explanation(
              .syncNoKey(address: address), hint: .syncJoinsPlainHint, status: .usage)
          }
        }
        store = keys(of: format.diary).isInFile ? .file : chosen
        key = try keyFromUser(for: format, address)
        if key != nil { try await keys(of: format.diary).check(store) }
      } catch {
        try? Journal.eraseSyncClone(ofJournalAt: app.paths.journal)
        throw error
      }
      let journal = try await writableJournal()
      var remote = SyncRemote(address: address, diary: format.diary, epoch: format.epoch)
      guard let key else { return try await exchange(startingWith: remote, repository, journal) }
      remote.key = key.name
      let keys = keys(of: format.diary)
      // A device that joins again keeps its own keys.
      let device = try? await keys.read(orSaveIn: store)?.device
      let ring = KeyRing(device: try device ?? random { try DeviceKeys.random() }, keys: [key])
      return try await saving(ring, in: store, keys) {
        try await exchange(
          startingWith: remote, withKey: ring.device.publicKey, repository, journal)
      }
    }
  }

  /// Saves keys for the time of `work`, and for good if that succeeds.
  private func saving<Result>(
    _ ring: KeyRing, in place: TokenStore, _ keys: SyncKeyStore, _ work: () async throws -> Result
  ) async throws -> Result {
    let before = try? await keys.read(orSaveIn: place)
    try await keys.save(ring, in: place)
    do {
      return try await work()
    } catch {
      if try await app.journal(for: .reading).syncRemote() != nil { throw error }
      if let before { try? await keys.save(before) } else { await keys.remove() }
      throw error
    }
  }

  /// The first exchange with a remote. If it fails before anything is read, the journal stays as it was.
  /// Later, this device has joined, and the next exchange goes on.
  ///
  /// - Parameter publicKey: that of this device, if the remote is encrypted.
  private func exchange(
    startingWith remote: SyncRemote, withKey publicKey: [UInt8]? = nil,
    _ repository: SyncRepository, _ journal: Journal
  ) async throws -> SyncState {
    let before = try await journal.syncRemote()
    let keyBefore = try await journal.devices().first(where: \.isThis)?.publicKey
    try await journal.savePublicKey(publicKey)
    _ = try await journal.receive(remote, comparingAll: true, at: app.clock.now) { nil }
    var run = SyncRun(app: app, journal: journal, repository: repository)
    do {
      try await run.run()
    } catch {
      if try await journal.syncRemote()?.tip != nil { throw error }
      if let before {
        try await journal.savePublicKey(keyBefore)
        try await journal.save(before)
      } else {
        try await journal.leaveSync()
        try? await journal.eraseSyncClone()
        if var refusal = error as? Explanation, refusal.hint == .syncFailedHint {
          refusal.hint = .syncUnreachableHint
          throw refusal
        }
        switch error as? SyncRepository.Failure {
        case .remote(let detail)?, .damaged(_, let detail)?: throw Self.unreachable(detail)
        default: break
        }
      }
      throw error
    }
    return try await state(run.outcome, journal)
  }

  private func format(of repository: SyncRepository) async throws -> RemoteFormat {
    guard let tip = try await firstTip(of: repository) else {
      throw Explanation.syncNoDiary(at: repository.address)
    }
    do {
      return try SyncRun.format(repository.files(at: tip), in: repository)
    } catch let error as Explanation where error.message.key == .syncOtherDiary {
      throw Self.otherBranch(at: repository.address)
    }
  }

  /// The commit of a remote that was just named.
  private func firstTip(of repository: SyncRepository) async throws -> String? {
    do {
      return try await repository.fetch()
    } catch SyncRepository.Failure.remote(let detail) {
      throw Self.unreachable(detail)
    } catch SyncRepository.Failure.damaged(_, let detail) {
      throw Explanation.syncRemoteDamaged(at: repository.address, detail)
    }
  }

  /// The branch of a diary has something else.
  private static func otherBranch(at address: String) -> Explanation {
    Explanation(
      .syncBranches(address: address, branch: "commitdiary"), hint: .syncNotSetUpHint)
  }

  private static func unreachable(_ detail: String) -> Explanation {
    Explanation(.syncFailed(detail: detail), hint: .syncUnreachableHint, status: .unavailable)
  }

  private func address(_ typed: String) throws -> String {
    guard !typed.allSatisfy(\.isWhitespace) else {
      throw Explanation(.syncNoAddress, hint: .syncNotSetUpHint, status: .usage)
    }
    guard let address = SyncRepository.address(typed, in: app.directory.absolutePath) else {
      throw Explanation(.syncHasPassword, hint: .syncHasPasswordHint, status: .usage)
    }
    return address
  }

  /// Asks about a remote that is not as it was left. A process that cannot ask says what it is.
  func confirm(_ statement: Message, _ question: Message) throws {
    if app.options.assumesYes { return }
    guard app.prompts.isInteractive else {
      throw Explanation(statement, hint: .syncAskHint, status: .failure)
    }
    app.output.note(statement)
    try app.prompts.confirm(question)
  }

  /// Creates a bare repository in a folder that does not exist or is empty.
  private func createFolder(at address: String) throws {
    guard address.hasPrefix("/"), try File.listIfThere(address).isEmpty else { return }
    try SyncRepository.createRemote(at: address, environment: app.environment)
  }

  package func leave() async throws -> SyncRemote {
    guard let remote = try await app.journal(for: .reading).syncRemote() else {
      throw Explanation.syncNotSetUp
    }
    return try await locked {
      let journal = try await writableJournal()
      try await journal.leaveSync()
      try await journal.eraseSyncClone()
      if remote.key != nil { await keys(of: remote.diary).remove() }
      return remote
    }
  }

  // MARK: Exchanging

  /// - Parameter waits: whether to wait for another exchange that is running.
  package func run(waiting waits: Bool = true) async throws -> SyncState {
    guard let remote = try await app.journal(for: .reading).syncRemote() else {
      throw Explanation.syncNotSetUp
    }
    do {
      return try await locked(waiting: waits) {
        let journal = try await writableJournal()
        var run = SyncRun(
          app: app, journal: journal, repository: repository(of: remote.address))
        try await run.run()
        return try await state(run.outcome, journal)
      }
    } catch {
      let explained = error as? any Explained
      let reason = explained.map { app.reader.say($0.explanation.message) } ?? "\(error)"
      try? await app.journal(for: .caching).saveSyncFailure(reason, at: app.clock.now.instant)
      throw error
    }
  }

  package func state() async throws -> SyncState {
    try await state(nil, app.journal(for: .reading))
  }

  func state(_ outcome: SyncOutcome?, _ journal: Journal) async throws -> SyncState {
    guard let remote = try await journal.syncRemote() else { throw Explanation.syncNotSetUp }
    var state = try await SyncState(
      remote: remote, outcome: outcome, devices: journal.devices(), waiting: journal.unsentCount(),
      looks: journal.textsToLookAt(), unreadable: journal.unreadableSegments(),
      deviceName: app.deviceName)
    state.kept = app.keptDrafts
    return state
  }

  func repository(of address: String) -> SyncRepository {
    SyncRepository(
      at: app.paths.syncClone, of: address, environment: app.environment,
      asks: app.prompts.isInteractive, largestFile: SegmentCipher.largestFile)
  }

  /// Runs `work` while no other process exchanges this journal.
  func locked<Answer: Sendable>(
    waiting waits: Bool = true, _ work: () async throws -> Answer
  ) async throws -> Answer {
    try File.makeDirectory(File.directory(of: app.paths.syncLock), permissions: 0o700)
    let lock = try await lock(within: waits ? .seconds(60) : .zero)
    defer { _ = lock }
    let result: Result<Answer, any Error>
    do {
      result = .success(try await work())
    } catch let failure as SyncRepository.Failure {
      let address = try await app.journal(for: .reading).syncRemote()?.address
      result = .failure(explained(failure, at: address ?? ""))
    } catch {
      result = .failure(error)
    }
    await app.journal.opened?.endExchange()
    return try result.get()
  }

  /// The journal, for a process that has the lock. Purges that were interrupted are completed first, so that
  /// the exchange sends them.
  func writableJournal() async throws -> Journal {
    let journal = try await app.journal(for: .writing)
    await journal.beginExchange()
    try await journal.completePurges()
    return journal
  }

  private func lock(within limit: Duration) async throws -> FileLock {
    let end = ContinuousClock.now + limit
    while true {
      if let lock = try FileLock(trying: app.paths.syncLock) { return lock }
      guard ContinuousClock.now < end else {
        throw Explanation(.syncBusy, hint: .journalBusyHint)
      }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  private func explained(
    _ failure: SyncRepository.Failure, at address: String
  ) -> any Error {
    switch failure {
    case .git(let error): error
    case .remote(let detail):
      Explanation(
        .syncFailed(detail: detail),
        hint: address.hasPrefix("/") ? .syncFolderHint : .syncFailedHint, status: .unavailable)
    case .copy(let detail):
      Explanation(.syncCopyBroken(path: app.paths.syncClone, detail: detail))
    case .damaged(_, let detail): Explanation.syncRemoteDamaged(at: address, detail)
    }
  }
}

extension App {
  /// What was kept of purged entries, as drafts.
  package var keptDrafts: [KeptParagraphs] { drafts.kept().compactMap { KeptParagraphs($0.draft) } }

  /// Removes texts permanently. If an exchange is running, which uses a copy of the texts, this waits for
  /// its end.
  package func purge(_ work: (Journal) async throws -> Void) async throws {
    do {
      try await work(journal(for: .writing))
    } catch JournalError.exchanging {
      output.note(.purgeWaits)
      _ = try await sync.locked { try await sync.writableJournal() }
    }
  }

  package var sync: Synchronization { Synchronization(app: self) }

  /// What other devices call this one.
  var deviceName: String { process.hostName }
}
