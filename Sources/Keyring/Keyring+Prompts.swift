import Platform

// These calls may show a prompt and wait for the user, so they are used only at a terminal.

extension Keyring {
  /// Unlocks the default keyring. With a host and an account, also unlocks that secret, because
  /// some providers lock secrets individually.
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
  /// The error for a keyring that is still locked after a prompt. Without a display, no prompt
  /// could be shown.
  fileprivate static var unanswered: KeyringError {
    let environment = Environment.current
    let hasScreen =
      environment.nonEmpty("DISPLAY") != nil || environment.nonEmpty("WAYLAND_DISPLAY") != nil
    return hasScreen ? .refused : .locked
  }
}
