import Platform

// The files next to a draft: the copy, and the backup files that editors create.

extension Drafts {
  static func copy(of path: String) -> String { path.dropLast(".md".count) + ".kept" }

  static func recover(_ path: String) throws(FileError) {
    try DraftCopy.restore(path, from: copy(of: path))
    try takeEmergencyText(of: path)
  }

  /// nano saves to this file when its terminal is closed. That text is newer than the draft.
  private static func takeEmergencyText(of path: String) throws(FileError) {
    let emergency = path + ".save"
    guard let text = try? File.readRegular(emergency, limit: longest), !DraftCopy.isBlank(text)
    else { return }
    try File.writeAtomically(text, to: path)
    try File.remove(emergency)
  }

  /// The swap files of vim and Emacs, which these editors offer to recover when they open the file.
  static func hasSwapFile(of path: String) -> Bool {
    let folder = File.directory(of: path)
    let name = path.dropFirst(folder.utf8.count + 1)
    return File.exists("\(folder)/.\(name).swp") || File.exists("\(folder)/#\(name)#")
  }

  /// Removes a draft together with the files that editors created for it.
  static func remove(_ path: String, _ about: String) throws(FileError) {
    for file in try files(of: path) { try File.remove(file) }
    try File.remove(about)
  }

  /// Overwrites and removes the same files, for a text that is purged.
  static func erase(_ path: String, _ about: String) throws(FileError) {
    for file in try files(of: path) + [about] { try File.erase(file) }
  }

  private static func files(of path: String) throws(FileError) -> [String] {
    let folder = File.directory(of: path)
    // The random ID in the name belongs to no other draft.
    let name = path.dropFirst(folder.utf8.count + 1)
    let others = try File.listIfThere(folder).filter { $0.contains(name) && $0 != name }
    return [path, copy(of: path)] + others.map { "\(folder)/\($0)" }
  }
}
