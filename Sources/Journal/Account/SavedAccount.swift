public import Diary

/// An account that logged in here, or whose token came from the environment.
public struct SavedAccount: Hashable, Sendable {
  /// Where a token that we keep is kept.
  public enum Store: String, Sendable, CaseIterable { case keyring, file }

  /// What was left of an hour's requests when the host last said so.
  public struct Limit: Hashable, Sendable {
    public var limit: Int
    public var remaining: Int
    public var resetsAt: Instant

    public init(limit: Int, remaining: Int, resetsAt: Instant) {
      self.limit = limit
      self.remaining = remaining
      self.resetsAt = resetsAt
    }
  }

  public var account: Account
  /// What people call them.
  public var name: String?
  /// `nil` where we keep no token: it came from elsewhere, or they logged out.
  public var store: Store?
  /// `nil` where the host does not say.
  public var scopes: [String]?
  public var limit: Limit?
  public var refreshedAt: Instant?

  public init(
    account: Account, name: String? = nil, store: Store? = nil, scopes: [String]? = nil,
    limit: Limit? = nil, refreshedAt: Instant? = nil
  ) {
    self.account = account
    self.name = name
    self.store = store
    self.scopes = scopes
    self.limit = limit
    self.refreshedAt = refreshedAt
  }
}
