import Diary
import Platform

/// The git folder of a clone, usually `.git`.
enum GitFolder {
  /// The maximum size of a file that is read here, in bytes.
  static let fileLimit = 64 << 20

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
    guard let target = File.realPath(path.hasPrefix("/") ? path : "\(folder)/\(path)") else {
      throw .broken(path: folder, detail: "\(path): \(Errno.current)")
    }
    guard isValid(target) else {
      throw .broken(path: folder, detail: "\(path)/HEAD: \(Errno.notFound)")
    }
    return target
  }

  /// The git folder that all working trees share.
  static func common(of folder: String) -> String {
    guard let bytes = try? File.readRegular(folder + "/commondir", limit: fileLimit) else {
      return folder
    }
    let path = String(String(decoding: bytes, as: UTF8.self).trimmed)
    return File.realPath(path.hasPrefix("/") ? path : "\(folder)/\(path)") ?? folder
  }

  /// The working tree of a git folder; `nil` if it has none.
  static func workingTree(of folder: String) -> String? {
    if folder.hasSuffix("/.git") { return File.directory(of: folder) }
    guard let bytes = try? File.readRegular(folder + "/gitdir", limit: fileLimit) else {
      return nil
    }
    let dot = String(String(decoding: bytes, as: UTF8.self).trimmed)
    let tree = File.directory(of: dot.hasPrefix("/") ? dot : "\(folder)/\(dot)")
    return File.isDirectory(tree) ? File.realPath(tree) : nil
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
    guard let head = try? File.readRegular(folder + "/HEAD", limit: fileLimit) else { return }
    let text = String(decoding: head.prefix(4096), as: UTF8.self)
    guard text.hasPrefix("ref:") else { return }
    let branch = "\(common)/\(text.dropFirst("ref:".count).trimmed)"
    if File.isEndless(branch) { throw .irregularFile(branch) }
  }
}
