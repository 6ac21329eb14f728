import Diary
import Platform
import Records
import SQLite
import Sync

/// Removes the texts listed in the table `purge` permanently.
struct Purge {
  let file: JournalFile
  /// The drafts to search.
  let drafts: Drafts?
  /// Whether this process has the lock of an exchange with the remote.
  var isExchanging = false

  /// A text to remove.
  private struct Target {
    /// The number of its row in the table `purge`.
    var number: Int64
    var name: RecordName
    var day: Day
    /// Whether it was purged on another device.
    var isReceived: Bool

    var values: [any ColumnValue] { [name.kind, name.id] }
  }

  /// All that is left to remove.
  private struct Targets {
    var texts: [Target]
    /// Records of an unknown kind that were purged, and that copies may still have.
    var unknown: [UnknownRecord]

    var isEmpty: Bool { texts.isEmpty && unknown.isEmpty }
  }

  /// Completes every recorded purge. A purge that fails is tried again later.
  ///
  /// - Returns: whether there were any.
  @discardableResult
  func complete(_ journal: borrowing Database) throws(JournalError) -> Bool {
    if try unfinishedTargets(in: journal).isEmpty {
      try removeFromCopiesElsewhere(journal)
      try Self.markCompleted(in: journal)
      return false
    }
    // A repair or a migration could be writing the files that are removed here.
    let lock = try file.lock()
    defer { _ = lock }
    // Another process may have completed the purges meanwhile.
    let targets = try unfinishedTargets(in: journal)
    if targets.isEmpty { return false }
    try removeFromLateCopies(journal)
    // An error in one file does not stop the removal from the others.
    var failure: JournalError?
    func attempt(_ work: () throws(JournalError) -> Void) {
      do { try work() } catch { failure = failure ?? error }
    }
    attempt { () throws(JournalError) in try removeDrafts(of: targets.texts, in: journal) }
    let areDraftsRemoved = failure == nil
    var copies: [String] = []
    attempt { () throws(JournalError) in
      copies = try file.erasing { () throws(FileError) in try file.copies }
    }
    for copy in copies {
      attempt { () throws(JournalError) in try remove(targets, fromCopy: copy) }
    }
    attempt { () throws(JournalError) in try file.eraseSyncClone(isLocked: isExchanging) }
    // Drafts are found by the texts in the journal, so these are kept until all drafts are removed.
    if areDraftsRemoved {
      try expectDeclarations(in: journal)
      try remove(targets.texts, from: journal)
      try emptyLog(of: journal)
    }
    // A copy that is being made from now on is one of the journal without the texts.
    attempt { () throws(JournalError) in try eraseUnfinished() }
    if let failure { throw failure }
    try file.erasing { () throws(FileError) in
      var listed = try file.listedCopies()
      try listed.markPurges(new: true)
    }
    // Another process may have recorded a purge since. It waits for the lock to complete it.
    try journal.transaction { () throws(JournalError) in
      for target in targets.texts {
        try journal.run(
          "UPDATE purge SET removed_at = ?2 WHERE number = ?1", [target.number, LocalTime.now()])
      }
      // What has arrived since has 1 still.
      for name in targets.unknown {
        try journal.run(
          "UPDATE unknown_record SET is_purged = 2 WHERE kind = ?1 AND id = ?2",
          [name.kind, name.id])
      }
      try Self.markCompleted(in: journal)
    }
    return true
  }

  /// Marks the purges that are complete: no mirror has the text in its notes reference either,
  /// the remote of the diary has a new epoch without it, and neither a file that was set aside nor a copy
  /// that cannot be reached may have it.
  static func markCompleted(in journal: borrowing Database) throws(JournalError) {
    guard
      try journal.hasRow(
        "SELECT 1 FROM purge WHERE completed_at IS NULL AND removed_at IS NOT NULL"),
      try JournalFile(path: journal.path).setAside().isEmpty,
      try JournalFile(path: journal.path).foldersWithoutPurges().isEmpty
    else { return }
    try journal.run(
      """
      UPDATE purge SET completed_at = ?1 WHERE completed_at IS NULL AND removed_at IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM mirror_note WHERE kind = 1 AND note = purge.id)
        AND (sent_at IS NOT NULL OR NOT EXISTS (SELECT 1 FROM sync_remote))
      """, [LocalTime.now()])
  }

