public import Diary
import Records
import SQLite

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
}

extension NoteFilter: RecordFilter {
  static let kind = RecordKind.note

  /// Without the repositories, SQLite can read the numbers from an index alone.
  var source: String { order == .repo ? Note.source : kind.rows }

  var isWordsOnly: Bool {
    repository == nil && commit == nil && tags.isEmpty && since == nil && until == nil
      && order == nil
  }

  var isSorted: Bool { order != nil }

  var ordering: String {
    switch order {
    case nil, .newest: "note.created_at DESC, note.number DESC"
    case .oldest: "note.created_at, note.number"
    case .repo: "repository.key, note.created_at DESC, note.number DESC"
    case .title: "note.title COLLATE NOCASE, note.created_at DESC, note.number DESC"
    }
  }

  func add(to condition: inout RecordCondition) {
    condition.add(deleted: isDeleted)
    if let commit { add(commit, to: &condition) }
    // Notes are sorted by their creation time, which matches the order of days only roughly. The
    // unary `+` keeps SQLite from using the index on days and sorting the result.
    if let since {
      condition.add("note.created_at >= \(condition.place(since.earliestSecond))")
      condition.add("+note.day >= \(condition.place(since))")
    }
    if let until {
      condition.add("note.created_at < \(condition.place(until.secondAfter))")
      condition.add("+note.day <= \(condition.place(until))")
    }
  }

  /// Matches the commit itself, and the commits that were rewritten to it.
  private func add(_ commit: CommitMatch, to condition: inout RecordCondition) {
    let sha = commit.sha.lowercased()
    // `g` is the character after `f` and ends the range of SHAs with this prefix.
    let (first, last) = (condition.place(sha), condition.place(sha + "g"))
    guard !commit.earlier.isEmpty else {
      condition.add("note.sha >= \(first) AND note.sha < \(last)")
      return
    }
    // The two parts are combined by UNION, because SQLite reads every note for a condition with OR.
    let list = commit.earlier.map { condition.place($0) }.joined(separator: ", ")
    condition.add(
      """
      note.number IN (
        SELECT number FROM record WHERE kind = 1 AND sha >= \(first) AND sha < \(last)
        UNION SELECT number FROM record WHERE kind = 1 AND sha IN (\(list)))
      """)
  }
}

/// The part of a note that a list shows.
public struct NoteSummary: Hashable, Sendable {
  public let id: Identifier
  /// The shortest unique prefix of the ID.
  public internal(set) var shortID: String
  public let repository: Repository
  /// The abbreviated SHA of the commit, or of the one that continues it.
  public let commit: String?
  /// The title; for a note without one, the beginning of its body.
  public let title: String
  public let tags: [String]
  public let day: Day
  /// Whether devices have changed it so that the user should look at its versions.
  public let needsLook: Bool
  /// The branch for whose next commit it waits; empty where `HEAD` was detached.
  public let waitsFor: String?
}

extension NoteSummary {
  public init(_ found: FoundNote) {
    let note = found.note
    self.init(
      id: note.id, shortID: found.shortID, repository: note.repository,
      commit: note.currentCommit?.shortSHA,
      title: Self.title(of: note.text), tags: note.text.tags, day: note.day,
      needsLook: note.needsLook, waitsFor: note.waitsFor)
  }

  /// The title; for a text without one, its body.
  public static func title(of text: Text) -> String {
    text.title.isEmpty ? text.body : text.title
  }

  static let columns = """
    note.id, repository.name AS repository,
    coalesce(\(PlaceList.current(ofNote: "note")), substr(note.sha, 1, 7)) AS "commit",
    CASE note.title WHEN '' THEN substr(note.body, 1, 500) ELSE note.title END AS title,
    \(TagList.query(of: "note.number")) AS tags, note.day,
    \(TextToLookAt.query(of: "note.number")), \(WaitingBranch.query(ofNote: "note"))
    """

  init(_ row: borrowing Statement) {
    self.init(
      id: row["id"], shortID: row["id"], repository: row["repository"],
      commit: row["commit"], title: row["title"],
      tags: TagList.tags(row["tags"]), day: row["day"], needsLook: row["needs_look"],
      waitsFor: row["waits_for"])
  }
}
