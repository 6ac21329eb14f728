import Diary
import Platform

extension LocalClone {
  /// Whether the working tree and the repository belong together, and nothing outside of them is read: a
  /// file `.git` can name any repository, and a repository any folder as its working tree, or the objects
  /// of another one.
  public var isSelfContained: Bool {
    get throws(GitError) {
      guard let tree = File.realPath(root), let folder = File.realPath(gitDirectory),
        let common = File.realPath(commonDirectory),
        try File.realPath(Clone.find(from: root, environment: program.environment).root) == tree,
        File.realPath(common + "/objects") == common + "/objects",
        File.realPath(common + "/refs") == common + "/refs",
        !File.exists(common + "/objects/info/alternates")
      else { return false }
      if folder != common {
        // A working tree beside others and its git folder name each other.
        return File.directory(of: folder) == common + "/worktrees"
          && target(of: "gitdir", in: folder).map(File.directory).flatMap(File.realPath) == tree
      }
      if folder == tree || folder.hasPrefix(tree + "/") { return true }
      // The repository of a submodule names its working tree. Git reads no other files for that.
      let words = ["config", "--file", folder + "/config", "--no-includes", "core.worktree"]
      let named = try program.run(words).text.trimmed
      return !named.isEmpty && File.realPath(absolute(named, in: folder)) == tree
    }
  }

  /// The path in a file of a git folder.
  private func target(of name: String, in folder: String) -> String? {
    guard let bytes = try? File.readRegular("\(folder)/\(name)", limit: GitFolder.fileLimit) else {
      return nil
    }
    return absolute(String(decoding: bytes, as: UTF8.self).trimmed, in: folder)
  }

  private func absolute(_ path: Substring, in folder: String) -> String {
    path.hasPrefix("/") ? String(path) : "\(folder)/\(path)"
  }
}
