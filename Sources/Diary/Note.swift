/// A text about a commit or, without a commit, about a repository.
public struct Note: Hashable, Sendable {
  public var id: Identifier
  public var repository: Repository
  public var commit: Commit?
  /// Where the commit is now, as of the last check in one of its clones; empty if there was none.
  public var followed: [CommitPlace] = []
  public var text: NoteText
  public var version: Int
  /// The day on which the note was written. The user's day may end after midnight.
  public var day: Day
  public var createdAt: Moment
  public var updatedAt: Moment
  public var deletedAt: Moment?
  /// Whether devices have changed it so that the user should look at its versions.
  public var needsLook = false

  public init(
    id: Identifier, repository: Repository, commit: Commit?, text: NoteText, version: Int,
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

/// The versioned part of a note.
public struct NoteText: Hashable, Sendable {
  public var title: String
  public var body: String
  public var tags: [String]

  public init(title: String, body: String, tags: [String] = []) {
    self.title = title
    self.body = body
    self.tags = tags
  }

  /// Compares all bytes, unlike `==`: a composed accent instead of a decomposed one is a change
  /// too.
  public func isIdentical(to other: NoteText) -> Bool {
    func same(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
    return same(title, other.title) && same(body, other.body)
      && tags.count == other.tags.count && zip(tags, other.tags).allSatisfy(same)
  }
}

/// A saved version of a note.
public struct NoteVersion: Hashable, Sendable {
  public var number: Int
  public var text: NoteText
  /// The commit of the note in this version.
  public var commit: Commit?
  public var savedAt: Moment

  public init(number: Int, text: NoteText, commit: Commit? = nil, savedAt: Moment) {
    self.number = number
    self.text = text
    self.commit = commit
    self.savedAt = savedAt
  }
}
