import Diary
public import Platform

/// A local clone, read with the git program.
public struct Clone: Hashable, Sendable {
  /// The top of the working tree, or the git folder of a bare clone.
  public let root: String
  /// The git folder of this working tree.
  public let gitDirectory: String
  /// The git folder that all working trees of the clone share. It identifies the clone.
  public let commonDirectory: String

  var program: GitProgram
}

extension Clone {
  /// Whether the clone lacks older commits, as after `git clone --depth`.
  public var isShallow: Bool {
    !UnresponsiveClones.contains(root) && (File.size(shallowFile) ?? 0) > 0
  }

  /// The file that lists where the history of a shallow clone ends.
  var shallowFile: String { commonDirectory + "/shallow" }

  /// Whether the clone has no working tree. Git may be asked.
  public var isBare: Bool {
    root == gitDirectory || (try? configuration()["core.bare"]) == "true"
  }

  /// The path that identifies the clone in all of its working trees.
  public var mainRoot: String {
    if let home = Self.home(of: commonDirectory) { return home }
    return gitDirectory == commonDirectory ? root : commonDirectory
  }

  /// The working tree of a `.git` folder.
  private static func home(of directory: String) -> String? {
    directory.hasSuffix("/.git") ? File.directory(of: directory) : nil
  }
}

// MARK: Finding it by its files

extension Clone {
  /// Finds the clone that contains `path`, which may be a folder or a file, without running a
  /// program.
  ///
  /// - Parameter directory: The base of relative paths; `nil` for the working directory.
  public static func find(
    from path: String = ".", in directory: String? = nil, environment: Environment
  ) throws(GitError) -> Clone {
    var folder = try realFolder(of: path, in: directory)
    let ceilings = (environment.nonEmpty("GIT_CEILING_DIRECTORIES") ?? "").split(separator: ":")
    while true {
      if let clone = try Clone(at: folder, environment: environment) { return clone }
      let above = File.directory(of: folder)
      if folder == "/" || ceilings.contains(where: { $0 == above }) { throw .noClone(path: path) }
      folder = above
    }
  }

  static func realFolder(of path: String, in directory: String?) throws(GitError) -> String {
    let real = try realPath(of: path, in: directory)
    return File.isDirectory(real) ? real : File.directory(of: real)
  }

  static func realPath(of path: String, in directory: String? = nil) throws(GitError) -> String {
    if let real = File.realPath(LocalPath.place(of: path, in: directory)) { return real }
    let code = Errno.current
    if code == .notFound || code == .notDirectory { throw .noSuchPath(path) }
    throw .broken(path: path, detail: code.description)
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
    // Without an explicit git folder, git searches for the clone and checks who owns it.
    self.init(
      root: root, gitDirectory: gitDirectory, commonDirectory: GitFolder.common(of: gitDirectory),
      program: GitProgram(in: root, environment: environment).ignoringLocalVariables())
    try GitFolder.requireRegularFiles(
      in: gitDirectory, common: commonDirectory, tree: root == gitDirectory ? nil : root)
  }
}

// MARK: Asking git

extension Clone {
  /// Finds the clone that contains `path`, which may be a folder or a file, as git does: it respects
  /// `GIT_DIR` if `path` is `.`.
  ///
  /// - Parameter directory: The base of relative paths; `nil` for the working directory.
  public static func findWithGit(
    from path: String = ".", in directory: String? = nil, environment: Environment
  ) throws(GitError) -> Clone {
    let resolved = LocalPath.place(of: path, in: directory)
    guard File.exists(resolved) else { throw .noSuchPath(path) }
    let folder = File.isDirectory(resolved) ? resolved : File.directory(of: resolved)
    try requireClone(from: path, in: directory, environment: environment)
    var program = GitProgram(in: folder, environment: environment)
    if path != "." { program = program.ignoringLocalVariables() }
    // `--show-toplevel` fails in a bare clone. It comes last, so that git prints the other values
    // before it.
    let result = try program.run([
      "rev-parse", "--path-format=absolute", "--is-bare-repository", "--git-dir",
      "--git-common-dir", "--show-toplevel",
    ])
    let answers = result.text.split(separator: "\n").map(String.init)
    guard result.status.isSuccess || result.errorText.containsBytes("must be run in a work tree")
    else {
      throw GitError(errorOutput: result.errorOutput, path: path)
    }
    guard (3...4).contains(answers.count) else {
      // Paths that contain newlines are read from the files of the clone.
      let clone = try find(from: path, in: directory, environment: environment)
      guard clone.root.contains("\n") else { throw .broken(path: path, detail: result.text) }
      return try clone.readingSettings().clone
    }
    let home = answers[0] == "true" ? nil : home(of: answers[1])
    let root = answers.count == 4 ? answers[3] : home ?? answers[1]
    return Clone(
      root: root, gitDirectory: answers[1], commonDirectory: answers[2],
      program: GitProgram(in: root, environment: environment).ignoringLocalVariables()
    ).withoutSearch
  }

  /// Throws if there is no clone, or if git would read from a file that may never end, such as a
  /// FIFO. All other problems of a clone are left to git.
  private static func requireClone(
    from path: String, in directory: String?, environment: Environment
  ) throws(GitError) {
    if path == ".", let name = environment.nonEmpty("GIT_DIR") {
      let folder = LocalPath.place(of: name, in: directory)
      return try GitFolder.requireRegularFiles(
        in: folder, common: GitFolder.common(of: folder), tree: nil)
    }
    do throws(GitError) {
      _ = try find(from: path, in: directory, environment: environment)
    } catch {
      switch error {
      case .irregularFile, .noClone: throw error
      default: break
      }
    }
  }

  /// With an explicit git folder, git does not search for the clone and cannot find another one.
  private var withoutSearch: Clone {
    var clone = self
    clone.program.gitDirectory = gitDirectory
    return clone
  }

  /// The clone, if git accepts it, and git's settings for it, with a single call of git.
  public func readingSettings(
    deadline: Duration? = nil
  ) throws(GitError) -> (clone: Clone, configuration: GitConfiguration) {
    let listing = try program.successfully(
      ["config", "--list", "--show-scope", "-z"], deadline: deadline ?? GitProgram.timeout
    ).output
    var configuration = GitConfiguration()
    var isOwn = false
    for (scope, entry) in GitSetting.labeled(in: listing) {
      if scope.elementsEqual("local".utf8) { isOwn = true }
      configuration.add(entry)
    }
    // Git leaves out the settings of a clone that it refuses to use. Here it says why.
    return (
      isOwn ? withoutSearch : try .findWithGit(from: root, environment: program.environment),
      configuration
    )
  }

  /// Throws if git does not accept the clone, or does not answer in time. No objects are read.
  public func check(within deadline: Duration) throws(GitError) {
    _ = try program.successfully(["rev-parse", "--git-dir"], deadline: deadline)
  }

  /// The output of `git --version`, such as `git version 2.39.5`.
  public static func gitVersion(environment: Environment) throws(GitError) -> String {
    try GitProgram(in: "/", environment: environment).run(["--version"]).text
  }
}
