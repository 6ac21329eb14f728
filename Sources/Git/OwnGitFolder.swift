import Diary
import Platform

/// A git folder of this program for the time of some commands. It has the objects, and on request the
/// references, of another repository, but not its configuration, attributes and hooks: these may name
/// programs to run, and newer versions of git know more such settings than could be listed here.
struct OwnGitFolder: ~Copyable {
  enum References {
    /// Those of the repository, which git can change.
    case linked
    /// Only these commits, each as `refs/ours/COMMIT`.
    case commits([String])
  }

  let path: String
  private let environment: Environment

  /// - Parameters:
  ///   - repository: the git folder that all working trees of a repository share.
  ///   - place: where to create the folder, instead of one that a killed process has left there; `nil` for
  ///     a new one among the temporary files.
  init(
    for repository: String, _ references: References, at place: String? = nil,
    environment: Environment
  ) throws(GitError) {
    self.environment = environment
    path = place ?? Self.newPath(in: environment.nonEmpty("TMPDIR") ?? "/tmp")
    let format = try RepositoryFormat(of: repository, environment: environment)
    try fill(with: references, of: repository, format)
  }

  /// Removes the links and not what they refer to.
  deinit { try? File.removeFolder(path) }

  /// A new path below a git folder, after what killed processes have left there is removed.
  static func newPath(inRepository folder: String) -> String {
    let hourAgo = LocalTime.now().secondsSince1970 - 3600
    for name in (try? File.listIfThere(folder)) ?? [] where name.hasPrefix("commitdiary-git-") {
      let old = "\(folder)/\(name)"
      if let time = File.modified(old), time < hourAgo * 1_000_000_000 {
        try? File.removeFolder(old)
      }
    }
    return newPath(in: folder)
  }

  private static func newPath(in parent: String) -> String {
    "\(parent)/commitdiary-git-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
  }

  private func fill(
    with references: References, of repository: String, _ format: RepositoryFormat
  ) throws(GitError) {
    do throws(FileError) {
      if File.exists(path) { try File.removeFolder(path) }
      try File.makeDirectory(path)
      try File.write(Array("ref: refs/heads/none\n".utf8), to: path + "/HEAD")
      // A repository with a log of its references keeps it.
      let log = File.exists(repository + "/logs") ? "\tlogAllRefUpdates = true\n" : ""
      try File.write(
        Array((format.settings(for: references) + log + Self.settings).utf8),
        to: path + "/config")
      try link(["objects", "shallow"], of: repository)
      switch references {
      case .linked: try link(["refs", "packed-refs", "logs", "reftable"], of: repository)
      case .commits(let commits):
        for folder in ["/refs", "/refs/ours"] { try File.makeDirectory(path + folder) }
        for commit in commits {
          try File.write(Array("\(commit)\n".utf8), to: "\(path)/refs/ours/\(commit)")
        }
      }
    } catch {
      throw .broken(path: repository, detail: "\(error.path): \(error.code)")
    }
  }

  /// Git in this folder.
  ///
  /// - Parameter directory: the working directory.
  func program(in directory: String) -> GitProgram {
    GitProgram(in: directory, gitDirectory: path, environment: environment)
      .ignoringLocalVariables()
  }

  /// Settings of the user do not apply where these say otherwise.
  private static let settings = """
    \tbare = true
    \thooksPath = /dev/null
    \tfsmonitor = false
    \talternateRefsCommand = false
    [receive]
    \tautogc = false
    [gc]
    \tauto = 0
    [maintenance]
    \tauto = false

    """

  /// Links files that may not exist yet: git creates them where the link points to.
  private func link(_ names: [String], of repository: String) throws(FileError) {
    for name in names {
      let isOptional = ["shallow", "logs", "reftable"].contains(name)
      if isOptional, !File.exists("\(repository)/\(name)") { continue }
      try File.makeSymbolicLink("\(path)/\(name)", to: "\(repository)/\(name)")
    }
  }
}

/// How a repository stores objects and references, which git reads from `core.repositoryformatversion`
/// and `extensions`.
private struct RepositoryFormat {
  private var settings: String
  /// How references are stored; empty for files.
  private var referenceSettings = ""

  /// The same for a configuration file. The section `core` comes last. Commits of ours are references in
  /// files.
  func settings(for references: OwnGitFolder.References) -> String {
    if case .linked = references {
      settings + referenceSettings + "[core]\n"
    } else {
      settings + "[core]\n"
    }
  }

  /// - Throws: an error that names the extension that is not supported.
  init(of repository: String, environment: Environment) throws(GitError) {
    let file = repository + "/config"
    let version = "[core]\n\trepositoryformatversion = "
    let text: String
    do throws(FileError) {
      text = String(
        decoding: try File.readRegular(file, limit: GitFolder.fileLimit), as: UTF8.self)
    } catch {
      guard error.code == .notFound else { throw .irregularFile(file) }
      settings = version + "0\n"
      return
    }
    // Most repositories have what git writes by default.
    if text.containsBytes("repositoryformatversion = 0"),
      !text.lowercased().containsBytes("extensions")
    {
      settings = version + "0\n"
      return
    }
    // Git reads a file that is named without its inclusions, as it does for the format.
    let listing = try GitProgram(in: "/", environment: environment).ignoringLocalVariables()
      .run(["config", "--file", file, "--list", "-z"])
    guard listing.status.isSuccess else {
      throw GitError(errorOutput: listing.errorOutput, path: repository)
    }
    let configuration = GitConfiguration(listing: listing.output)
    let number = configuration["core.repositoryformatversion"].flatMap { Int($0) } ?? 0
    var lines = version + "\(number)\n"
    let extensions = configuration.extensions
    if !extensions.isEmpty { lines += "[extensions]\n" }
    for (name, value) in extensions {
      switch (name, value.lowercased()) {
      case ("objectformat", "sha1"), ("objectformat", "sha256"), ("refstorage", "files"),
        ("preciousobjects", "true"), ("preciousobjects", "false"):
        lines += "\t\(name) = \(value)\n"
      case ("refstorage", "reftable"): referenceSettings = "[extensions]\n\trefstorage = reftable\n"
      // These do not change how objects and references are stored.
      case ("noop", _), ("noop-v1", _), ("partialclone", _), ("worktreeconfig", _),
        ("relativeworktrees", _), ("submodulepathconfig", _):
        break
      default: throw .broken(path: repository, detail: "extensions.\(name) = \(value)")
      }
    }
    settings = lines
  }
}
