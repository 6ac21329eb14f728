import Platform

// What stands beside a draft: the copy, and what editors make of the name of a file for texts of
// their own.

extension Drafts {
  static func copy(of path: String) -> String { path.dropLast(".md".count) + ".kept" }

  static func recover(_ path: String) throws(FileError) {
    try DraftCopy.restore(path, from: copy(of: path))
    try takeEmergencyText(of: path)
  }

  /// nano saves here when its terminal goes away, and what it saves is newer than the file.
  private static func takeEmergencyText(of path: String) throws(FileError) {
    let emergency = path + ".save"
    guard let text = try? File.readRegular(emergency, limit: longest), !DraftCopy.isBlank(text)
    else { return }
    try File.writeAtomically(text, to: path)
    try File.remove(emergency)
  }

  /// vim's and emacs's, which they offer by themselves to whoever opens the file again.
  static func hasSwapFile(of path: String) -> Bool {
    let folder = File.directory(of: path)
    let name = path.dropFirst(folder.utf8.count + 1)
    return File.exists("\(folder)/.\(name).swp") || File.exists("\(folder)/#\(name)#")
  }

  /// A text that is to be gone is gone from the files that editors made of it, too.
  static func remove(_ path: String, _ about: String) throws(FileError) {
    for file in files(of: path) { try File.remove(file) }
    try File.remove(about)
  }

  /// The same for a text that is purged: what was in the files is overwritten.
  static func erase(_ path: String, _ about: String) throws(FileError) {
    for file in files(of: path) + [about] { try File.erase(file) }
  }

  private static func files(of path: String) -> [String] {
    let folder = File.directory(of: path)
    // No other draft has these random letters in its name.
    let name = path.dropFirst(folder.utf8.count + 1)
    let others = ((try? File.list(folder)) ?? []).filter { $0.contains(name) && $0 != name }
    return [path, copy(of: path)] + others.map { "\(folder)/\($0)" }
  }
}
