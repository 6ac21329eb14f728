package import Context
import Crypto
import Diary
package import Journal
import Localization
import Sync
import Terminal
package import Views

// The keys of an encrypted diary: the recovery key, which people keep, and its replacement by another one.

extension Synchronization {
  func keys(of diary: String) -> SyncKeyStore { SyncKeyStore(app: app, diary: diary) }
  func keys(of remote: SyncRemote) -> SyncKeyStore { keys(of: remote.diary) }

  func newKey(number: Int) throws -> KeyRing.NumberedKey {
    KeyRing.NumberedKey(number: number, key: try random { try SymmetricKey.random() })
  }

  func random<Key>(_ make: () throws -> Key) throws -> Key {
    do {
      return try make()
    } catch CryptoError.libraryMissing(let reason) {
      throw Explanation.syncLibraryMissing("libsodium23", reason)
    }
  }

  // MARK: The recovery key

  /// The key with which other devices join, as people write it.
  package func recoveryKey() async throws -> String {
    guard let remote = try await app.journal(for: .reading).syncRemote() else {
      throw Explanation.syncNotSetUp
    }
    guard let name = remote.key else {
      throw Explanation(
        .syncNoKey(address: remote.address), hint: .syncNoKeyHint, status: .usage)
    }
    guard let ring = try await keys(of: remote).read() else {
      throw Explanation.syncKeyMissing(of: remote.address)
    }
    return RecoveryKey.text(of: try keys(of: remote).key(named: name, of: ring).key)
  }

  /// Asks for the key of a remote, or reads it from standard input.
  ///
  /// - Returns: `nil` if nothing there is encrypted.
  func keyFromUser(
    for format: RemoteFormat, _ address: String
  ) throws -> KeyRing.NumberedKey? {
    guard let seal = format.seal else { return nil }
    func key(_ typed: [UInt8]) throws -> KeyRing.NumberedKey {
      let key = try recoveryKey(typed)
      guard format.isProven(by: key) else {
        throw Explanation(
          .syncOtherKey(address: address), hint: .syncWrongKeyHint, status: .authentication)
      }
      return KeyRing.NumberedKey(number: seal.keyNumber, key: key)
    }
    guard app.prompts.readsFromTerminal else {
      var typed = try app.input.bytes("-")
      defer { typed.wipe() }
      guard typed.contains(where: { $0 > UInt8(ascii: " ") }) else {
        throw Explanation.syncNeedsKey(of: address)
      }
      return try key(typed)
    }
    guard app.prompts.isInteractive else { throw Explanation.syncNeedsKey(of: address) }
    let prompt = app.output.errorScreen.question(app.reader.say(.syncKeyQuestion))
    var typed = ""
    while true {
      switch try app.prompts.edit(typed, prompt: prompt) {
      case .interrupted: throw Interrupted()
      case .entered(let answer): typed = answer
      }
      if typed.allSatisfy(\.isWhitespace) { throw Explanation.declined }
      do {
        return try key(Array(typed.utf8))
      } catch let error as Explanation where error.hint == .syncWrongKeyHint {
        // What was typed can be corrected.
        app.output.note(error.message, .warning)
      }
    }
  }

  private func recoveryKey(_ typed: [UInt8]) throws -> SymmetricKey {
    do throws(RecoveryKey.Failure) {
      return try RecoveryKey.key(typed)
    } catch {
      switch error {
      case .group(let number):
        throw Explanation(
          .syncWrongGroup(number: number), hint: .syncWrongKeyHint, status: .authentication)
      case .count(let count): throw Explanation.syncWrongCount(count)
      case .crypto(.libraryMissing(let reason)):
        throw Explanation.syncLibraryMissing("libsodium23", reason)
      case .crypto(.doesNotOpen): throw Explanation.syncWrongCount(0)
      }
    }
  }

  // MARK: Another key

  /// Begins everything at the remote again with a new key, which all devices get but one. A diary that was
  /// not encrypted is encrypted from then on; its other devices have to join again.
  ///
  /// - Parameters:
  ///   - typed: the name or the beginning of the ID of the device that is to lose its access.
  ///   - store: where to keep the keys if there are none yet.
  ///   - confirm: shows the new recovery key and who gets it too, and returns when the user has agreed.
  package func forget(
    _ typed: String?, keysIn store: TokenStore,
    confirming confirm: (_ recoveryKey: String, _ others: [SyncDevice]) throws -> Void
  ) async throws -> (state: SyncState, recoveryKey: String, forgotten: SyncDevice?) {
    guard let known = try await app.journal(for: .reading).syncRemote() else {
      throw Explanation.syncNotSetUp
    }
    return try await locked {
      let journal = try await writableJournal()
      let repository = repository(of: known.address)
      var run = SyncRun(app: app, journal: journal, repository: repository)
      // Also finds out whether another device has just changed the key.
      try await run.run()
      guard let remote = try await journal.syncRemote() else { throw Explanation.syncNotSetUp }
      let devices = try await journal.devices()
      let forgotten = try typed.map { try device($0, of: devices) }
      let key = try newKey(number: (remote.key?.number ?? 0) + 1)
      let keys = keys(of: remote)
      if remote.key == nil { try await keys.check(store) }
      let before = try await keys.read(orSaveIn: store)
      if before == nil, remote.key != nil { throw Explanation.syncKeyMissing(of: remote.address) }
      let text = RecoveryKey.text(of: key.key)
      let others = devices.filter {
        !$0.isThis && $0.id != forgotten?.id && $0.publicKey != nil
      }
      try confirm(text, others)
      var ring = try before ?? KeyRing(device: random { try DeviceKeys.random() }, keys: [])
      // Saved before it is used: otherwise nobody could read the diary after an interruption.
      ring.add(key)
      try await keys.save(ring, in: before == nil ? store : nil)
      try await journal.savePublicKey(ring.device.publicKey)
      run.newKey = (key, forgotten?.id)
      do {
        try await run.run()
      } catch {
        if remote.key == nil { try await journal.savePublicKey(nil) }
        app.output.note(.syncKeyPerhapsNotChanged, .warning)
        throw error
      }
      ring.keep(only: key)
      try await keys.save(ring)
      return (try await state(run.outcome, journal), text, forgotten)
    }
  }

  /// The device that the user means.
  private func device(_ typed: String, of devices: [SyncDevice]) throws -> SyncDevice {
    let name = app.deviceName
    let named = devices.filter { $0.isThis ? name == typed : $0.name == typed }
    let found = named.isEmpty ? devices.filter { $0.id.hasPrefix(typed.lowercased()) } : named
    guard let device = found.first, !typed.isEmpty else {
      throw Explanation(
        .syncNoDevice(name: typed), hint: .tryCommand(command: "commitdiary sync status"),
        status: .notFound)
    }
    guard found.count == 1 else {
      throw Explanation(
        .syncManyDevices(name: typed),
        hint: .syncManyDevicesHint(
          ids: found.filter { !$0.isThis }.map(\.shortID).joined(separator: ", ")),
        status: .usage)
    }
    guard !device.isThis else {
      throw Explanation(.syncForgetsItself, hint: .syncForgetsItselfHint, status: .usage)
    }
    return device
  }
}
