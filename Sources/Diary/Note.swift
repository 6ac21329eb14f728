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
  /// The branch for whose next commit it waits; empty where `HEAD` was detached, and `nil` if it does not wait.
  public var waitsFor: String?

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

/// The diary entry of one day, with the weather of that day.
public struct Entry: Hashable, Sendable {
  public var day: Day
  public var text: Text
  /// A JSON object, stored unchanged. The weather belongs to the day and not to the text: a change of it
  /// is no new version to the user.
  public var weather: String?
  public var version: Int
  public var createdAt: Moment
  public var updatedAt: Moment
  public var deletedAt: Moment?
  /// Whether devices have changed it so that the user should look at its versions.
  public var needsLook = false
  /// The branch for whose next commit it waits; empty where `HEAD` was detached, and `nil` if it does not wait.
  public var waitsFor: String?

  public init(
    day: Day, text: Text, weather: String?, version: Int, createdAt: Moment,
    updatedAt: Moment, deletedAt: Moment?
  ) {
    self.day = day
    self.text = text
    self.weather = weather
    self.version = version
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
  }
}
