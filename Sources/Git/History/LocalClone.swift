public import Diary
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

extension LocalClone {
  /// The branch of each commit since an instant, by the first eight bytes of the commit's name. A
  /// commit that several branches contain belongs to the one from which git reaches it first; local
  /// branches come before those of remotes.
  public func branches(since instant: Instant) throws(GitError) -> [UInt64: String] {
    // The committer date may be a little before the author date.
    let early = max(instant.secondsSince1970 - 86_400, 1)
    let result = try program.run([
      "log", "--branches", "--remotes", "--source", "--since=@\(early) +0000",
      "--format=%H %S", "--no-color", "--no-decorate", "--no-show-signature", "--no-notes",
      "--no-patch", "--no-ext-diff", "--no-textconv", "--",
    ])
    guard result.status.isSuccess else {
      throw GitError(errorOutput: result.errorOutput, path: root)
    }
    var branches: [UInt64: String] = [:]
    for line in result.text.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 1)
      guard fields.count == 2, let name = UInt64(fields[0].prefix(16), radix: 16) else { continue }
      branches[name] = Self.branch(String(fields[1]))
    }
    return branches
  }

  /// `topic` for `refs/heads/topic` and for `refs/remotes/origin/topic`.
  private static func branch(_ reference: String) -> String {
    let parts = reference.split(separator: "/", omittingEmptySubsequences: false)
    let prefix =
      reference.hasPrefix("refs/remotes/") ? 3 : reference.hasPrefix("refs/heads/") ? 2 : 0
    return parts.count > prefix ? parts[prefix...].joined(separator: "/") : reference
  }
}

extension LocalClone {
  /// Files with the branch of a rebase or a bisection: `HEAD` has a commit meanwhile.
  private static let origins = [
    "rebase-merge/head-name", "rebase-apply/head-name", "BISECT_START",
  ]
  private static let prefix = "refs/heads/"

  /// The short name of the branch that is checked out, read from the files of the clone; `nil` if there
  /// is none, or if its references are not in files.
  public var currentBranch: String? {
    if UnresponsiveClones.contains(root) { return nil }
    let head = text(of: "HEAD")
    if head.hasPrefix("ref:") {
      let name = head.dropFirst("ref:".count).trimmed
      // A clone with the format reftable has this name in the file.
      return name == Self.prefix + ".invalid" ? nil : Self.shortName(name)
    }
    for file in Self.origins {
      let name = text(of: file)
      if name.isEmpty || name == "detached HEAD" { continue }
      if let short = Self.shortName(name[...]) { return short }
      // A bisection has the short name, or the whole ID of a commit.
      let isCommit = [40, 64].contains(name.utf8.count) && name.utf8.allSatisfy(\.isHexDigit)
      if file == "BISECT_START", !isCommit { return name }
    }
    return nil
  }

  /// The names that a branch had before it was renamed, as far as its log has them.
  public func formerNames(ofBranch name: String) -> [String] {
    let path = "\(commonDirectory)/logs/\(Self.prefix)\(name)"
    guard !UnresponsiveClones.contains(root),
      let bytes = try? File.readRegular(path, limit: GitFolder.fileLimit)
    else { return [] }
    // The message is behind a tab.
    let mark = "\tBranch: renamed "
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      guard let start = line.firstRange(of: mark)?.upperBound else { return nil }
      return line[start...].split(separator: " ").first.flatMap(Self.shortName)
    }.suffix(Self.mostNames)
  }

  private static let mostNames = 20

  private static func shortName(_ reference: Substring) -> String? {
    reference.hasPrefix(prefix) ? String(reference.dropFirst(prefix.count)) : nil
  }

  private func text(of file: String) -> String {
    let path = "\(gitDirectory)/\(file)"
    guard let bytes = try? File.readRegular(path, limit: GitFolder.fileLimit) else { return "" }
    return String(String(decoding: bytes, as: UTF8.self).trimmed)
  }
}

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
