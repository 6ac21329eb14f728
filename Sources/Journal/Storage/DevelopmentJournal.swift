import Glibc
import Platform
import SQLite
public import Sync

/// A journal of a development version, at the path of the journal. An import of what that version has exported
/// takes its place.
public struct DevelopmentJournal: Sendable {
  public let path: String
  public let schema: Int

  public init(path: String, schema: Int) {
    self.path = path
    self.schema = schema
  }

  private var prefix: String { "\(path).import-" }

  /// Where this process writes the new journal, until it takes the place.
  public var newPath: String { "\(prefix)\(getpid())" }

  /// Removes what this import and interrupted ones have written.
  public func removeUnfinished() throws(JournalError) {
    try JournalFile(path: path).onDisk { () throws(FileError) in
      let folder = File.directory(of: path)
      for file in try File.listIfThere(folder).map({ "\(folder)/\($0)" })
      where file.hasPrefix(prefix) {
        let writer = file.dropFirst(prefix.count).prefix { $0.isNumber }
        if file.hasPrefix(newPath) || !File.exists("/proc/\(writer)") { try File.erase(file) }
      }
    }
  }

  /// The IDs of all versions.
  public func versionIDs() throws(JournalError) -> Set<VersionID> {
    try versionIDs(in: open())
  }

  private func open() throws(JournalError) -> Database {
    try JournalFile(path: path).open(.readWrite, closing: .leaveLog)
  }

  private func versionIDs(in database: borrowing Database) throws(JournalError) -> Set<VersionID> {
    try database.versionIDs(
      "SELECT version_id FROM record UNION SELECT version_id FROM record_version")
  }

  /// Puts the new journal, which is closed, in the place of this one, and keeps this one and the copy of its
  /// remote under other names.
  ///
  /// - Returns: `.lacks` if the new journal has not all versions of this one.
  /// - Throws: `JournalError.busy` if another process has it open.
  public func replace() throws(JournalError) -> Replaced {
    let file = JournalFile(path: path)
    let known = try Self(path: newPath, schema: schema).versionIDs()
    let lock = try file.lock()
    defer { _ = lock }
    let old = try open()
    // Another import may have been faster.
    guard try old.pragma("user_version") == schema else { throw .busy(path: path) }
    // In this mode, SQLite moves the log into the file, for which no other process may have it open.
    try old.execute("PRAGMA locking_mode = EXCLUSIVE")
    let mode: String? = try old.value("PRAGMA journal_mode = DELETE")
    guard mode == "delete" else { throw .busy(path: path) }
    let missing = try versionIDs(in: old).subtracting(known).count
    guard missing == 0 else {
      try old.execute("PRAGMA journal_mode = WAL")
      return .lacks(missing)
    }
    let kept = file.unused("\(path).schema\(schema)")
    try file.onDisk { () throws(FileError) in
      try File.makeDurable(newPath)
      try File.link(file.target, as: kept)
      try File.makeDurable(directory: File.directory(of: kept))
      try File.move(newPath, to: file.target)
      if File.isDirectory(file.syncClone) {
        try File.move(file.syncClone, to: file.unused(file.syncClone + ".form1"))
      }
    }
    return .kept(kept)
  }

  public enum Replaced: Sendable {
    /// This one is under another path now.
    case kept(String)
    /// Nothing was changed, because the new journal lacks so many versions.
    case lacks(Int)
  }
}

extension JournalFile {
  /// What was set aside when a journal of a development version was replaced. No purge reaches into it: it can
  /// only be deleted as a whole.
  func setAside() throws(JournalError) -> [String] {
    let folder = File.directory(of: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    func isSetAside(_ file: String) -> Bool {
      guard file.hasPrefix(name + ".schema") else { return file.hasPrefix("sync.git.form1") }
      let rest = file.dropFirst(name.utf8.count + 7)
      return rest.first?.isNumber == true
    }
    return try erasing { () throws(FileError) in
      try File.listIfThere(folder).filter(isSetAside).map { "\(folder)/\($0)" }
    }
  }

  func eraseSetAside() throws(JournalError) {
    for path in try setAside() {
      try erasing { () throws(FileError) in
        if File.isDirectory(path) { try File.eraseFolder(path) } else { try File.erase(path) }
      }
    }
  }
}

extension Journal {
  /// The files with texts of a journal of a development version, which a purge does not reach.
  public nonisolated func setAside() throws(JournalError) -> [String] {
    try JournalFile(path: path).setAside()
  }

  /// Erases these files.
  public func eraseSetAside() throws(JournalError) { try JournalFile(path: path).eraseSetAside() }
}
