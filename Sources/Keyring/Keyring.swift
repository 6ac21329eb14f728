/// Secrets in the care of the Secret Service, each under the host that it is for and an account
/// there.
///
/// Nothing is said to be absent that might only be locked: a lookup tells neither from the other,
/// so everything is searched for first. Every call is on a thread of its own and is over soon after
/// its deadline, whatever the service does.
public struct Keyring: Sendable {
  public var deadline: Duration

  /// A deadline of 5 s is for calls that need nobody; where a person at a terminal may be asked,
  /// that takes longer.
  public init(deadline: Duration = .seconds(5)) {
    self.deadline = deadline
  }

  /// The deadline of what asks a person.
  public static let promptDeadline = Duration.seconds(60)
}

extension Keyring {
  /// The secret, or `nil` where it is certain that there is none.
  public func secret(host: String, account: String) async throws(KeyringError) -> String? {
    let name = try SecretName(host: host, account: account)
    return try await call { service throws(KeyringError) in
      let items = try service.search(name)
      if items.isEmpty {
        try service.requireOpenCollection()
        return nil
      }
      guard let item = items.firstUnlocked else { throw .locked }
      return try service.read(item, of: items)
    }
  }

  /// Keeps a secret, in the place of one that has the same names. The label is what other programs
  /// show.
  public func store(
    _ secret: String, host: String, account: String, label: String
  ) async throws(KeyringError) {
    let name = try SecretName(host: host, account: account)
    try KeyringError.checkText(secret, label)
    try await call { service throws(KeyringError) in
      // Else the library would show a prompt, or begin to make a collection.
      try service.requireOpenCollection()
      try service.store(secret, under: name, label: label)
    }
  }

  /// Takes a secret away and makes sure that it is gone; `false` where it is certain that there was
  /// none.
  public func remove(host: String, account: String) async throws(KeyringError) -> Bool {
    let name = try SecretName(host: host, account: account)
    return try await call { service throws(KeyringError) in
      let items = try service.search(name)
      if items.isEmpty {
        try service.requireOpenCollection()
        return false
      }
      guard !items.areSomeLocked else { throw .locked }
      try service.clear(name)
      // That it went through does not say so: it does for what is locked, too.
      let left = try service.search(name)
      guard left.isEmpty else {
        throw left.areSomeLocked ? .locked : .failed(detail: "Delete")
      }
      return true
    }
  }

  /// Whether a secret could be kept now, found out by keeping something that is none. Nothing of it
  /// is left.
  public func check() async throws(KeyringError) {
    try await call { service throws(KeyringError) in
      try service.requireOpenCollection()
      try service.tryStore(label: "commitdiary")
    }
  }
}
