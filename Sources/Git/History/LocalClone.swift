public import Platform

/// A local clone, found by its files without running a program.
public struct LocalClone: Hashable, Sendable {
  /// The top of the working tree, or the git folder of a bare clone.
  public let root: String
  /// The git folder of this working tree.
  public let gitDirectory: String
  /// The git folder that all working trees of the clone share. It identifies the clone.
  public let commonDirectory: String

  let program: GitProgram
}

extension LocalClone {
  /// A clone that git has found, which respects `GIT_DIR`.
  public init(_ clone: Clone) {
    root = clone.root
    gitDirectory = clone.gitDirectory
    commonDirectory = clone.commonDirectory
    program = clone.program
  }

  /// Whether the clone lacks older commits, as after `git clone --depth`.
  public var isShallow: Bool {
    !UnresponsiveClones.contains(root) && (File.size(commonDirectory + "/shallow") ?? 0) > 0
  }

  /// Finds the clone that contains `path`, which may be a folder or a file.
  ///
  /// - Parameter directory: The base of relative paths; `nil` for the working directory.
  public static func find(
    from path: String = ".", in directory: String? = nil, environment: Environment
  ) throws(GitError) -> LocalClone {
    var folder = try realFolder(of: path, in: directory)
    let ceilings = (environment.nonEmpty("GIT_CEILING_DIRECTORIES") ?? "").split(separator: ":")
    while true {
      if let clone = try LocalClone(at: folder, environment: environment) { return clone }
      let above = File.directory(of: folder)
      if folder == "/" || ceilings.contains(where: { $0 == above }) { throw .noClone(path: path) }
      folder = above
    }
  }

  static func realFolder(of path: String, in directory: String?) throws(GitError) -> String {
    guard let real = File.realPath(LocalPath.place(of: path, in: directory)) else {
      let code = Errno.current
      if code == .notFound || code == .notDirectory { throw .noSuchPath(path) }
      throw .broken(path: path, detail: code.description)
    }
    return File.isDirectory(real) ? real : File.directory(of: real)
  }

  /// The clone whose working tree or git folder is `folder`; `nil` if it is neither.
  init?(at folder: String, environment: Environment) throws(GitError) {
    let dot = folder == "/" ? "/.git" : folder + "/.git"
    if File.isDirectory(dot) {
      if GitFolder.isValid(dot) {
        try self.init(root: folder, gitDirectory: dot, environment: environment)
        return
      }
      // Git would continue with the parent folder, but the user should see that this clone is
      // damaged.
      if let damage = GitFolder.damage(in: dot) { throw .broken(path: folder, detail: damage) }
    } else if File.isRegular(dot) {
      let target = try GitFolder.target(of: dot, in: folder)
      try self.init(root: folder, gitDirectory: target, environment: environment)
      return
    } else if File.isEndless(dot) {
      throw .irregularFile(dot)
    } else if Errno.current == .notAllowed {
      throw .broken(path: folder, detail: Errno.notAllowed.description)
    }
    guard GitFolder.isValid(folder) else { return nil }
    try self.init(
      root: GitFolder.workingTree(of: folder) ?? folder, gitDirectory: folder,
      environment: environment)
  }

  private init(
    root: String, gitDirectory: String, environment: Environment
  ) throws(GitError) {
    self.root = root
    self.gitDirectory = gitDirectory
    commonDirectory = GitFolder.common(of: gitDirectory)
    try GitFolder.requireRegularFiles(
      in: gitDirectory, common: commonDirectory, tree: root == gitDirectory ? nil : root)
    // Without an explicit git folder, git searches for the clone and checks who owns it.
    program = GitProgram(in: root, environment: environment).ignoringLocalVariables()
  }
}
