import Platform

/// Normalizes paths of clones.
enum LocalPath {
  /// Removes `.` segments, doubled slashes, a trailing slash and a trailing `.git` segment. `..` is
  /// kept, because the parent of a link is known only to the file system.
  static func normalized(_ text: String) -> String {
    var parts = text.split(separator: "/").filter { $0 != "." }
    if parts.count > 1, parts.last == ".git" { parts.removeLast() }
    let path = parts.joined(separator: "/")
    return text.hasPrefix("/") ? "/" + path : path.isEmpty ? "." : path
  }

  /// The path that the user typed, relative to `directory` if that is given.
  static func place(of typed: String, in directory: String?) -> String {
    guard let directory, !typed.hasPrefix("/") else { return typed }
    return typed == "." ? directory : "\(directory)/\(typed)"
  }

  /// The absolute path, with symbolic links resolved if it exists.
  static func absolute(_ path: String, from directory: String) -> String {
    let joined = path.hasPrefix("/") ? path : "\(directory)/\(path)"
    return normalized(File.realPath(joined) ?? joined)
  }
}
