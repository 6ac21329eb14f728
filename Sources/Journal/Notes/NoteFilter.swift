public import Diary

/// Which notes, in which order, and how many of them.
public struct NoteFilter: Sendable {
  public enum Order: String, CaseIterable, Sendable {
    case newest, oldest, repo, title
  }

  /// A commit as notes know it: by its id, or by what survives a rebase.
  public struct CommitMatch: Sendable {
    /// The full id, or the beginning of one.
    public var sha: String
    public var patchID: String?

    public init(sha: String, patchID: String? = nil) {
      self.sha = sha
      self.patchID = patchID
    }
  }

  public var repository: Repository?
  /// The oldest commit of a clone that had no remote when its notes were written: a folder that
  /// was moved since finds them again by it.
  public var root: String?
  /// What a clone with a remote was called before it had one: its path.
  public var previousName: String?
  public var commit: CommitMatch?
  /// All of these, by their spelling without capitals.
  public var tags: [String] = []
  public var since: Day?
  public var until: Day?
  public var isDeleted = false
  /// The newest first where it is `nil`; in a search, the best first.
  public var order: Order?
  /// All of them where it is `nil`.
  public var limit: Int?

  public init(limit: Int? = nil) {
    self.limit = limit
  }

  /// Whether it lets through every note that is there, or every deleted one.
  var isWordsOnly: Bool {
    repository == nil && commit == nil && tags.isEmpty && since == nil && until == nil
      && order == nil
  }
}
