import Diary
public import Platform

/// A local clone, read with the git program.
public struct Clone: Hashable, Sendable {
  /// The hash function of object names.
  public enum ObjectFormat: String, Sendable {
    case sha1, sha256
  }

  /// The top of the working tree, or the git folder of a bare clone.
  public let root: String
  /// The git folder of this working tree.
  public let gitDirectory: String
  /// The git folder that all working trees of the clone share.
  public let commonDirectory: String
  public let objectFormat: ObjectFormat
  public let isBare: Bool
  /// Whether the clone lacks older commits, as after `git clone --depth`.
  public let isShallow: Bool

  let program: GitProgram
}

extension Clone {
  /// Finds the clone that contains `path`, which may be a folder or a file. Like git, this respects
  /// `GIT_DIR` if `path` is `.`.
  ///
  /// - Parameter directory: The base of relative paths; `nil` for the working directory.
  public static func find(
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
      "rev-parse", "--path-format=absolute", "--show-object-format", "--is-shallow-repository",
      "--is-bare-repository", "--git-dir", "--git-common-dir", "--show-toplevel",
    ])
    let answers = result.text.split(separator: "\n").map(String.init)
    guard result.status.isSuccess || result.errorText.containsBytes("must be run in a work tree")
    else {
      throw GitError(errorOutput: result.errorOutput, path: path)
    }
    guard let clone = Clone(answers: answers, environment: environment) else {
      // Paths that contain newlines are read from the files of the clone.
      let local = try LocalClone.find(from: path, in: directory, environment: environment)
      guard local.root.contains("\n") else { throw .broken(path: path, detail: result.text) }
      return try readingSettings(of: local).clone
    }
    return clone
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
      _ = try LocalClone.find(from: path, in: directory, environment: environment)
    } catch .irregularFile(let file) {
      throw .irregularFile(file)
    } catch .noClone {
      throw .noClone(path: path)
    } catch {}
  }

  private init?(answers: [String], environment: Environment) {
    guard (5...6).contains(answers.count), let format = ObjectFormat(rawValue: answers[0]) else {
      return nil
    }
    objectFormat = format
    isShallow = answers[1] == "true"
    isBare = answers[2] == "true"
    gitDirectory = answers[3]
    commonDirectory = answers[4]
    let home = Clone.home(of: gitDirectory) ?? gitDirectory
    root = answers.count == 6 ? answers[5] : isBare ? gitDirectory : home
    // With an explicit git folder, git does not search for the clone and cannot find another one.
    var program = GitProgram(in: root, environment: environment).ignoringLocalVariables()
    program.gitDirectory = gitDirectory
    self.program = program
  }

  /// Creates a clone from its files, and reads git's settings with a single call of git.
  public static func readingSettings(
    of local: LocalClone, deadline: Duration? = nil
  ) throws(GitError) -> (clone: Clone, configuration: GitConfiguration) {
    let listing = try local.runGit(
      ["config", "--list", "--show-scope", "-z"], deadline: deadline ?? GitProgram.timeout
    ).output
    let fields = listing.split(separator: 0, omittingEmptySubsequences: false)
    var configuration = GitConfiguration()
    var isOwn = false
    for index in stride(from: 0, to: fields.count - 1, by: 2) {
      if fields[index].elementsEqual("local".utf8) { isOwn = true }
      configuration.add(fields[index + 1])
    }
    guard isOwn else {
      // Git leaves out the settings of a clone that it refuses to use. Here it says why.
      let clone = try Clone.find(from: local.root, environment: local.program.environment)
      return (clone, configuration)
    }
    return (Clone(local, configuration), configuration)
  }

  /// Creates a clone from its files, without git's settings: the hash function may be wrong.
  public init(withoutSettings local: LocalClone) { self.init(local, GitConfiguration()) }

  private init(_ local: LocalClone, _ configuration: GitConfiguration) {
    objectFormat = configuration["extensions.objectformat"] == "sha256" ? .sha256 : .sha1
    isShallow = local.isShallow
    isBare = local.root == local.gitDirectory || configuration["core.bare"] == "true"
    root = local.root
    gitDirectory = local.gitDirectory
    commonDirectory = local.commonDirectory
    var program = local.program
    program.gitDirectory = gitDirectory
    self.program = program
  }

  /// The working tree of a `.git` folder.
  private static func home(of directory: String) -> String? {
    directory.hasSuffix("/.git") ? File.directory(of: directory) : nil
  }

  /// The path that identifies the clone in all of its working trees.
  public var mainRoot: String {
    Clone.mainRoot(root: root, gitDirectory: gitDirectory, commonDirectory: commonDirectory)
  }

  static func mainRoot(root: String, gitDirectory: String, commonDirectory: String) -> String {
    if let home = Clone.home(of: commonDirectory) { return home }
    return gitDirectory == commonDirectory ? root : commonDirectory
  }
}
