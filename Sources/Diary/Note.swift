/// Text tied to a commit, or to a repository where no commit is named.
public struct Note: Hashable, Sendable {
  public var id: Identifier
  public var repository: Repository
  public var commit: Commit?
  public var text: NoteText
  public var version: Int
  /// The writer's day on which it was first written, which need not end at midnight.
  public var day: Day
  public var createdAt: Moment
  public var updatedAt: Moment
  public var deletedAt: Moment?

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

/// What a person wrote in a note: the part of it that has versions.
public struct NoteText: Hashable, Sendable {
  public var title: String
  public var body: String
  public var tags: [String]

  public init(title: String, body: String, tags: [String] = []) {
    self.title = title
    self.body = body
    self.tags = tags
  }

  /// Two texts are the same only where every byte is: an accent that was typed in another form is
  /// a change that the person made.
  public func isIdentical(to other: NoteText) -> Bool {
    func same(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
    return same(title, other.title) && same(body, other.body)
      && tags.count == other.tags.count && zip(tags, other.tags).allSatisfy(same)
  }
}

/// One state of a note's text, kept for good.
public struct NoteVersion: Hashable, Sendable {
  public var number: Int
  public var text: NoteText
  public var savedAt: Moment

  public init(number: Int, text: NoteText, savedAt: Moment) {
    self.number = number
    self.text = text
    self.savedAt = savedAt
  }
}
