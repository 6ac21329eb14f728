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
      try file.listedCopies().copies(in: folder).filter { $0.isThere && $0.isReached }
        .compactMap(\.day)
    }
  }

  /// Whether there are copies in a folder of this path, but not in the one that is there now.
  public func areAway() throws(JournalError) -> Bool {
    guard CopyFolder(path: folder).id == nil else { return false }
    return try !file.onDisk { () throws(FileError) in try file.listedCopies() }
      .copies(in: folder).isEmpty
  }

  /// Says that copies are made in this folder from now on, whichever was there before.
  public func beginFolder() throws(JournalError) {
    try file.onDisk { () throws(FileError) in _ = try CopyFolder(path: folder).begin() }
  }

  /// Makes the copy of a day if there is none, and removes older ones than the last seven. Each one that
  /// has a version that the journal lacks stays.
  ///
  /// No other process waits while the copy is written. It takes its name only if no text was purged
  /// meanwhile, and only after it was checked.
  public func make(on day: Day) throws(JournalError) {
    guard try file.state() == .present, let lock = try tryLock() else { return }
    defer { _ = lock }
    guard File.isDirectory(folder) else {
      throw .notWritable(path: folder, reason: .system(.notFound))
    }
    if try areAway() { throw .copiesAway(path: folder) }
    let id = try file.onDisk { () throws(FileError) in try CopyFolder(path: folder).begin() }
    try adopt()
    guard try !days().contains(day) else { return }
    let database = try file.open(.readWrite, closing: .leaveLog)
    guard try file.knownSchema(of: database) == file.newest.version else { return }
    let copy = try list(day, of: database, in: id)
    do throws(JournalError) {
      for _ in 1...3 {
        let isWritten = try write(copy.path, from: database)
        if isWritten, try publish(copy.path, of: database) { return try removeOld(in: database) }
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

  // MARK: The list

  /// Lists copies of this journal that the list has lost, or that were made of it before it was put back
  /// from one of them. Without a journal, those with the name of this machine are listed.
  public func adopt() throws(JournalError) {
    guard let id = CopyFolder(path: folder).id else { return }
    let device = try device()
    let listed = Set(
      try file.onDisk { () throws(FileError) in try file.listedCopies() }.all.map(\.path))
    let found = ((try? File.list(folder)) ?? []).sorted()
      .filter { $0.hasPrefix(name + "-") && $0.hasSuffix(ListedCopies.nameEnd) }
      .map { ListedCopies.Copy(path: "\(folder)/\($0)", folderID: id) }
      .filter { copy in
        copy.day != nil && copy.isThere && !listed.contains(copy.path)
          && (device == nil || Self.device(of: copy.path) == device)
      }
    guard !found.isEmpty else { return }
    try file.onDisk { () throws(FileError) in
      try File.makeDirectory(File.directory(of: file.path), permissions: 0o700)
    }
    let lock = try file.lock()
    defer { _ = lock }
    try file.onDisk { () throws(FileError) in
      var listed = try file.listedCopies()
      for copy in found { try listed.add(copy) }
    }
  }

  /// The ID of this journal, which its copies have too; `nil` if there is no journal.
  private func device() throws(JournalError) -> String? {
    guard try file.state() == .present else { return nil }
    return try Self.device(in: file.open(.readWrite, closing: .leaveLog))
  }

  private static func device(of copy: String) -> String? {
    try? device(in: JournalFile(path: copy).open(.immutable))
  }

  private static func device(in database: borrowing Database) throws(JournalError) -> String? {
    try database.value("SELECT lower(hex(id)) FROM device WHERE number = 1")
  }

  /// Lists the copy of a day, and removes what a process left that was killed while it wrote one.
  private func list(
    _ day: Day, of database: borrowing Database, in id: String
  ) throws(JournalError) -> ListedCopies.Copy {
    let device = try Self.device(in: database) ?? ""
    let lock = try file.lock()
    defer { _ = lock }
    return try file.onDisk { () throws(FileError) in
      var listed = try file.listedCopies()
      let here = listed.copies(in: folder).filter { $0.folderID == id }
      for copy in here {
        for leftover in try file.unfinished(of: copy.path) { try File.erase(leftover) }
      }
      if let known = here.first(where: { $0.day == day }) { return known }
      // Two machines or users may have one name.
      let name = "\(folder)/\(name)-\(device.prefix(6))-\(day)\(ListedCopies.nameEnd)"
      let copy = ListedCopies.Copy(path: file.unused(name), folderID: id)
      try listed.add(copy)
      return copy
    }
  }

  /// Removes a copy from the list that could not be written.
  private func forget(_ copy: ListedCopies.Copy) throws(JournalError) {
    let lock = try file.lock()
    defer { _ = lock }
    try file.onDisk { () throws(FileError) in
      var listed = try file.listedCopies()
      guard !copy.isThere, try file.unfinished(of: copy.path).isEmpty else { return }
      try listed.remove([copy])
    }
  }

  // MARK: A copy

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
      let problems: [String] = try JournalFile(path: unfinished).open(.immutable)
        .values("PRAGMA quick_check(1)")
      guard problems == ["ok"] else { throw .damaged(path: unfinished) }
      return true
    } catch {
      if !File.exists(unfinished) { return false }
      try? File.erase(unfinished)
      throw error
    }
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
    let purges = try purges(in: JournalFile(path: unfinished).open(.immutable))
    guard !purges.areUnfinished, try purges.count == self.purges(in: database).count else {
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
    let copies = listed.copies(in: folder).filter(\.isReached)
    let there = copies.filter(\.isThere)
    let days = Set(there.compactMap(\.day).sorted(by: >).prefix(Self.count))
    let old = there.filter { copy in copy.day.map { !days.contains($0) } ?? false }.map(\.path)
    let removable = try database.withoutOwnTexts(old)
    try file.onDisk { () throws(FileError) in
      for copy in removable { try File.erase(copy) }
      // Of these, and of those that somebody has deleted, nothing is left.
      var gone: [ListedCopies.Copy] = []
      for copy in copies where !copy.isThere {
        if try file.unfinished(of: copy.path).isEmpty { gone.append(copy) }
      }
      try listed.remove(gone)
    }
  }
}
