import SQLite

// Rows are read one by one, so that a damaged page costs only the rows on it.

extension Salvage {
  /// Passes every readable row of a table to `take`, some of them possibly twice, until `take`
  /// returns `false`.
  ///
  /// - Returns: whether every row could be read.
  ///
  /// - Throws: if the file cannot be read for another reason than damage, such as a failing disk.
  static func forEachRow(
    of table: String, _ columns: [String], in source: borrowing Connection,
    _ take: ([Value]) -> Bool
  ) throws(SQLiteError) -> Bool {
    let list = columns.joined(separator: ", ")
    let keys = try unlessDamaged { () throws(SQLiteError) in
      try primaryKey(of: table, in: source)
    }
    if let keys, !keys.isEmpty, try !isNumbered(table, in: source) {
      // A table without row numbers is read from both ends up to the damage.
      for direction in ["", " DESC"] {
        let order = keys.map { $0 + direction }.joined(separator: ", ")
        let end = try read(
          "SELECT \(list) FROM \(table) ORDER BY \(order)", [], in: source, take)
        if end != .damage { return end == .last }
      }
      return false
    }
    return try NumberedRows(table: table, list: list).walk(source, take)
  }

  private static func isNumbered(
    _ table: String, in source: borrowing Connection
  ) throws(SQLiteError) -> Bool {
    let number: Int64? = try unlessDamaged { () throws(SQLiteError) in
      try source.value("SELECT rowid FROM \(table) LIMIT 1")
    }
    return number != nil
  }

  private static func primaryKey(
    of table: String, in source: borrowing Connection
  ) throws(SQLiteError) -> [String] {
    try source.values(
      "SELECT name FROM pragma_table_info(?1) WHERE pk > 0 ORDER BY pk", [.text(table)])
  }

  /// How reading the rows ended.
  enum End { case last, stopped, damage }

  static func read(
    _ sql: String, _ values: [Value], in source: borrowing Connection, _ take: ([Value]) -> Bool
  ) throws(SQLiteError) -> End {
    try unlessDamaged { () throws(SQLiteError) in
      var statement = try source.prepare(sql)
      try statement.bind(values)
      while try statement.step() {
        guard take(statement.values) else { return .stopped }
      }
      return .last
    } ?? .damage
  }

  /// - Returns: `nil` if what is read is damaged.
  ///
  /// - Throws: every error that says nothing about the contents. An intact row that a failing disk
  ///   or a lack of memory keeps from being read must not be left out.
  static func unlessDamaged<Result>(
    _ read: () throws(SQLiteError) -> Result?
  ) throws(SQLiteError) -> Result? {
    do throws(SQLiteError) {
      return try read()
    } catch {
      switch error.kind {
      // Reading a table that the damaged schema lacks is an error of the kind `other`, and a
      // damaged length of a row may be refused as too big.
      case .corrupt, .notADatabase, .tooBig, .constraint, .other: return nil
      case .busy, .diskFull, .inputOutput, .readOnly, .cannotOpen, .outOfMemory, .interrupted:
        throw error
      }
    }
  }
}

/// Reads a table in the order of its row numbers and skips damaged parts.
private struct NumberedRows {
  let table: String
  let list: String

  /// Reads upward to the first damaged row, then downward from the next readable row to the damage,
  /// and continues upward from there.
  func walk(_ source: borrowing Connection, _ take: ([Value]) -> Bool) throws(SQLiteError) -> Bool {
    var isWhole = true
    var start = Int64.min
    while true {
      let (end, reached) = try read("rowid >= ?1 ORDER BY rowid", start, in: source, take)
      if end != .damage { return end == .last && isWhole }
      isWhole = false
      let edge = max(reached ?? start, start, Self.lowest)
      guard let next = try readable(above: edge, in: source) else {
        _ = try read("rowid > ?1 ORDER BY rowid DESC", edge, in: source, take)
        return false
      }
      if next > edge + 1 {
        let (end, _) = try read(
          "rowid < ?1 AND rowid > \(edge) ORDER BY rowid DESC", next, in: source, take)
        if end == .stopped { return false }
      }
      start = next
    }
  }

  /// Lower than any row number: days before 1970 are negative.
  private static let lowest: Int64 = -1_000_000

  private func read(
    _ condition: String, _ value: Int64, in source: borrowing Connection,
    _ take: ([Value]) -> Bool
  ) throws(SQLiteError) -> (end: Salvage.End, reached: Int64?) {
    var reached: Int64?
    let end = try Salvage.read(
      "SELECT rowid, \(list) FROM \(table) WHERE \(condition)", [.integer(value)], in: source
    ) { values in
      if case .integer(let number) = values[0] { reached = number }
      return take(Array(values.dropFirst()))
    }
    return (end, reached)
  }

  private enum Probe: Equatable {
    case row(Int64)
    case damage, nothing
  }

  /// The number of a readable row above `edge`, close to the lowest one.
  private func readable(above edge: Int64, in source: borrowing Connection) throws(SQLiteError)
    -> Int64?
  {
    func probe(_ number: Int64) throws(SQLiteError) -> Probe {
      try Salvage.unlessDamaged { () throws(SQLiteError) in
        let found: Int64? = try source.value(
          "SELECT rowid FROM \(table) WHERE rowid >= ?1 ORDER BY rowid LIMIT 1",
          [.integer(number)])
        // A damaged page may lead to an earlier row.
        return found.map { $0 >= number ? .row($0) : .damage } ?? .nothing
      } ?? .damage
    }
    // The step doubles until a number is not damaged; a binary search continues from a number
    // beyond the last row.
    var damaged = edge
    var step: Int64 = 1
    var beyond: Int64?
    while beyond == nil {
      let (number, isTooBig) = edge.addingReportingOverflow(step)
      if isTooBig { return nil }
      switch try probe(number) {
      case .row(let found): return found
      case .damage: damaged = number
      case .nothing: beyond = number
      }
      step &*= 2
      if step <= 0 { return nil }
    }
    var behind = beyond ?? edge
    while behind - damaged > 1 {
      let middle = damaged + (behind - damaged) / 2
      switch try probe(middle) {
      case .row(let found): return found
      case .damage: damaged = middle
      case .nothing: behind = middle
      }
    }
    return nil
  }
}
