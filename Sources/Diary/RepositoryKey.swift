/// A repository as it is named now, and what else the journal may know it by.
public struct RepositoryKey: Hashable, Sendable {
  public var repository: Repository
  /// The oldest commit of a clone without a remote, which identifies it after it is moved.
  public var root: String?
  /// The name of a clone with a remote before it had one: its path.
  public var previousName: String?

  public init(_ repository: Repository, root: String? = nil, previousName: String? = nil) {
    self.repository = repository
    self.root = root
    self.previousName = previousName
  }
}
