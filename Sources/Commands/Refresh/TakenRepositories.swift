import Synchronization

/// The repositories that a task of this run has set out to walk. Two tasks on the same way would
/// each take away what the other has brought.
final class TakenRepositories: Sendable {
  private let rows = Mutex<Set<Int64>>([])

  /// Whether nobody was before.
  func take(_ row: Int64) -> Bool { rows.withLock { $0.insert(row).inserted } }
}
