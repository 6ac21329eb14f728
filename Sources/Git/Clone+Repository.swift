public import Diary
import Platform

extension Clone {
  /// The git setting that names the repository of a clone.
  public static let repositorySetting = "commitdiary.repository"

  /// Git's settings for this clone.
  public func configuration() throws(GitError) -> GitConfiguration {
    GitConfiguration(listing: try program.successfully(["config", "--list", "-z"]).output)
  }

  /// The repository of this clone, from its setting, else from its remote, else its own path.
  public func repository() throws(GitError) -> Repository {
    try repository(by: configuration())
  }

  /// The same for a configuration that was read before.
  public func repository(by configuration: GitConfiguration) throws(GitError) -> Repository {
    if let setting = configuration[Clone.repositorySetting], !setting.isEmpty {
      guard let repository = RemoteAddress(typed: setting).flatMap(named) else {
        throw .invalidRepository(setting)
      }
      return repository
    }
    let remote = configuration.mainRemote.flatMap { RemoteAddress(remote: $0.url) }
    return remote.flatMap(named) ?? Repository(name: mainRoot)
  }

  private func named(_ address: RemoteAddress) -> Repository? {
    guard case .local(let path) = address else { return address.repository }
    let absolute = LocalPath.absolute(
      File.expandingHome(path, environment: program.environment), from: mainRoot)
    return Repository(name: absolute)
  }

  /// The author of new commits in this clone.
  public func user(by configuration: GitConfiguration) -> (name: String?, email: String?) {
    let environment = program.environment
    return (
      environment.nonEmpty("GIT_AUTHOR_NAME") ?? configuration["author.name"]
        ?? configuration["user.name"],
      environment.nonEmpty("GIT_AUTHOR_EMAIL") ?? configuration["author.email"]
        ?? configuration["user.email"]
    )
  }
}

extension Clone {
  /// Whether this may be a clone of a repository, as far as its settings tell without git: whatever
  /// address they have for it ends in its name.
  public func mayBelong(to repository: Repository) -> Bool {
    guard repository.name != mainRoot, let name = repository.key.split(separator: "/").last,
      let settings = GitFolder.text(of: commonDirectory + "/config")?.lowercased()
    else { return true }
    let ends = ["/", ":", "= "].map { $0 + name.lowercased() }
    // These settings may hide the address.
    return (ends + ["[include", "insteadof"]).contains(where: settings.containsBytes)
  }

  /// Whether the working tree and the repository belong together, and nothing outside of them is read: a
  /// file `.git` can name any repository, and a repository any folder as its working tree, or the objects
  /// of another one.
  public var isSelfContained: Bool {
    get throws(GitError) {
      guard let tree = File.realPath(root), let folder = File.realPath(gitDirectory),
        let common = File.realPath(commonDirectory),
        try File.realPath(
          Clone.findWithGit(from: root, environment: program.environment).root) == tree,
        File.realPath(common + "/objects") == common + "/objects",
        File.realPath(common + "/refs") == common + "/refs",
        !File.exists(common + "/objects/info/alternates")
      else { return false }
      if folder != common {
        // A working tree beside others and its git folder name each other.
        return File.directory(of: folder) == common + "/worktrees"
          && GitFolder.path(in: folder + "/gitdir").map(File.directory).flatMap(File.realPath)
            == tree
      }
      if folder == tree || folder.hasPrefix(tree + "/") { return true }
      // The repository of a submodule names its working tree. Git reads no other files for that.
      let words = ["config", "--file", folder + "/config", "--no-includes", "core.worktree"]
      let named = String(try program.run(words).text.trimmed)
      return !named.isEmpty && File.realPath(LocalPath.place(of: named, in: folder)) == tree
    }
  }
}
