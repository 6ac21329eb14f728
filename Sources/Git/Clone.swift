public import Diary
public import Platform

/// A clone on this machine, read through the git program.
public struct Clone: Hashable, Sendable {
  /// How commits are named.
  public enum ObjectFormat: String, Sendable {
    case sha1, sha256
  }

  /// The top of the working tree; of a bare clone its folder.
  public let root: String
  /// Where this working tree keeps what is its own.
  public let gitDirectory: String
  /// Where all working trees of one clone keep what they share.
  public let commonDirectory: String
  public let objectFormat: ObjectFormat
  public let isBare: Bool
  /// Whether history is cut off somewhere.
  public let isShallow: Bool

  let program: GitProgram
}

extension Clone {
  /// The clone in which `path` lies: a folder, or a file in one. `GIT_DIR` is heard where that is
  /// the folder we stand in, as git itself would.
  ///
  /// - Parameter directory: where relative paths start; `nil` for where this process works.
  public static func find(
    from path: String = ".", in directory: String? = nil, environment: Environment
  ) throws(GitError) -> Clone {
    let place = LocalPath.place(of: path, in: directory)
    guard File.exists(place) else { throw .noSuchPath(path) }
    let folder = File.isDirectory(place) ? place : File.directory(of: place)
    try requireRegularFiles(from: path, in: directory, environment: environment)
    var program = GitProgram(in: folder, environment: environment)
    if path != "." { program = program.ignoringLocalVariables() }
    // The last one has no answer in a bare clone, and comes last so that the others are given.
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
      throw .broken(path: path, detail: result.text)
    }
    return clone
  }

  /// Throws where git would read from what has no end. Whatever else is wrong with a clone, git
  /// says itself.
  private static func requireRegularFiles(
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
    // From here on git need not look for the clone, and cannot find another.
    var program = GitProgram(in: root, environment: environment).ignoringLocalVariables()
    program.gitDirectory = gitDirectory
    self.program = program
  }

  /// A clone that its files have told of, and what it is a clone of, by one question to git.
  public static func described(
    _ local: LocalClone
  ) throws(GitError) -> (clone: Clone, repository: Repository) {
    let listing = try local.ask(["config", "--list", "-z"]).output
    let configuration = GitConfiguration(listing: listing)
    let clone = Clone(local, configuration)
    return (clone, try clone.repository(by: configuration))
  }

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

  /// The working tree whose `.git` this is.
  private static func home(of directory: String) -> String? {
    directory.hasSuffix("/.git") ? File.directory(of: directory) : nil
  }

  /// The one path that all working trees of this clone agree on.
  public var mainRoot: String {
    if let home = Clone.home(of: commonDirectory) { return home }
    return gitDirectory == commonDirectory ? root : commonDirectory
  }
}
