public import Diary

/// Which notes to read, in which order, and how many.
public struct NoteFilter: Sendable {
  public enum Order: String, CaseIterable, Sendable {
    case newest, oldest, repo, title
  }

  /// A commit of a note, or the commits that it continues.
  public struct CommitMatch: Sendable {
    /// The full SHA or a prefix of it.
    public var sha: String
    /// The full SHAs of the commits that were rewritten to it.
    public var earlier: [String]

    public init(sha: String, earlier: [String] = []) {
      self.sha = sha
      self.earlier = earlier
    }
  }

  public var repository: RepositoryKey?
  public var commit: CommitMatch?
  /// Notes must have all of these tags; case is ignored.
  public var tags: [String] = []
  public var since: Day?
  public var until: Day?
  public var isDeleted = false
  /// If `nil`, the newest come first; in a search, the best matches.
  public var order: Order?
  /// If `nil`, there is no limit.
  public var limit: Int?

  public init(limit: Int? = nil) {
    self.limit = limit
  }

  /// Whether the filter matches every note, or every deleted note.
  var isWordsOnly: Bool {
    repository == nil && commit == nil && tags.isEmpty && since == nil && until == nil
      && order == nil
  }
}
