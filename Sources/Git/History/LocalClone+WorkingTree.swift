import Diary
import Platform

extension LocalClone {
  /// Whether the git folder and the working tree belong together: a file `.git` can name the folder of any
  /// repository, and a setting of a repository any folder as its working tree.
  public var ownsWorkingTree: Bool {
    get throws(GitError) {
      guard let tree = File.realPath(root) else { return false }
      let named = try Clone.readingSettings(of: self).configuration["core.worktree"].map { path in
        File.realPath(path.hasPrefix("/") ? path : "\(gitDirectory)/\(path)")
      }
      if let named { return named == tree }
      let folder = File.realPath(gitDirectory) ?? gitDirectory
      if folder == tree || folder == tree + "/.git" { return true }
      // Each of several working trees is named by its git folder.
      let file = try? File.readRegular(gitDirectory + "/gitdir", limit: GitFolder.fileLimit)
      guard let file else { return false }
      let dot = String(String(decoding: file, as: UTF8.self).trimmed)
      let path = File.directory(of: dot.hasPrefix("/") ? dot : "\(gitDirectory)/\(dot)")
      return File.realPath(path) == tree
    }
  }
}
