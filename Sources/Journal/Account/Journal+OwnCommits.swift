public import Diary
import SQLite

extension Journal {
  /// The commits of these days, newest first, in the order of `remoteCommits`. A commit in several repositories, such as a fork and
  /// its parent, counts once.
  public func commits(
    from first: Day, to last: Day, of own: OwnCommitQuery
  ) throws(JournalError) -> [RepositoryCommit] {
    guard !own.accounts.isEmpty, first <= last else { return [] }
    let conditions = own.accounts.indices.map { index in
      "remote.host = ?\(2 * index + 3) AND login = ?\(2 * index + 4) COLLATE NOCASE"
    }
    let names = own.accounts.flatMap { [$0.host.lowercased(), $0.login] }
    let commits = try database.rows(
      """
      SELECT name, \(Commit.columns)
      FROM remote_commit INDEXED BY remote_commit_by_authored
        JOIN remote ON remote.id = remote_commit.remote
      WHERE authored_at >= ?1 AND authored_at < ?2 AND (\(conditions.joined(separator: " OR ")))
      ORDER BY authored_at DESC, committed_at DESC, remote.id, (
        SELECT max(place) FROM walk_commit WHERE commit_id = remote_commit.id) DESC
      """,
      // The user's day may end a few hours after midnight.
      [first.earliestSecond, (last + 1).secondAfter] + names
    ) { RepositoryCommit(repository: $0["name"], commit: Commit($0)) }
    var seen: Set<String> = []
    return commits.filter {
      (first...last).contains(own.day(of: $0.commit.date.instant))
        && seen.insert($0.commit.sha).inserted
    }
  }
}

/// The accounts whose fetched commits to read, and the time zone that assigns commits to days: the
/// user's, not the one recorded in the commit.
public struct OwnCommitQuery: Sendable {
  public var accounts: [Account]
  /// The hour at which the user's day ends: with 4, the time before 4:00 belongs to the previous
  /// day.
  public var dayEndsAt: Int
  /// The offset of the user's time zone, in seconds east of UTC.
  public var offset: @Sendable (Instant) -> Int

  public init(
    of accounts: [Account], dayEndsAt: Int = 0, offset: @escaping @Sendable (Instant) -> Int
  ) {
    self.accounts = accounts
    self.dayEndsAt = dayEndsAt
    self.offset = offset
  }

  func day(of instant: Instant) -> Day {
    Moment(instant, offset: offset(instant)).day(endingAt: dayEndsAt)
  }
}

extension Journal {
  /// The commits of a repository as fetched from its host, newest first.
  ///
  /// - Parameter author: a part of the author's name, or the login.
  public func remoteCommits(
    of repository: Repository, author: String? = nil, since: Instant? = nil, until: Instant? = nil,
    limit: Int? = nil
  ) throws(JournalError) -> [Commit] {
    try remoteCommits(
      """
      remote = (SELECT id FROM remote WHERE key = ?1 ORDER BY id DESC LIMIT 1)
        AND (?2 IS NULL OR instr(lower(author), lower(?2)) OR login = ?2 COLLATE NOCASE)
        AND authored_at >= ?3 AND authored_at < ?4
      """,
      [
        repository.key, author, since?.secondsSince1970 ?? .min, until?.secondsSince1970 ?? .max,
      ], limit: limit)
  }

  /// The commits whose SHA begins with `prefix`.
  public func remoteCommits(
    beginning prefix: String, of repository: Repository
  ) throws(JournalError) -> [Commit] {
    try remoteCommits(
      """
      remote = (SELECT id FROM remote WHERE key = ?1 ORDER BY id DESC LIMIT 1)
        AND sha >= ?2 AND sha < ?3
      """, [repository.key, prefix, prefix + "g"], limit: 500)
  }

  /// The commits of any repository whose SHA begins with `prefix`: first the fetched ones, then
  /// those known only from notes. Commits of a fork come after the same commits of its parent.
  public func commits(beginning prefix: String) throws(JournalError) -> [RepositoryCommit] {
    let bounds = [prefix, prefix + "g"]
    // This does one index lookup per repository; repositories are few compared with commits. When
    // a name was given to a new repository, the commits of the old one are left out.
    let hosted = try database.rows(
      """
      SELECT remote.name, \(Commit.columns)
      FROM remote CROSS JOIN remote_commit ON remote_commit.remote = remote.id
        AND sha >= ?1 AND sha < ?2
      WHERE remote.id = (SELECT max(id) FROM remote AS holder WHERE holder.key = remote.key)
      ORDER BY is_fork, remote.id LIMIT 500
      """, bounds
    ) { row in
      RepositoryCommit(repository: row["name"], commit: Commit(row))
    }
    let noted = try database.rows(
      """
      SELECT \(Note.columns) FROM \(Note.source)
      WHERE note.sha >= ?1 AND note.sha < ?2 AND note.deleted_at IS NULL
      GROUP BY note.repository, note.sha LIMIT 500
      """, bounds
    ) { row in
      Commit(ofNote: row).map { RepositoryCommit(repository: row["repository"], commit: $0) }
    }
    return hosted + noted.compactMap(\.self)
  }

  /// Commits of the same second, common after a rebase, are ordered by their place in the walk.
  private func remoteCommits(
    _ condition: String, _ values: [any ColumnValue], limit: Int?
  ) throws(JournalError) -> [Commit] {
    try database.rows(
      """
      SELECT \(Commit.columns) FROM remote_commit
      WHERE \(condition)
      ORDER BY committed_at DESC, (
        SELECT max(place) FROM walk_commit WHERE commit_id = remote_commit.id) DESC
      LIMIT \(limit ?? -1)
      """, values
    ) { Commit($0) }
  }
}

extension Commit {
  static let columns = "sha, subject, author, authored_at, authored_offset"

  init(_ row: borrowing Statement) {
    self.init(
      sha: row["sha"], subject: row["subject"], author: row["author"],
      date: row.moment("authored_at", "authored_offset"))
  }
}
