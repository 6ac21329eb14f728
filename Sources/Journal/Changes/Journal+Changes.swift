public import Diary
import Records
import SQLite
import Sync

// The log of changes has the version of each record before and after a change. A version never
// changes, so the log has no words: taking a change back makes the state of the version before the
// newest version again.

/// A change that was made by the user.
public struct LoggedChange: Sendable {
  /// The words of the command that makes such a change: `notes delete`.
  public var what: String
  public var madeAt: Moment
  /// Whether it was taken back.
  public var isUndone: Bool
  /// The first twenty of the records.
  public var records: [FoundRecord]
  /// The first line that it added to the first record, or removed from it.
  public var line: String?
  /// The number of all records that it changed.
  public var count: Int
  /// The repositories of its notes.
  public var repositories: [Repository]
}

/// The change that is being made.
struct RecordedChange {
  var today: Day
  /// Where the user writes; `nil` if that is not known.
  var place: WrittenPlace?
  /// The number of an import in the log, which its origins name.
  var number: Int64?
  /// The version before the change of each record that was changed; empty if there was none.
  var before: [Int64: [UInt8]] = [:]
  /// The keys of the tags that the user has set by hand.
  var typedTags: Set<String> = []
  /// Where the search for a free number of a to-do begins; `nil` before the first search.
  var firstNumber: Int?
}

extension Journal {
  /// Changes that are not among the newest are forgotten.
  private static let longestLog = 1000
  private static let namedRecords = 20
  /// The cache of SQLite during an import, in KiB.
  private static let importCache = 24 << 10

  /// Makes a change in one transaction, and adds it to the log.
  ///
  /// - Parameters:
  ///   - what: the words of the command.
  ///   - today: the user's day, which may end after midnight.
  ///   - place: where the user writes.
  ///   - isImport: whether what is added has origins. A record then gets one version, however often
  ///     it is changed.
  ///
  /// - Returns: the result, and whether a record was changed.
  public func make<Result: Sendable>(
    _ what: String, on today: Day, at moment: Moment, in place: WrittenPlace? = nil,
    isImport: Bool = false, _ body: @Sendable (isolated Journal) throws -> Result
  ) throws -> (result: Result, isChanged: Bool) {
    try database.connection.transaction { () throws(any Error) in
      change = RecordedChange(today: today, place: place)
      defer { change = nil }
      if isImport {
        try enlargeCache()
        change?.number = try begin(what, at: moment)
      }
      let result = try body(self)
      let before = change?.before ?? [:]
      if !before.isEmpty { try log(what, before, at: moment) }
      return (result, !before.isEmpty)
    } mapping: {
      JournalError($0, path: path)
    }
  }

  /// Says which tags the user has set by hand in this change. Those of an agent are not.
  public func type(_ tags: [String]) {
    guard !isForAgent else { return }
    change?.typedTags.formUnion(tags.map(TagKey.of))
  }

  /// Many rows in the order of a file are at random places of the indexes.
  func enlargeCache() throws(JournalError) {
    try database.execute("PRAGMA cache_size = -\(Self.importCache)")
  }

  private func log(
    _ what: String, _ before: [Int64: [UInt8]], at moment: Moment
  ) throws(JournalError) {
    try forgetUndone()
    var known = change?.number
    if known == nil { known = try begin(what, at: moment) }
    guard let number = known else { return }
    for (record, version) in before {
      try database.run(
        """
        INSERT INTO change_record (change, record, before, after)
        SELECT ?1, number, ?3, version_id FROM record WHERE number = ?2
        """, [number, record, version])
    }
    try database.run("DELETE FROM change WHERE number <= ?1", [number - Int64(Self.longestLog)])
  }

  /// Forgets what was taken back: it cannot be made again after another change. An import that changes
  /// no record is none.
  private func forgetUndone() throws(JournalError) {
    // Where their texts were exported to meanwhile is forgotten too.
    try database.run(
      """
      DELETE FROM origin WHERE change IN (SELECT number FROM change WHERE is_undone = 1)
        OR record IN (SELECT number FROM record
          WHERE deleted_at IS NOT NULL AND number IN (\(Self.undone)))
      """)
    try database.run("DELETE FROM change WHERE is_undone = 1")
  }

