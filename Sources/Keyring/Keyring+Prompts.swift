import Platform

// What may show a prompt and wait for the person: only for when one sits at the terminal.

extension Keyring {
  /// Opens the default keyring. With names, also that secret: some providers lock one by one.
  public func unlock(
    host: String? = nil, account: String? = nil, deadline: Duration = promptDeadline
  ) async throws(KeyringError) {
    var name: SecretName?
    if let host, let account { name = try SecretName(host: host, account: account) }
    try await call(within: deadline) { [name] service throws(KeyringError) in
      switch try service.collection() {
      case .missing: throw .noCollection
      case .unlocked: break
      case .locked:
        try service.unlockCollection()
        guard try service.collection() == .unlocked else { throw .unanswered(.locked) }
      }
      if let name {
        let items = try service.search(name, unlocking: true)
        guard items.isEmpty || items.firstUnlocked != nil else { throw .unanswered(.locked) }
      }
    }
  }

  /// Makes the default keyring where there is none. The provider asks the person for its password.
  public func createCollection(
    deadline: Duration = promptDeadline
  ) async throws(KeyringError) {
    try await call(within: deadline) { service throws(KeyringError) in
      guard try service.collection() == .missing else { return }
      try service.createCollection()
      guard try service.collection() != .missing else { throw .unanswered(.noCollection) }
    }
  }
}

extension KeyringError {
  /// A prompt that was shown was refused. Without a screen to show it on nobody was asked, and all
  /// is as it was before.
  fileprivate static func unanswered(_ before: KeyringError) -> KeyringError {
    let environment = Environment.current
    let hasScreen =
      environment.nonEmpty("DISPLAY") != nil || environment.nonEmpty("WAYLAND_DISPLAY") != nil
    return hasScreen ? .refused : before
  }
}
