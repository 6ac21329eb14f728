import Context
import Crypto
import Journal
import Keyring
import Localization
import Platform

/// Where this device keeps its keys of a shared diary: in the keyring, or with `--store file` in a file
/// that only its owner can read.
struct SyncKeyStore {
  let app: App
  /// The ID of the diary.
  let diary: String

  private static let host = "sync"
  private static let limit = 1 << 16

  // MARK: Reading

  /// - Parameter store: where keys will be saved if there are none. The keyring is not asked for those of a
  ///   machine that uses a file.
  /// - Returns: `nil` if this device has no keys.
  func read(orSaveIn store: TokenStore = .keyring) async throws -> KeyRing? {
    if store == .file, !isInFile { return nil }
    guard var bytes = try await bytes() else { return nil }
    defer { bytes.wipe() }
    return try ring(bytes)
  }

  private func ring(_ bytes: [UInt8]) throws -> KeyRing {
    do {
      return try KeyRing(bytes)
    } catch CryptoError.doesNotOpen {
      throw Explanation.syncKeysDamaged(in: isInFile ? app.paths.syncKeys : nil)
    }
  }

  private func bytes() async throws -> [UInt8]? {
    if isInFile { return try bytesOfFile() }
    return try await withKeyring { keyring throws(KeyringError) in
      try await keyring.bytes(host: Self.host, account: diary)
    }
  }

  private func bytesOfFile() throws -> [UInt8] {
    let path = app.paths.syncKeys
    if let permissions = File.permissions(path), permissions & 0o077 != 0 {
      throw Explanation(
        .syncKeysReadable(path: path), hint: .syncKeysReadableHint(path: path.quotedForShell),
        status: .authentication)
    }
    return try File.readRegular(path, limit: Self.limit)
  }

  var isInFile: Bool { File.exists(app.paths.syncKeys) }

  /// Exists in the local copy of the remote if an exchange has found the keys in the file: if it is lost,
  /// the keys are not in a keyring that cannot be reached now.
  private var mark: String { app.paths.syncClone + "/keys-in-file" }

  /// Throws if the keys are lost or damaged. A keyring is not unlocked for this: one that is locked, or
  /// that cannot be reached, counts as having them.
  ///
  /// - Parameter name: the key with which the remote is encrypted.
  func check(_ name: SyncKeyName, of remote: SyncRemote) async throws {
    var bytes: [UInt8]?
    defer { bytes?.wipe() }
    if isInFile {
      bytes = try bytesOfFile()
    } else {
      do throws(KeyringError) {
        bytes = try await app.process.secrets.bytes(host: Self.host, account: diary)
      } catch {
        guard error.isWithoutKeyring, File.exists(mark) else { return }
        throw explained(error)
      }
    }
    guard let bytes else { throw Explanation.syncKeyMissing(of: remote.address) }
    _ = try key(named: name, of: ring(bytes))
    if isInFile != File.exists(mark) {
      // Without it, lost keys are noticed only when an exchange needs them.
      if isInFile { try? File.writeAtomically([], to: mark) } else { try? File.remove(mark) }
    }
  }

  /// The key with this number, which must also have this fingerprint.
  func key(named name: SyncKeyName, of ring: KeyRing) throws -> KeyRing.NumberedKey {
    let key = ring.keys.last { $0.number == name.number }
    guard let key, key.key.fingerprint == name.fingerprint else {
      throw Explanation.syncKeysDamaged(in: isInFile ? app.paths.syncKeys : nil)
    }
    return key
  }

  // MARK: Writing

  /// Throws if keys could not be saved.
  func check(_ store: TokenStore) async throws {
    guard store == .keyring else { return }
    try await withKeyring(hint: .syncKeyringHint) { keyring throws(KeyringError) in
      try await keyring.check()
    }
  }

  /// - Parameter store: `nil` to keep them where they are.
  func save(_ keys: KeyRing, in store: TokenStore? = nil) async throws {
    var bytes = keys.bytes
    defer { bytes.wipe() }
    switch store ?? (isInFile ? .file : .keyring) {
    case .file:
      try File.makeDirectory(File.directory(of: app.paths.syncKeys), permissions: 0o700)
      try File.writeAtomically(bytes, to: app.paths.syncKeys)
    case .keyring:
      try await withKeyring(hint: .syncKeyringHint) { [bytes] keyring throws(KeyringError) in
        try await keyring.store(
          bytes, host: Self.host, account: diary, label: "commitdiary: keys of the shared diary")
      }
      if isInFile { try File.remove(app.paths.syncKeys) }
    }
  }

  /// Removes the keys. Without a keyring there are none.
  func remove() async {
    guard !isInFile else {
      try? File.remove(app.paths.syncKeys)
      return
    }
    _ = try? await withKeyring { keyring throws(KeyringError) in
      try await keyring.remove(host: Self.host, account: diary)
    }
  }

  /// - Parameter hint: what to do without a keyring. By default: join again, with the keys in a file.
  private func withKeyring<Value: Sendable>(
    hint: Message = .syncKeysNowhereHint,
    _ work: (any SecretStore) async throws(KeyringError) -> Value
  ) async throws -> Value {
    do {
      return try await app.withUnlockedKeyring(work)
    } catch {
      throw explained(error, hint: hint)
    }
  }

  private func explained(
    _ error: KeyringError, hint: Message = .syncKeysNowhereHint
  ) -> Explanation {
    if error.isWithoutKeyring, File.exists(mark) {
      return Explanation(
        .syncKeysNowhere(path: app.paths.syncKeys), hint: .syncKeysNowhereHint,
        status: .authentication)
    }
    var explanation = error.explanation
    if error != .locked { explanation.hint = hint }
    return explanation
  }
}

extension KeyringError {
  /// Whether there is no keyring that could have anything.
  fileprivate var isWithoutKeyring: Bool {
    switch self {
    case .libraryMissing, .noBus, .noProvider, .noCollection: true
    case .locked, .timedOut, .refused, .failed: false
    }
  }
}
