public import Diary

/// An account that is logged in, or whose token came from the environment.
public struct SavedAccount: Hashable, Sendable {
  /// Where the program stores the token.
  public enum Store: String, Sendable, CaseIterable { case keyring, file }

  public var account: Account
  /// The user's display name.
  public var name: String?
  /// `nil` if the program stores no token: it came from the environment, or the user logged out.
  public var store: Store?
  /// `nil` if the host does not report them.
  public var scopes: [String]?
  /// As of the last response of the host.
  public var limit: RateLimit?
  public var refreshedAt: Instant?

  public init(
    account: Account, name: String? = nil, store: Store? = nil, scopes: [String]? = nil,
    limit: RateLimit? = nil, refreshedAt: Instant? = nil
  ) {
    self.account = account
    self.name = name
    self.store = store
    self.scopes = scopes
    self.limit = limit
    self.refreshedAt = refreshedAt
  }
}
