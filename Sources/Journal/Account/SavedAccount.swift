public import Diary

/// An account that is logged in, or whose token came from the environment.
public struct SavedAccount: Hashable, Sendable {
  /// Where the program stores the token.
  public enum Store: String, Sendable, CaseIterable { case keyring, file }

  /// The host's hourly rate limit, as of its last response.
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
  /// The user's display name.
  public var name: String?
  /// `nil` if the program stores no token: it came from the environment, or the user logged out.
  public var store: Store?
  /// `nil` if the host does not report them.
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
