public import Platform

/// A clone, found by its files alone: no program is started for it.
public struct LocalClone: Hashable, Sendable {
  /// The top of the working tree; of a bare clone its folder.
  public let root: String
  /// Where this working tree keeps what is its own.
  public let gitDirectory: String
  /// Where all working trees of one clone keep what they share, and what tells one clone from others.
  public let commonDirectory: String

  let program: GitProgram
}

extension LocalClone {
  /// A clone that git itself has found, by `GIT_DIR` perhaps.
  public init(_ clone: Clone) {
    root = clone.root
    gitDirectory = clone.gitDirectory
    commonDirectory = clone.commonDirectory
    program = clone.program
  }

  /// Whether history is cut off somewhere, so that there is less of it here than there was.
  public var isShallow: Bool { (File.size(commonDirectory + "/shallow") ?? 0) > 0 }

  /// The clone in which `path` lies: a folder, or a file in one.
  ///
  /// - Parameter directory: where relative paths start; `nil` for where this process works.
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

  /// The clone whose top, or whose git folder, is `folder`; `nil` where it is neither.
  init?(at folder: String, environment: Environment) throws(GitError) {
    let dot = folder == "/" ? "/.git" : folder + "/.git"
    if File.isDirectory(dot) {
      if GitFolder.isValid(dot) {
        try self.init(root: folder, gitDirectory: dot, environment: environment)
        return
      }
      // Git goes on looking above it; a person wants to know what has become of the clone.
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
    // Git finds the clone again from its top, and so sees whether it belongs to someone else.
    program = GitProgram(in: root, environment: environment).ignoringLocalVariables()
  }
}
