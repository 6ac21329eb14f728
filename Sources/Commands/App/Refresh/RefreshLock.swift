import Localization
import Platform

/// Two refreshes of one journal at once would only ask everything twice.
struct RefreshLock: ~Copyable {
  private let lock: FileLock

  init(_ path: String) throws {
    try File.makeDirectory(File.directory(of: path))
    try File.create(path)
    guard let lock = try FileLock(trying: path) else { throw Busy() }
    self.lock = lock
  }

  private struct Busy: Error, Explained {
    var explanation: Explanation { Explanation(.refreshBusy, hint: .refreshBusyHint) }
  }
}
