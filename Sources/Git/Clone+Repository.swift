public import Diary
import Platform

extension Clone {
  /// The git setting that names the repository of a clone.
  public static let repositorySetting = "commitdiary.repository"

  /// Git's settings for this clone.
  public func configuration() throws(GitError) -> GitConfiguration {
    let result = try program.run(["config", "--list", "-z"])
    guard result.status.isSuccess else {
      throw GitError(errorOutput: result.errorOutput, path: root)
    }
    return GitConfiguration(listing: result.output)
  }

  /// The repository of this clone, from its setting, else from its remote, else its own path.
  public func repository() throws(GitError) -> Repository {
    try repository(by: configuration())
  }

  /// The same for a configuration that was read before.
  public func repository(by configuration: GitConfiguration) throws(GitError) -> Repository {
    try place.repository(by: configuration)
  }

  private var place: ClonePlace { ClonePlace(mainRoot: mainRoot, environment: program.environment) }

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

extension LocalClone {
  /// The repository of this clone, by a configuration that was read before.
  func repository(by configuration: GitConfiguration) throws(GitError) -> Repository {
    try ClonePlace(mainRoot: mainRoot, environment: program.environment)
      .repository(by: configuration)
  }

  /// The path that identifies the clone in all of its working trees.
  public var mainRoot: String {
    Clone.mainRoot(root: root, gitDirectory: gitDirectory, commonDirectory: commonDirectory)
  }
}

/// What the repository of a clone depends on, besides git's settings.
private struct ClonePlace {
  var mainRoot: String
  var environment: Environment

  func repository(by configuration: GitConfiguration) throws(GitError) -> Repository {
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
      File.expandingHome(path, environment: environment), from: mainRoot)
    return Repository(name: absolute)
  }
}
