/// A pull request or an issue on a host.
public struct HostedItem: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable { case pullRequest, issue }

  /// Identifies the item on its host, also after its repository was renamed.
  public var id: String
  public var kind: Kind
  public var repository: Repository
  public var number: Int
  public var title: String
  /// The address of its page.
  public var url: String?

  public init(
    id: String, kind: Kind, repository: Repository, number: Int, title: String, url: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.repository = repository
    self.number = number
    self.title = title
    self.url = url
  }
}

/// Something that the user did with a pull request or an issue.
public struct HostedEvent: Hashable, Sendable {
  /// The raw values are stored in the journal and never change.
  public enum Action: String, CaseIterable, Sendable { case opened, merged, reviewed, closed }

  public var item: HostedItem
  public var action: Action
  public var at: Instant

  public init(_ action: Action, _ item: HostedItem, at instant: Instant) {
    self.item = item
    self.action = action
    self.at = instant
  }
}
