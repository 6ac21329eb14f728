import CSecret
import Glibc

/// The Secret Service within one call, on that call's thread. It waits.
struct SecretServiceSession {
  private let call: PendingCall

  /// Loads the library and finds the bus, where the secrets are behind one.
  init(_ call: PendingCall) throws(KeyringError) {
    if let words = diary_secret_load() {
      throw .libraryMissing(detail: String(cString: words))
    }
    self.call = call
    if diary_secret_uses_bus() {
      try perform { diary_secret_connect(call.handle, &$0) }
    }
  }

  /// One door for what may fail to give something, and one for what may fail to happen: `nil` and
  /// `false` come with a problem.
  private func take<Value>(
    _ body: (inout diary_secret_problem) -> Value?
  ) throws(KeyringError) -> Value {
    var problem = diary_secret_problem()
    guard let value = body(&problem) else { throw KeyringError(taking: problem, of: call) }
    return value
  }

  private func perform(_ body: (inout diary_secret_problem) -> Bool) throws(KeyringError) {
    try take { body(&$0) ? () : nil }
  }
}

// MARK: The default collection

extension SecretServiceSession {
  enum Collection {
    case missing
    case locked
    case unlocked
  }

  /// Secrets in a file have no collections. They are as good as unlocked.
  func collection() throws(KeyringError) -> Collection {
    guard diary_secret_uses_bus() else { return .unlocked }
    return try take {
      switch diary_secret_default_collection(call.handle, &$0) {
      case .unknown: nil
      case .missing: .missing
      case .locked: .locked
      case .unlocked: .unlocked
      }
    }
  }

  func requireOpenCollection() throws(KeyringError) {
    switch try collection() {
    case .missing: throw .noCollection
    case .locked: throw .locked
    case .unlocked: break
    }
  }

  func unlockCollection() throws(KeyringError) {
    try perform { diary_secret_unlock_collection(call.handle, &$0) }
  }
}

// MARK: Secrets

extension SecretServiceSession {
  func search(_ name: SecretName, unlocking: Bool = false) throws(KeyringError) -> KeyringItems {
    KeyringItems(
      owning: try take {
        diary_secret_search(name.host, name.account, unlocking, call.handle, &$0)
      })
  }

  func searchGitHubCLI(host: String) throws(KeyringError) -> KeyringItems {
    KeyringItems(
      owning: try take { diary_secret_search_gh("gh:\(host)", call.handle, &$0) })
  }

  /// The secret as text, or `nil` where it was taken away since it was found.
  func read(_ item: Int, of items: borrowing KeyringItems) throws(KeyringError) -> String? {
    var problem = diary_secret_problem()
    guard let value = items.read(item, call: call, &problem) else {
      if problem.kind == .no_object {
        free(problem.detail)
        return nil
      }
      throw KeyringError(taking: problem, of: call)
    }
    // Frees what C has of it, and wipes that first.
    defer { diary_secret_value_free(value) }
    var count = 0
    guard let bytes = diary_secret_value_bytes(value, &count) else { return "" }
    let text = UnsafeRawBufferPointer(start: bytes, count: count)
    guard let secret = String(validating: text, as: UTF8.self) else {
      throw .failed(detail: "UTF-8")
    }
    return secret
  }

  func store(_ secret: String, under name: SecretName, label: String) throws(KeyringError) {
    try perform {
      diary_secret_store(name.host, name.account, label, secret, call.handle, &$0)
    }
  }

  func clear(_ name: SecretName) throws(KeyringError) {
    try perform { diary_secret_clear(name.host, name.account, call.handle, &$0) }
  }

  func tryStore(label: String) throws(KeyringError) {
    try perform { diary_secret_try_store(label, call.handle, &$0) }
  }
}
