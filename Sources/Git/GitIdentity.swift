public import Platform

/// The name and email address that git is configured with.
public struct GitIdentity: Hashable, Sendable {
  public var name: String?
  public var email: String?

  /// Reads the identity as git uses it in a folder, or in general if that is not in a clone.
  public static func read(
    in directory: String?, environment: Environment
  ) throws(GitError) -> GitIdentity {
    let program = GitProgram(in: directory ?? ".", environment: environment)
    let listing = try program.run(["config", "--list", "-z"], deadline: .seconds(5)).output
    let configuration = GitConfiguration(listing: listing)
    return GitIdentity(
      name: configuration["user.name"],
      email: configuration["user.email"] ?? environment.nonEmpty("EMAIL"))
  }

  /// The authors of the newest commits of a clone, with the number of their commits.
  public static func authors(
    in directory: String, environment: Environment, deadline: Duration
  ) throws(GitError) -> [GitIdentity: Int] {
    let program = GitProgram(in: directory, environment: environment).ignoringLocalVariables()
    let log = try program.run(
      ["log", "--all", "--max-count=10000", "--no-mailmap", "-z", "--format=%an%n%ae"],
      deadline: deadline)
    var authors: [GitIdentity: Int] = [:]
    for commit in log.output.split(separator: 0) {
      let parts = commit.split(separator: 0x0A, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      guard parts.count == 2 else { continue }
      authors[GitIdentity(name: parts[0], email: parts[1]), default: 0] += 1
    }
    return authors
  }
}