  /// Erases incomplete files of a process that was killed while it wrote a copy.
  private func eraseUnfinished() throws(JournalError) {
    try file.erasing { () throws(FileError) in
      for leftover in try file.unfinishedCopies { try File.erase(leftover) }
      try File.eraseUnfinished(in: File.directory(of: file.path))
    }
  }

  /// - Parameter areRemoved: whether those are included that were removed, but not from all copies.
  private func unfinishedTargets(
    in journal: borrowing Database, orRemoved areRemoved: Bool = false
  ) throws(JournalError) -> Targets {
    let texts = try journal.rows(
      """
      SELECT number, kind, id, day, coalesce(sent_at = begun_at, 0) AS is_received FROM purge
      WHERE completed_at IS NULL AND (removed_at IS NULL OR ?1)
      """, [areRemoved]
    ) { row in
      RecordKind(rawValue: row["kind"]).map {
        Target(
          number: row["number"], name: RecordName(kind: $0, id: row["id"]), day: row["day"],
          isReceived: row["is_received"])
      }
    }
    return Targets(
      texts: texts.compactMap(\.self),
      unknown: try journal.rows(
        "SELECT kind, id FROM unknown_record WHERE is_purged = 1 OR (is_purged = 2 AND ?1)",
        [areRemoved]
      ) { UnknownRecord(kind: $0["kind"], id: $0["id"]) })
  }

  // MARK: Drafts

  private func removeDrafts(
    of targets: [Target], in journal: borrowing Database
  ) throws(JournalError) {
    guard let drafts else { return }
    for target in targets {
      let contents = try journal.rows(
        """
        SELECT title, body, \(Self.wasSeen("record")) AS was_seen
          FROM record WHERE kind = ?1 AND id = ?2
        UNION ALL SELECT old.title, old.body, \(Self.wasSeen("old"))
          FROM record JOIN record_version AS old ON old.record = record.number
          WHERE kind = ?1 AND id = ?2
        """, target.values
      ) { row in
        (
          text: Text(title: row["title"], body: row["body"]),
          wasSeen: row["was_seen"] as Bool
        )
      }
      let seen = try journal.versionIDs(
        "SELECT id FROM purged_version WHERE purge = ?1 AND was_seen", [target.number])
      do throws(FileError) {
        try drafts.purge(keptFrom: Set(seen.map { Hexadecimal.text($0.bytes) }))
        // If the text is gone already, a draft of the same day may belong to a newer entry.
        if contents.isEmpty, target.name.kind == .entry { continue }
        try drafts.purge(
          target.name, day: target.day, contents: contents.map(\.text),
          seen: contents.filter(\.wasSeen).map(\.text),
          keepingAdditions: target.isReceived)
      } catch {
        throw .draftNotPurged(path: error.path, reason: .system(error.code))
      }
    }
  }

  /// Whether a version was known where the text was purged, and not only made from one that was.
  private static func wasSeen(_ table: String) -> String {
    "EXISTS (SELECT 1 FROM purged_version AS seen WHERE seen.id = \(table).version_id AND seen.was_seen)"
  }

  // MARK: The journal

  /// Damaged declarations may keep the earlier versions of a deleted text, or its words.
  private func expectDeclarations(in database: borrowing Database) throws(JournalError) {
    let changed = try database.mapErrors { () throws(SQLiteError) in
      try Declarations(ofSchemaIn: database.connection)?.changed(in: database.connection)
    }
    guard changed?.isEmpty ?? true else { throw .damaged(path: database.path) }
  }

  private func remove(
    _ targets: [Target], from journal: borrowing Database
  ) throws(JournalError) {
    try journal.transaction { () throws(JournalError) in
      try journal.execute("PRAGMA secure_delete = ON")
      for target in targets {
        let record = try journal.first(
          "SELECT \(Record.columns) FROM record WHERE kind = ?1 AND id = ?2", target.values
        ) { Record($0) }
        guard let record else { continue }
        try WordIndex.remove(record.words, of: record.number, in: journal)
        try Self.removeOrigins(of: record.number, in: journal)
        // This also deletes the versions and tags.
        try journal.run("DELETE FROM record WHERE number = ?1", [record.number])
      }
      try journal.execute(Self.removingPlaces)
      try journal.execute(
        """
        DELETE FROM repository
          WHERE id NOT IN (SELECT repository FROM record WHERE repository IS NOT NULL)
            AND id NOT IN (SELECT repository FROM record_version WHERE repository IS NOT NULL)
        """)
      try WordIndex.optimize(in: journal)
    }
  }

