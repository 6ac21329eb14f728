/// A text about a commit or, without a commit, about a repository.
public struct Note: Hashable, Sendable {
  public var id: Identifier
  public var repository: Repository
  public var commit: Commit?
  /// Where the commit is now, as of the last check in one of its clones; empty if there was none.
  public var followed: [CommitPlace] = []
  public var text: Text
  public var version: Int
  /// The day on which the note was written. The user's day may end after midnight.
  public var day: Day
  public var createdAt: Moment
  public var updatedAt: Moment
  public var deletedAt: Moment?
  /// Whether devices have changed it so that the user should look at its versions.
  public var needsLook = false

  /// The commit on which the note is now, as far as that is known; else the one on which it was written.
  public var currentCommit: Commit? {
    guard let commit, let now = followed.now, now.sha != commit.sha else { return commit }
    var current = commit
    (current.sha, current.subject) = (now.sha, now.subject)
    return current
  }

  public init(
    id: Identifier, repository: Repository, commit: Commit?, text: Text, version: Int,
    day: Day? = nil, createdAt: Moment, updatedAt: Moment, deletedAt: Moment?
  ) {
    self.id = id
    self.repository = repository
    self.commit = commit
    self.text = text
    self.version = version
    self.day = day ?? createdAt.day
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
  }
}
