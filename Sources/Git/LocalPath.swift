import Platform

/// Paths of clones.
enum LocalPath {
  /// The path without `.`, doubled slashes, and what it may have at its end: a slash, or the `.git`
  /// that is a folder of its own. `..` stays, because only the disk knows what is above a link.
  static func normalized(_ text: String) -> String {
    var parts = text.split(separator: "/").filter { $0 != "." }
    if parts.count > 1, parts.last == ".git" { parts.removeLast() }
    let path = parts.joined(separator: "/")
    return text.hasPrefix("/") ? "/" + path : path.isEmpty ? "." : path
  }

  /// The path of what was typed, where relative paths start from `directory`; without one they
  /// start where this process works.
  static func place(of typed: String, in directory: String?) -> String {
    guard let directory, !typed.hasPrefix("/") else { return typed }
    return typed == "." ? directory : "\(directory)/\(typed)"
  }

  /// The path from the root, links resolved where it is there.
  static func absolute(_ path: String, from directory: String) -> String {
    let joined = path.hasPrefix("/") ? path : "\(directory)/\(path)"
    return normalized(File.realPath(joined) ?? joined)
  }
}
