import Diary
import Platform

// The copies of a journal that are beside it.

extension JournalFile {
  /// The path of the copy that is made before a migration.
  func copyPath(schema: Int) -> String { "\(path)\(Self.schemaInfix)\(schema)" }

  /// The path of the copy of a damaged journal that is made before a repair.
  func damagedPath(at instant: Instant) -> String {
    unused("\(path)\(Self.repairInfix)\(instant.secondsSince1970)")
  }

  static let schemaInfix = ".schema-"
  static let repairInfix = ".before-repair-"
  static let logInfix = ".log-"

  /// All existing copies of the journal, of any kind.
  var copies: [String] {
    get throws(FileError) {
      try filesBeside {
        !["-wal", "-shm", "-journal", Self.unfinished].contains(where: $0.hasSuffix)
          && !$0.contains(Self.unfinished + "-")
      }
    }
  }

  /// The same copies, newest first.
  var copiesNewestFirst: [String] {
    get throws(FileError) {
      let dated = try copies.map { (path: $0, time: File.modified($0) ?? 0) }
      return dated.sorted { ($0.time, $0.path) > ($1.time, $1.path) }.map(\.path)
    }
  }

  /// The copies that repairs have made, newest first.
  var repairCopiesNewestFirst: [String] {
    get throws(FileError) {
      try copiesNewestFirst.filter {
        $0.split(separator: "/").last?.contains(Self.repairInfix) ?? false
      }
    }
  }

  /// Whether a copy is a log without a journal.
  static func isLog(_ copy: String) -> Bool {
    copy.split(separator: "/").last?.contains(logInfix) ?? false
  }

  /// Copies that were not completed and are useless.
  var unfinishedCopies: [String] {
    get throws(FileError) { try filesBeside { $0.contains(Self.unfinished) } }
  }

  /// The suffix of files that are not yet complete.
  static let unfinished = ".unfinished"

  /// Regular files only: opening a pipe or a device may block forever, and neither is a copy.
  private func filesBeside(_ isWanted: (String) -> Bool) throws(FileError) -> [String] {
    let folder = File.directory(of: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return try File.listIfThere(folder).filter { file in
      [Self.schemaInfix, Self.repairInfix, Self.logInfix].contains { file.hasPrefix(name + $0) }
        && isWanted(file)
    }
    .map { "\(folder)/\($0)" }
    .filter(File.isRegular)
  }
}
