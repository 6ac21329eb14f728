/// Where a text was written: the repository and the branch of the working directory.
public struct WrittenPlace: Hashable, Sendable {
  public var repository: Repository
  /// `nil` if none was checked out.
  public var branch: String?

  public init(repository: Repository, branch: String?) {
    self.repository = repository
    self.branch = branch
  }
}
