import Diary
import Platform

/// The git folder of a clone, usually `.git`.
enum GitFolder {
  /// The maximum size of a file that is read here, in bytes.
  static let fileLimit = 64 << 20

  /// The contents of one of git's files; `nil` if it cannot be read.
  static func bytes(of file: String) -> [UInt8]? {
    try? File.readRegular(file, limit: fileLimit)
  }

  /// The same as text, without the line break at its end.
  static func text(of file: String) -> String? {
    bytes(of: file).map { String(String(decoding: $0, as: UTF8.self).trimmed) }
  }

  /// The path that one of git's files names, which may be relative to the folder of the file.
  static func path(in file: String) -> String? {
    text(of: file).map { LocalPath.place(of: $0, in: File.directory(of: file)) }
  }

  /// Whether git would accept the folder as a git folder.
  static func isValid(_ folder: String) -> Bool {
    guard File.exists(folder + "/HEAD") else { return false }
    if File.isRegular(folder + "/commondir") { return true }
    return File.isDirectory(folder + "/objects") && File.isDirectory(folder + "/refs")
  }

  /// Describes what is missing in a damaged git folder; `nil` if the folder has no files of git.
  static func damage(in folder: String) -> String? {
    let names: [String]
    do throws(FileError) {
      names = try File.list(folder)
    } catch {
      return error.code.description
    }
    let parts = ["HEAD", "objects", "refs"]
    guard (parts + ["config"]).contains(where: names.contains) else { return nil }
    let missing = parts.first { !File.exists("\(folder)/\($0)") } ?? "HEAD"
    return ".git/\(missing): \(Errno.current)"
  }

  /// Resolves a `.git` file such as `gitdir: ../.git/worktrees/x`.
  static func target(of file: String, in folder: String) throws(GitError) -> String {
    let text: String
    do throws(FileError) {
      text = String(decoding: try File.readRegular(file, limit: fileLimit), as: UTF8.self)
    } catch {
      throw .broken(path: folder, detail: error.code.description)
    }
    guard text.hasPrefix("gitdir:") else {
      throw .broken(path: folder, detail: ".git: \(Errno.invalid)")
    }
    let path = String(text.dropFirst("gitdir:".count).trimmed)
    guard let target = File.realPath(LocalPath.place(of: path, in: folder)) else {
      throw .broken(path: folder, detail: "\(path): \(Errno.current)")
    }
    guard isValid(target) else {
      throw .broken(path: folder, detail: "\(path)/HEAD: \(Errno.notFound)")
    }
    return target
  }

  /// The git folder that all working trees share.
  static func common(of folder: String) -> String {
    path(in: folder + "/commondir").flatMap(File.realPath) ?? folder
  }

  /// The working tree of a git folder; `nil` if it has none.
  static func workingTree(of folder: String) -> String? {
    if folder.hasSuffix("/.git") { return File.directory(of: folder) }
    guard let tree = path(in: folder + "/gitdir").map(File.directory), File.isDirectory(tree) else {
      return nil
    }
    return File.realPath(tree)
  }

  /// Files that most git commands open first.
  private static let own = [
    "HEAD", "commondir", "config.worktree", "gitdir", "index", "info/attributes",
  ]
  private static let shared = [
    "config", "info/attributes", "info/grafts", "objects/info/alternates",
    "objects/info/commit-graph", "objects/info/commit-graphs/commit-graph-chain",
    "objects/pack/multi-pack-index", "packed-refs", "reftable/tables.list", "shallow",
  ]
  private static let inTree = [".gitattributes", ".mailmap"]

  /// Throws if one of these files is a FIFO or a device, so that git would block or read it
  /// endlessly. Missing files and folders are left to git.
  static func requireRegularFiles(
    in folder: String, common: String, tree: String?
  ) throws(GitError) {
    let files = own.map { "\(folder)/\($0)" } + shared.map { "\(common)/\($0)" }
    for file in files where File.isEndless(file) { throw .irregularFile(file) }
    // Git does not follow symbolic links with these names.
    for file in tree.map({ tree in inTree.map { "\(tree)/\($0)" } }) ?? []
    where File.isEndless(file, followsLinks: false) { throw .irregularFile(file) }
    guard let head = bytes(of: folder + "/HEAD") else { return }
    let text = String(decoding: head.prefix(4096), as: UTF8.self)
    guard text.hasPrefix("ref:") else { return }
    let branch = "\(common)/\(text.dropFirst("ref:".count).trimmed)"
    if File.isEndless(branch) { throw .irregularFile(branch) }
  }
}
