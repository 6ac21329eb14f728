import Diary
import Platform

/// The folder in which a clone keeps what is git's, mostly called `.git`.
enum GitFolder {
  /// Of what is read here, in bytes.
  static let fileLimit = 64 << 20

  /// Whether git would take it for one.
  static func isValid(_ folder: String) -> Bool {
    guard File.exists(folder + "/HEAD") else { return false }
    if File.isRegular(folder + "/commondir") { return true }
    return File.isDirectory(folder + "/objects") && File.isDirectory(folder + "/refs")
  }

  /// What is wrong with a folder that has some of what belongs there; `nil` where it has nothing
  /// of it.
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

  /// Where a file in the place of the folder leads: `gitdir: ../.git/worktrees/x`.
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

  /// The folder that all working trees share.
  static func common(of folder: String) -> String {
    guard let bytes = try? File.readRegular(folder + "/commondir", limit: fileLimit) else {
      return folder
    }
    let path = String(String(decoding: bytes, as: UTF8.self).trimmed)
    return File.realPath(path.hasPrefix("/") ? path : "\(folder)/\(path)") ?? folder
  }

  /// The working tree of a git folder that somebody stands in; `nil` where it has none.
  static func workingTree(of folder: String) -> String? {
    if folder.hasSuffix("/.git") { return File.directory(of: folder) }
    guard let bytes = try? File.readRegular(folder + "/gitdir", limit: fileLimit) else {
      return nil
    }
    let dot = String(String(decoding: bytes, as: UTF8.self).trimmed)
    let tree = File.directory(of: dot.hasPrefix("/") ? dot : "\(folder)/\(dot)")
    return File.isDirectory(tree) ? File.realPath(tree) : nil
  }

  /// Files that git opens as soon as it looks at a clone, for most of our questions.
  private static let own = [
    "HEAD", "commondir", "config.worktree", "gitdir", "index", "info/attributes",
  ]
  private static let shared = [
    "config", "info/attributes", "info/grafts", "objects/info/alternates",
    "objects/info/commit-graph", "objects/info/commit-graphs/commit-graph-chain",
    "objects/pack/multi-pack-index", "packed-refs", "reftable/tables.list", "shallow",
  ]
  private static let inTree = [".gitattributes", ".mailmap"]

  /// Throws where something is in the place of such a file that has no end, or that git would wait
  /// for. What is missing, or is a folder, is left to git.
  static func requireRegularFiles(
    in folder: String, common: String, tree: String?
  ) throws(GitError) {
    let files = own.map { "\(folder)/\($0)" } + shared.map { "\(common)/\($0)" }
    for file in files where File.isEndless(file) { throw .irregularFile(file) }
    // Git does not follow links that have these names.
    for file in tree.map({ tree in inTree.map { "\(tree)/\($0)" } }) ?? []
    where File.isEndless(file, followsLinks: false) { throw .irregularFile(file) }
    guard let head = try? File.readRegular(folder + "/HEAD", limit: fileLimit) else { return }
    let text = String(decoding: head.prefix(4096), as: UTF8.self)
    guard text.hasPrefix("ref:") else { return }
    let branch = "\(common)/\(text.dropFirst("ref:".count).trimmed)"
    if File.isEndless(branch) { throw .irregularFile(branch) }
  }
}
