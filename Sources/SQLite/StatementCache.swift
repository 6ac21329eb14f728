import CSQLite

/// The prepared statements of a connection that are not in use, by their SQL. Each SQL text is
/// compiled once.
final class StatementCache {
  private var idle: [String: OpaquePointer] = [:]
  private var isClosed = false

  /// More than the number of different statements in the program, except for those that contain
  /// lists of numbers.
  private static let limit = 200

  func take(_ sql: String) -> OpaquePointer? { idle.removeValue(forKey: sql) }

  /// Returns a statement to the cache. If the cache already has one with the same SQL, as after a
  /// statement was run while its own rows were read, it is finalized.
  func giveBack(_ handle: OpaquePointer, _ sql: String) {
    // A statement that is not reset keeps its read transaction open.
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    if isClosed || idle.count == Self.limit || idle[sql] != nil {
      sqlite3_finalize(handle)
    } else {
      idle[sql] = handle
    }
  }

  /// Finalizes the idle statements, because a database closes only after its last statement is
  /// finalized.
  func close() {
    isClosed = true
    for handle in idle.values { sqlite3_finalize(handle) }
    idle = [:]
  }
}