  /// Removes the subjects of the commits that notes are on.
  private static let removingPlaces = """
    DELETE FROM followed_commit
      WHERE sha NOT IN (SELECT sha FROM record WHERE kind = 1 AND sha IS NOT NULL)
        AND sha NOT IN (SELECT sha FROM record_version WHERE sha IS NOT NULL)
    """

  /// Removes where a text came from, and keeps the hashes of the names of its items.
  static func removeOrigins(
    of record: Int64, in journal: borrowing Database
  ) throws(JournalError) {
    let names = try journal.rows(
      "SELECT format, key FROM origin WHERE record = ?1 AND key IS NOT NULL", [record]
    ) { ($0["format"] as String, $0["key"] as String) }
    for (format, key) in names {
      try journal.insert(
        ["hash": Journal.nameHash(key, in: format)], into: "purged_origin", ifThere: .ignore)
    }
    try journal.run("DELETE FROM origin WHERE record = ?1", [record])
  }

  /// Moves the log into the journal file and truncates the log.
  private func emptyLog(of journal: borrowing Database) throws(JournalError) {
    // The first column is 1 if another process kept the checkpoint from finishing.
    let wasBusy: Bool? = try journal.value("PRAGMA wal_checkpoint(TRUNCATE)")
    if wasBusy == true { throw .busy(path: file.path) }
  }

  // MARK: Copies

  /// Removes texts from copies whose folders could not be reached when they were purged, and can be now.
  private func removeFromCopiesElsewhere(_ journal: borrowing Database) throws(JournalError) {
    guard try !file.foldersWithoutPurges().isEmpty else { return }
    let lock = try file.lock()
    defer { _ = lock }
    try removeFromLateCopies(journal)
  }

  private func removeFromLateCopies(_ journal: borrowing Database) throws(JournalError) {
    var listed = try file.erasing { () throws(FileError) in try file.listedCopies() }
    let late = listed.all.filter { $0.lacksPurges && $0.isReached }
    guard !late.isEmpty else { return }
    let targets = try unfinishedTargets(in: journal, orRemoved: true)
    for copy in late where copy.isThere { try remove(targets, fromCopy: copy.path) }
    try file.erasing { () throws(FileError) in try listed.markPurges(new: false) }
  }

  /// Removes texts from a copy. The copy also loses its index, which a repair rebuilds. A damaged
  /// copy is replaced by its readable rows.
  private func remove(
    _ targets: Targets, fromCopy copy: String
  ) throws(JournalError) {
    do {
      try JournalFile.refuseSpecialFiles(at: copy)
      if !JournalFile.isLog(copy), (try? removeRows(targets, from: copy)) != nil { return }
      try replace(copy, without: targets)
    } catch {
      throw .copyNotPurged(path: copy)
    }
  }

  private func removeRows(_ targets: Targets, from copy: String) throws {
    let database = Database(connection: try Connection(path: copy, mode: .readWrite), path: copy)
    try expectDeclarations(in: database)
    try database.execute("PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON")
    try database.transaction { () throws(JournalError) in
      for target in targets.texts {
        try database.run("DELETE FROM record WHERE kind = ?1 AND id = ?2", target.values)
      }
      for name in targets.unknown {
        try database.run(
          "DELETE FROM unknown_record WHERE kind = ?1 AND id = ?2", [name.kind, name.id])
      }
      try database.execute(Self.removingPlaces)
      try WordIndex.removeAll(in: database)
      try WordIndex.optimize(in: database)
    }
    let problems: [String] = try database.values("PRAGMA quick_check(1)")
    guard problems == ["ok"] else { throw JournalError.damaged(path: copy) }
    try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private func replace(_ copy: String, without targets: Targets) throws {
    // The rows that are read from a log are written as a journal.
    let name = JournalFile.isLog(copy) ? file.damagedPath(at: LocalTime.now()) : copy
    let old = name + JournalFile.unfinished + "-old"
    let new = name + JournalFile.unfinished + "-new"
    for file in [old, new] { try File.remove(file) }
    try ReadableCopy(of: copy).rebuild(at: new)
    try removeRows(targets, from: new)
    // The copy exists at every moment, with the old or the new contents.
    try File.link(copy, as: old)
    try File.move(new, to: name)
    if name != copy { try File.remove(copy) }
    for suffix in ["-wal", "-shm", "-journal"] { try File.erase(copy + suffix) }
    try File.erase(old)
  }
}
