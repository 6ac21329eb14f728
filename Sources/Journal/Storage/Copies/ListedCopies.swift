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
    /// The ID of the folder that it is in.
    let folderID: String
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

    /// Whether its folder is there and can be written to. If the copy is not there then, somebody has
    /// deleted it.
    var isReached: Bool {
      CopyFolder(path: folder).id == folderID && File.isWritable(folder)
    }
  }

  static let nameEnd = ".sqlite"
  /// What a line begins with if purged texts are still to be removed from the copy.
  private static let mark = "purge"
  private static let limit = 1 << 20

  /// - Parameter path: the path of the list.
  init(in path: String) throws(FileError) {
    list = path
    guard File.exists(path) else {
      all = []
      return
    }
    let text = String(decoding: try File.readRegular(path, limit: Self.limit), as: UTF8.self)
    // The ID of the folder and the path, perhaps behind the mark.
    all = text.split(whereSeparator: \.isNewline).compactMap { line in
      guard let start = line.firstIndex(of: "/") else { return nil }
      let words = line[..<start].split(separator: " ")
      guard let id = words.last else { return nil }
      return Copy(
        path: String(line[start...]), folderID: String(id),
        lacksPurges: words.first.map { $0 == Self.mark } ?? false)
    }
  }

  func copies(in folder: String) -> [Copy] { all.filter { $0.folder == folder } }

  /// The folders with copies from which purged texts are still to be removed.
  var foldersWithoutPurges: [String] {
    var folders: [String] = []
    for copy in all where copy.lacksPurges && !folders.contains(copy.folder) {
      folders.append(copy.folder)
    }
    return folders
  }

  mutating func add(_ copy: Copy) throws(FileError) {
    guard !all.contains(where: { ($0.path, $0.folderID) == (copy.path, copy.folderID) }) else {
      return
    }
    all.append(copy)
    try save()
  }

  mutating func remove(_ copies: [Copy]) throws(FileError) {
    guard !copies.isEmpty else { return }
    all.removeAll(where: copies.contains)
    try save()
  }

  /// Says of each copy whether it is without the texts that were purged: those that can be reached are.
  ///
  /// - Parameter isNew: whether more texts were purged, which the others have still.
  mutating func markPurges(new isNew: Bool) throws(FileError) {
    let marked = all.map { copy in
      Copy(
        path: copy.path, folderID: copy.folderID,
        lacksPurges: !copy.isReached && (isNew || copy.lacksPurges))
    }
    guard marked != all else { return }
    all = marked
    try save()
  }

  private func save() throws(FileError) {
    let lines = all.map { ($0.lacksPurges ? Self.mark + " " : "") + "\($0.folderID) \($0.path)\n" }
    try File.writeAtomically(Array(lines.joined().utf8), to: list)
  }
}

/// A folder with copies. A file in it tells it from the empty folder where its disk is not mounted.
struct CopyFolder {
  let path: String

  private var mark: String { path + "/.commitdiary-copies" }

  /// `nil` if the folder has no such file.
  var id: String? {
    guard let bytes = try? File.readRegular(mark, limit: 64) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first
    return text.flatMap { $0.utf8.allSatisfy(\.isHexDigit) && !$0.isEmpty ? String($0) : nil }
  }

  /// The ID, which is made if there is none.
  func begin() throws(FileError) -> String {
    if let id { return id }
    let id = Hexadecimal.text(UInt64.random(in: 0 ... .max))
    try File.writeAtomically(Array("\(id)\n".utf8), to: mark)
    return id
  }
}

extension JournalFile {
  /// The path of the list of copies, which can be edited.
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

  public nonisolated var listOfCopies: String { JournalFile(path: path).listOfCopies }

  /// Whether the journal at this path has copies, of any kind.
  public static func hasCopies(at path: String) -> Bool {
    (try? JournalFile(path: path).copies.isEmpty) == false
  }
}
