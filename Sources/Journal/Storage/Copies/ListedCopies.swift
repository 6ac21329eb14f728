import Diary
import Platform

/// The list of the journal's copies in folders elsewhere, of which one is made a day.
///
/// A copy is listed before it is begun, and for as long as it may exist. So a purge finds all of them,
/// in folders that were set earlier too, and no file of another journal or another machine is counted,
/// replaced or removed.
struct ListedCopies {
  private let list: String
  private(set) var all: [Copy]

  struct Copy: Hashable {
    let path: String
    /// Whether its folder could not be reached when texts were purged.
    var lacksPurges = false

    var folder: String { File.directory(of: path) }
    var isThere: Bool { File.isRegular(path) }
    /// The day in its name.
    var day: Day? {
      let name = path.split(separator: "/").last ?? ""
      return name.firstRange(of: ListedCopies.nameEnd).flatMap {
        Day(iso: name[..<$0.lowerBound].suffix(10))
      }
    }
  }

  static let nameEnd = ".sqlite"
  /// What precedes the path of a copy from which purged texts are still to be removed.
  private static let mark = "purge "

  /// - Parameter path: the path of the list.
  init(in path: String) throws(FileError) {
    list = path
    guard File.exists(path) else {
      all = []
      return
    }
    let text = String(decoding: try File.read(path), as: UTF8.self)
    all = text.split(whereSeparator: \.isNewline).map { line in
      line.hasPrefix(Self.mark)
        ? Copy(path: String(line.dropFirst(Self.mark.count)), lacksPurges: true)
        : Copy(path: String(line))
    }
  }

  func copies(in folder: String) -> [Copy] { all.filter { $0.folder == folder } }

  /// Whether one of the folder's copies is there. The folder of a disk that is not mounted may be
  /// there too, but it is empty.
  func canReach(_ folder: String) -> Bool { copies(in: folder).contains(where: \.isThere) }

  /// The folders with copies from which purged texts are still to be removed.
  var foldersWithoutPurges: [String] {
    var folders: [String] = []
    for copy in all where copy.lacksPurges && !folders.contains(copy.folder) {
      folders.append(copy.folder)
    }
    return folders
  }

  mutating func add(_ path: String) throws(FileError) {
    guard !all.contains(where: { $0.path == path }) else { return }
    all.append(Copy(path: path))
    try save()
  }

  mutating func remove(_ path: String) throws(FileError) {
    all.removeAll { $0.path == path }
    try save()
  }

  /// Says of each folder whether its copies are without the texts that were purged, and removes copies
  /// from the list that somebody has deleted.
  mutating func markPurges() throws(FileError) {
    let reached = Set(all.map(\.folder).filter(canReach))
    let marked = all.filter { !reached.contains($0.folder) || $0.isThere }.map { copy in
      Copy(path: copy.path, lacksPurges: !reached.contains(copy.folder))
    }
    guard marked != all else { return }
    all = marked
    try save()
  }

  private func save() throws(FileError) {
    let lines = all.map { ($0.lacksPurges ? Self.mark : "") + $0.path + "\n" }
    try File.writeAtomically(Array(lines.joined().utf8), to: list)
  }
}

extension JournalFile {
  var listOfCopies: String { path + ".copies" }
  var lockOfCopies: String { path + ".copies.lock" }

  func listedCopies() throws(FileError) -> ListedCopies { try ListedCopies(in: listOfCopies) }

  /// The folders that could not be reached when texts were purged.
  func foldersWithoutPurges() throws(JournalError) -> [String] {
    try erasing { () throws(FileError) in try listedCopies().foldersWithoutPurges }
  }
}

extension Journal {
  /// Folders that cannot be reached, whose copies may have a text that was purged.
  public nonisolated func foldersWithoutPurges() throws(JournalError) -> [String] {
    try JournalFile(path: path).foldersWithoutPurges()
  }

  /// The path of the list of copies, which can be edited.
  public nonisolated var listOfCopies: String { JournalFile(path: path).listOfCopies }
}
