public import Diary
import Platform
import SQLite

/// The copies of a journal in a folder elsewhere: one for each of the last days on which it was written.
public struct JournalCopies: Sendable {
  private let file: JournalFile
  private let folder: String
  /// What names begin with: which journal it is, and on which machine.
  private let name: String

  /// How many days have a copy.
  private static let count = 7

  public init(ofJournalAt path: String, in folder: String, name: String) {
    file = JournalFile(path: path)
    self.folder = folder
    self.name = name
  }

  /// The days that have a copy, without looking at the folder, which may be far away.
  public var listedDays: [Day] {
    ((try? file.listedCopies())?.copies(in: folder) ?? []).compactMap(\.day)
  }

  /// The days whose copies are there.
  public func days() throws(JournalError) -> [Day] {
    try file.onDisk { () throws(FileError) in
      try file.listedCopies().copies(in: folder).filter(\.isThere).compactMap(\.day)
    }
  }

  /// Makes the copy of a day if there is none, and removes older ones than the last seven. Each one that
  /// has a version that the journal lacks stays.
  ///
  /// No other process waits while the copy is written. It takes its name only if no text was purged
  /// meanwhile, and only after it was checked.
  public func make(on day: Day) throws(JournalError) {
    guard try file.state() == .present, let lock = try tryLock() else { return }
    defer { _ = lock }
    guard try !days().contains(day) else { return }
    guard File.isDirectory(folder) else {
      throw .notWritable(path: folder, reason: .system(.notFound))
    }
    let database = try file.open(.readWrite, closing: .leaveLog)
    guard try file.knownSchema(of: database) == file.newest.version else { return }
    let copy = try list(day)
    do throws(JournalError) {
      for _ in 1...3 {
        let isWritten = try write(copy, from: database)
        if isWritten, try publish(copy, of: database) { return try removeOld(in: database) }
      }
      throw .purgeUnfinished
    } catch {
      try? forget(copy)
      throw error
    }
  }

  /// `nil` if another process makes the copy.
  private func tryLock() throws(JournalError) -> FileLock? {
    do {
      return try FileLock(trying: file.lockOfCopies)
    } catch {
      throw .notWritable(path: error.path, reason: .system(error.code))
    }
  }

  /// Removes a copy from the list that could not be written.
  private func forget(_ copy: String) throws(JournalError) {
    let lock = try file.lock()
    defer { _ = lock }
    try file.onDisk { () throws(FileError) in
      var listed = try file.listedCopies()
      guard !File.exists(copy), try file.unfinished(of: copy).isEmpty else { return }
      try listed.remove(copy)
    }
  }

  /// Lists the copy of a day, and removes what a process left that was killed while it wrote one.
  private func list(_ day: Day) throws(JournalError) -> String {
    let lock = try file.lock()
    defer { _ = lock }
    return try file.onDisk { () throws(FileError) in
      var listed = try file.listedCopies()
      for copy in listed.copies(in: folder) {
        for leftover in try file.unfinished(of: copy.path) { try File.erase(leftover) }
      }
      let known = listed.copies(in: folder).first { $0.day == day }?.path
      // A file of another machine may have this name.
      let path = known ?? file.unused("\(folder)/\(name)-\(day)\(ListedCopies.nameEnd)")
      try listed.add(path)
      return path
    }
  }

  /// - Returns: `false` if a purge has removed the unfinished copy.
  private func write(_ copy: String, from database: borrowing Database) throws(JournalError) -> Bool
  {
    let unfinished = copy + JournalFile.unfinished
    do throws(JournalError) {
      try file.onDisk { () throws(FileError) in
        try File.remove(unfinished)
        try File.create(unfinished)
      }
      try database.run("VACUUM INTO ?1", [unfinished])
      try file.onDisk { () throws(FileError) in try File.makeDurable(unfinished) }
      let problems: [String] = try opened(unfinished).values("PRAGMA quick_check(1)")
      guard problems == ["ok"] else { throw .damaged(path: unfinished) }
      return true
    } catch {
      if !File.exists(unfinished) { return false }
      try? File.erase(unfinished)
      throw error
    }
  }

  private func opened(_ copy: String) throws(JournalError) -> Database {
    try JournalFile(path: copy).open(.immutable)
  }

  /// Gives the copy its name, unless a text was purged since it was begun.
  private func publish(
    _ copy: String, of database: borrowing Database
  ) throws(JournalError) -> Bool {
    let unfinished = copy + JournalFile.unfinished
    // A purge holds this lock.
    let lock = try file.lock()
    defer { _ = lock }
    guard File.exists(unfinished) else { return false }
    let purges = try purges(in: opened(unfinished))
    guard try !purges.areUnfinished, try purges.count == self.purges(in: database).count else {
      try file.erasing { () throws(FileError) in try File.erase(unfinished) }
      return false
    }
    try file.onDisk { () throws(FileError) in
      try File.move(unfinished, to: copy)
      try File.makeDurable(directory: folder)
    }
    return true
  }

  private func purges(
    in database: borrowing Database
  ) throws(JournalError) -> (count: Int, areUnfinished: Bool) {
    let count: Int? = try database.value(
      "SELECT (SELECT count(*) FROM purge) + (SELECT count(*) FROM unknown_record WHERE is_purged > 0)"
    )
    let areUnfinished = try database.hasRow(
      """
      SELECT 1 FROM purge WHERE removed_at IS NULL AND completed_at IS NULL
      UNION ALL SELECT 1 FROM unknown_record WHERE is_purged = 1
      """)
    return (count ?? 0, areUnfinished)
  }

  private func removeOld(in database: borrowing Database) throws(JournalError) {
    let lock = try file.lock()
    defer { _ = lock }
    var listed = try file.onDisk { () throws(FileError) in try file.listedCopies() }
    let copies = listed.copies(in: folder)
    let there = copies.filter(\.isThere)
    let days = Set(there.compactMap(\.day).sorted(by: >).prefix(Self.count))
    let old = there.filter { copy in copy.day.map { !days.contains($0) } ?? false }.map(\.path)
    let removable = try database.withoutOwnTexts(old)
    try file.onDisk { () throws(FileError) in
      for copy in removable { try File.erase(copy) }
      for copy in copies where !copy.isThere { try listed.remove(copy.path) }
    }
  }
}
