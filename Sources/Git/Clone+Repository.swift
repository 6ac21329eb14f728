public import Diary
import Platform

extension Clone {
  /// The setting that says what this clone is a clone of.
  public static let repositorySetting = "commitdiary.repository"

  /// Git's settings as they are here.
  public func configuration() throws(GitError) -> GitConfiguration {
    let result = try program.run(["config", "--list", "-z"])
    guard result.status.isSuccess else {
      throw GitError(errorOutput: result.errorOutput, path: root)
    }
    return GitConfiguration(listing: result.output)
  }

  /// What this is a clone of: what its settings say, else its remote, else itself.
  public func repository() throws(GitError) -> Repository {
    try repository(by: configuration())
  }

  /// The same, for who has the configuration already.
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

  /// Who commits here.
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
