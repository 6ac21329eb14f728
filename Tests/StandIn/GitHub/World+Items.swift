extension World {
  /// A pull request or an issue.
  public struct Item: Sendable {
    public var number: Int
    /// `owner/name`
    public var repository: String
    public var title: String
    public var isPullRequest: Bool
    public var author: String
    /// In seconds since 1970, like all times here.
    public var createdAt: Int
    public var updatedAt: Int
    public var merged: Deed?
    public var closed: Deed?
    public var reviews: [Deed] = []

    /// Who did something, and when.
    public struct Deed: Sendable {
      public var login: String
      public var at: Int

      public init(_ login: String, at: Int) {
        self.login = login
        self.at = at
      }
    }

    public init(
      _ repository: String, _ number: Int, _ title: String, isPullRequest: Bool, by author: String,
      at createdAt: Int, merged: Deed? = nil, closed: Deed? = nil, reviews: [Deed] = []
    ) {
      self.repository = repository
      self.number = number
      self.title = title
      self.isPullRequest = isPullRequest
      self.author = author
      self.createdAt = createdAt
      self.merged = merged
      self.closed = closed
      self.reviews = reviews
      updatedAt =
        ([merged?.at, closed?.at].compactMap(\.self) + reviews.map(\.at) + [createdAt])
        .max() ?? createdAt
    }
  }
}
