import CSQLite

/// The prepared statements of a connection that nothing uses at the moment, by their text: each text
/// is compiled once, however often it is run.
final class StatementCache {
  private var idle: [String: OpaquePointer] = [:]
  private var isClosed = false

  /// More texts than the program has; lists of numbers inside a text make new ones.
  private static let limit = 200

  func take(_ sql: String) -> OpaquePointer? { idle.removeValue(forKey: sql) }

  /// Takes a statement back. A second one with the same text, which is made where a statement is
  /// run inside its own rows, is finalized.
  func giveBack(_ handle: OpaquePointer, _ sql: String) {
    // What a statement that stands on a row has read would be held for as long as it stands there.
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    if isClosed || idle.count == Self.limit || idle[sql] != nil {
      sqlite3_finalize(handle)
    } else {
      idle[sql] = handle
    }
  }

  /// A database closes when the last of its statements is gone.
  func close() {
    isClosed = true
    for handle in idle.values { sqlite3_finalize(handle) }
    idle = [:]
  }
}