  /// Forgets all changes: none of them can be taken back.
  public func forgetChanges() throws(JournalError) {
    try write { () throws(JournalError) in try database.execute("DELETE FROM change") }
  }

  /// Adds a change to the log.
  ///
  /// - Returns: its number.
  private func begin(_ what: String, at moment: Moment) throws(JournalError) -> Int64 {
    try database.insert(
      [
        "what": what, "made_at": moment.instant, "made_offset": moment.offset, "is_undone": false,
      ], into: "change")
    return database.lastInsertedRow
  }

  /// Remembers the version of a record before the change that is being made.
  func willChange(_ record: Int64, isNew: Bool = false) throws(JournalError) {
    guard change != nil, change?.before[record] == nil else { return }
    change?.before[record] = isNew ? [] : try versionID(of: record)
  }

  // MARK: Reading

  /// The newest changes that have records, the newest first.
  public func changes(limit: Int) throws(JournalError) -> [LoggedChange] {
    var changes: [LoggedChange] = []
    for row in try rows("ORDER BY number DESC", limit: limit) {
      changes.append(try loggedChange(row))
    }
    return changes
  }

  private typealias ChangeRow = (number: Int64, what: String, madeAt: Moment, isUndone: Bool)

  private func rows(_ condition: String, limit: Int) throws(JournalError) -> [ChangeRow] {
    try database.rows(
      """
      SELECT number, what, made_at, made_offset, is_undone FROM change
      WHERE EXISTS (SELECT 1 FROM change_record WHERE change = change.number) \(condition)
      LIMIT \(limit)
      """
    ) { row in
      (row["number"], row["what"], row.moment("made_at", "made_offset"), row["is_undone"])
    }
  }

  private func loggedChange(_ row: ChangeRow) throws(JournalError) -> LoggedChange {
    let numbers: [Int64] = try database.values(
      "SELECT record FROM change_record WHERE change = ?1 ORDER BY record LIMIT ?2",
      [row.number, Self.namedRecords])
    var records: [FoundRecord] = []
    for number in numbers { records.append(try found(record(number))) }
    var line: String?
    if let first = numbers.first { line = try changedLine(of: row.number, in: record(first)) }
    let count: Int? = try database.value(
      "SELECT count(*) FROM change_record WHERE change = ?1", [row.number])
    let repositories: [Repository] = try database.values(
      """
      SELECT DISTINCT name FROM change_record JOIN record ON record.number = record
        JOIN repository ON repository.id = repository WHERE change = ?1
      """, [row.number])
    return LoggedChange(
      what: row.what, madeAt: row.madeAt, isUndone: row.isUndone, records: records, line: line,
      count: count ?? 0, repositories: repositories)
  }

  private func changedLine(of change: Int64, in record: Record) throws(JournalError) -> String? {
    let ids = try database.first(
      "SELECT before, after FROM change_record WHERE change = ?1 AND record = ?2",
      [change, record.number]
    ) { row -> [[UInt8]] in [row["before"], row["after"]] }
    var texts: [[Substring]] = []
    for id in ids ?? [] {
      var text = ""
      if let heads = VersionID.list(id), let state = try state(of: record, at: heads),
        !state.isDeleted
      {
        text = state.text.title + "\n" + state.text.body
      }
      texts.append(text.split(whereSeparator: \.isNewline).map { $0.trimmed })
    }
    guard texts.count == 2 else { return nil }
    func first(in text: [Substring], butNot other: [Substring]) -> String? {
      text.first { !$0.isEmpty && !other.contains($0) }.map(String.init)
    }
    return first(in: texts[1], butNot: texts[0]) ?? first(in: texts[0], butNot: texts[1])
  }

  /// The change that `undo` takes back next.
  public func nextToUndo() throws(JournalError) -> LoggedChange? {
    guard let row = try last(.undo) else { return nil }
    return try loggedChange(row)
  }

  // MARK: Undo and redo

  public enum Direction: Sendable { case undo, redo }

