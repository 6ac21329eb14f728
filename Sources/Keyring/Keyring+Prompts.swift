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
        guard try service.collection() == .unlocked else { throw .unanswered }
      }
      if let name {
        let items = try service.search(name, unlocking: true)
        guard items.isEmpty || items.firstUnlocked != nil else { throw .unanswered }
      }
    }
  }
}

extension KeyringError {
  /// A prompt that was shown was refused. Without a screen to show it on nobody was asked, and the
  /// keyring is locked as before.
  fileprivate static var unanswered: KeyringError {
    let environment = Environment.current
    let hasScreen =
      environment.nonEmpty("DISPLAY") != nil || environment.nonEmpty("WAYLAND_DISPLAY") != nil
    return hasScreen ? .refused : .locked
  }
}
