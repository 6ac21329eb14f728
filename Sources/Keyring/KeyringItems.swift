import CSecret
import Glibc

/// The items found by a search, locked or not, by index.
struct KeyringItems: ~Copyable {
  private let handle: OpaquePointer
  private let count: Int

  init(owning handle: OpaquePointer) {
    self.handle = handle
    count = diary_secret_items_count(handle)
  }

  deinit { diary_secret_items_free(handle) }

  var isEmpty: Bool { count == 0 }
  var hasLocked: Bool { (0..<count).contains { isLocked($0) } }
  var firstUnlocked: Int? { (0..<count).first { !isLocked($0) } }
  var unlocked: [Int] { (0..<count).filter { !isLocked($0) } }

  private func isLocked(_ item: Int) -> Bool { diary_secret_item_is_locked(handle, item) }

  func modified(_ item: Int) -> UInt64 { diary_secret_item_modified(handle, item) }

  /// The account name of an item of GitHub CLI; `nil` if it is empty.
  func username(of item: Int) -> String? {
    guard let name = diary_secret_item_username(handle, item) else { return nil }
    defer { free(name) }
    return name.pointee == 0 ? nil : String(cString: name)
  }

  func read(
    _ item: Int, call: PendingCall, _ problem: inout diary_secret_problem
  ) -> OpaquePointer? {
    diary_secret_item_read(handle, item, call.handle, &problem)
  }
}

/// The reason why the Secret Service could not answer. A missing secret is `nil` and not an error.
public enum KeyringError: Error, Hashable, Sendable {
  /// libsecret could not be loaded.
  case libraryMissing(detail: String)
  /// There is no D-Bus session bus.
  case noBus(detail: String)
  /// No program on the bus provides the Secret Service.
  case noProvider(detail: String)
  /// The provider has no default keyring.
  case noCollection
  case locked
  /// The service did not answer, or waits for a prompt that is not visible.
  case timedOut(after: Duration)
  /// The user dismissed the prompt or canceled the call.
  case refused
  case failed(detail: String)
}

extension KeyringError {
  /// Converts an error from C, and frees its detail.
  init(taking problem: diary_secret_problem, of call: PendingCall) {
    let detail = problem.detail.map { String(cString: $0) } ?? ""
    free(problem.detail)
    self =
      switch problem.kind {
      case .failed, .no_object: .failed(detail: detail)
      case .cancelled: .timedOut(after: call.limit)
      case .silent: .timedOut(after: call.elapsed)
      case .no_bus: .noBus(detail: detail)
      case .no_provider: .noProvider(detail: detail)
      case .locked: .locked
      }
  }
}

/// The attributes under which a secret is stored. They are not secret themselves.
struct SecretName: Hashable, Sendable {
  let host: String
  let account: String

  init(host: String, account: String) throws(KeyringError) {
    try KeyringError.checkText(host, account)
    self.host = host
    self.account = account
  }
}

extension KeyringError {
  /// Rejects a NUL, at which C would cut off the text: the wrong secret would be saved.
  static func checkText(_ texts: String...) throws(KeyringError) {
    for text in texts where text.utf8.contains(0) { throw .failed(detail: "NUL") }
  }
}
