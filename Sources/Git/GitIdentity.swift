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
}
