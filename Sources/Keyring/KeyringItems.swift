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