  /// Takes back the last change, or makes the last one again that was taken back, if no other change
  /// was made since.
  ///
  /// If a record has changed since by other means than these changes, nothing is taken back. The log
  /// then forgets the change, so that the one before it can be taken back next.
  public func takeBack(
    _ direction: Direction, on today: Day, at moment: Moment
  ) throws(JournalError) -> LoggedChange {
    let result = try write { () throws(JournalError) -> Swift.Result<LoggedChange, JournalError> in
      change = RecordedChange(today: today)
      defer { change = nil }
      guard var row = try last(direction) else { return .failure(.noChange(direction)) }
      let versions = try versions(of: row.number, direction)
      guard versions.allSatisfy(\.isCurrent) else {
        let refused = try loggedChange(row)
        try database.run("DELETE FROM change WHERE number = ?1", [row.number])
        return .failure(.changedSince(refused.what))
      }
      if direction == .undo, try isShared(row.number) {
        try database.run("DELETE FROM change WHERE number = ?1", [row.number])
        return .failure(.sharedSince(row.what))
      }
      for version in versions { try restore(version.id, of: version.record, at: moment) }
      try database.run(
        "UPDATE change SET is_undone = ?2 WHERE number = ?1", [row.number, direction == .undo])
      row.isUndone = direction == .undo
      return .success(try loggedChange(row))
    }
    return try result.get()
  }

  /// Whether a change has added versions of other devices that these know by now: taking them back would
  /// take back what was written there.
  private func isShared(_ change: Int64) throws(JournalError) -> Bool {
    try database.hasRow(
      """
      SELECT 1 FROM change_record JOIN record ON number = change_record.record
      WHERE change = ?1 AND EXISTS (SELECT 1 FROM sync_remote)
        AND (length(version_id) > \(VersionID.length)
          OR device <> 1 AND NOT EXISTS (SELECT 1 FROM unsent WHERE version = version_id))
      """, [change])
  }

  private func last(_ direction: Direction) throws(JournalError) -> ChangeRow? {
    switch direction {
    case .undo: try rows("AND is_undone = 0 ORDER BY number DESC", limit: 1).first
    case .redo: try rows("AND is_undone = 1 ORDER BY number", limit: 1).first
    }
  }

  /// The versions to which records return, and whether the records are as the change left them.
  private func versions(
    of change: Int64, _ direction: Direction
  ) throws(JournalError) -> [(record: Int64, id: [UInt8], isCurrent: Bool)] {
    let (from, to) = direction == .undo ? ("after", "before") : ("before", "after")
    return try database.rows(
      """
      SELECT number, \(to) AS id, \(from) = version_id AS is_current
      FROM change_record JOIN record ON number = record WHERE change = ?1
      """, [change]
    ) { row in (row["number"], row["id"], row["is_current"]) }
  }

  /// Makes the state of a version the newest version. The weather of an entry stays as it is.
  private func restore(
    _ version: [UInt8], of number: Int64, at moment: Moment
  ) throws(JournalError) {
    // A text that was deleted when it was imported is not deleted again by undo.
    if try versionID(of: number) == version { return }
    let record = try record(number)
    if version.isEmpty {
      let isForeign = try database.hasRow(
        "SELECT 1 FROM record WHERE number = ?1 AND device <> 1", [number])
      let before = try versionID(of: number)
      try mark(record, deleted: true, at: moment)
      // A text that was deleted already has no new version.
      if isForeign, try versionID(of: number) != before { try keepDeletionHere(of: number) }
      return try replaceInLog(version, by: versionID(of: number), of: number)
    }
    guard let heads = VersionID.list(version), var state = try state(of: record, at: heads) else {
      throw .damaged(path: path)
    }
    for field in RecordField.all where field.role == .observed {
      field.take(from: record.state, into: &state)
    }
    if record.isDeleted, !state.isDeleted, record.kind == .note {
      try forgetGitNotes(of: Identifier(stored: record.id))
    }
    try change(record, to: state, at: moment, by: .takingBack)
    try replaceInLog(version, by: versionID(of: number), of: number)
  }

  /// Puts a version in the place of one with the same texts, so that the changes before and after
  /// still fit.
  func replaceInLog(
    _ version: [UInt8], by new: [UInt8], of record: Int64
  ) throws(JournalError) {
    for column in ["before", "after"] {
      try database.run(
        "UPDATE change_record SET \(column) = ?3 WHERE record = ?1 AND \(column) = ?2",
        [record, version, new])
    }
  }

  func versionID(of record: Int64) throws(JournalError) -> [UInt8] {
    try database.value("SELECT version_id FROM record WHERE number = ?1", [record]) ?? []
  }
}
