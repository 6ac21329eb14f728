public import Diary
import SQLite

/// A page of commits, as received.
public struct CommitPage: Sendable {
  public var commits: [HostedCommit]
  /// The URL of the next page.
  public var next: String?

  public init(commits: [HostedCommit], next: String?) {
    self.commits = commits
    self.next = next
  }
}

extension Journal {
  /// The walk over one author's commits, or over all commits if `author` is `nil`.
  public func walk(over remote: Int64, author: String?) throws(JournalError) -> CommitWalk {
    let author = (author ?? "").lowercased()
    // Most walks exist already. Reading first avoids a write, and the wait for the disk.
    if let known = try knownWalk(remote, author) { return known }
    try addWalk(remote, author)
    return try knownWalk(remote, author) ?? CommitWalk(row: database.lastInsertedRow)
  }

  /// Creates the missing walks over these repositories in one transaction, which waits for the disk
  /// only once.
  public func prepareWalks(over remotes: [Int64], author: String?) throws(JournalError) {
    let author = (author ?? "").lowercased()
    try write { () throws(JournalError) in
      for remote in remotes { try addWalk(remote, author) }
    }
  }

  private func addWalk(_ remote: Int64, _ author: String) throws(JournalError) {
    try database.insert(["remote": remote, "author": author], into: "walk", ifThere: .ignore)
  }

  private func knownWalk(_ remote: Int64, _ author: String) throws(JournalError) -> CommitWalk? {
    try database.first(
      """
      SELECT id, etag, floor, pushed_at, next, next_floor FROM walk WHERE remote = ?1 AND author = ?2
      """, [remote, author]
    ) { row in
      CommitWalk(
        row: row["id"], etag: row["etag"], floor: row["floor"], pushedAt: row["pushed_at"],
        pending: (row["next"] as String?).flatMap { next in
          (row["next_floor"] as Instant?).map { CommitWalk.Pending(next: next, floor: $0) }
        })
    }
  }

  /// Saves the first page and discards what an interrupted walk had fetched.
  ///
  /// - Parameter deepens: whether to continue below the commits that are already known.
  public func begin(
    _ walk: CommitWalk, with page: CommitPage, etag: String?, downTo floor: Instant, deepens: Bool,
    pushedAt: Instant?
  ) throws(JournalError) -> CommitWalkStep {
    try write { () throws(JournalError) in
      try database.run("DELETE FROM walk_commit WHERE walk = ?1 AND place < 0", [walk.row])
      try database.run("UPDATE walk SET etag = ?2 WHERE id = ?1", [walk.row, etag])
      return try take(page, of: walk, downTo: floor, deepens: deepens, pushedAt: pushedAt)
    }
  }

  /// Saves a later page.
  public func resume(
    _ walk: CommitWalk, with page: CommitPage, downTo floor: Instant, deepens: Bool,
    pushedAt: Instant?
  ) throws(JournalError) -> CommitWalkStep {
    try write { () throws(JournalError) in
      try take(page, of: walk, downTo: floor, deepens: deepens, pushedAt: pushedAt)
    }
  }

  /// Records that page 1 has not changed, so nothing was pushed that this walk would see.
  public func confirm(_ walk: CommitWalk, pushedAt: Instant?) throws(JournalError) {
    try database.run("UPDATE walk SET pushed_at = ?2 WHERE id = ?1", [walk.row, pushedAt])
  }

  private func take(
    _ page: CommitPage, of walk: CommitWalk, downTo floor: Instant, deepens: Bool,
    pushedAt: Instant?
  ) throws(JournalError) -> CommitWalkStep {
    let reached = try place(page.commits, of: walk)
    let isBelowFloor = page.commits.last.map { $0.committedAt < floor } ?? true
    let meetsKnown = reached != nil && walk.floor != nil && !deepens
    guard let next = page.next, !isBelowFloor, !meetsKnown else {
      let new = try finish(walk, above: meetsKnown ? reached : nil)
      // The commits below the known ones are known too, and the last page is the end of the
      // history.
      let end = page.next == nil ? CommitWalk.allOfHistory : floor
      try database.run(
        """
        UPDATE walk SET floor = ?2, pushed_at = ?3, next = NULL, next_floor = NULL WHERE id = ?1
        """, [walk.row, meetsKnown ? walk.floor ?? end : end, pushedAt])
      return .finished(new: new)
    }
    try database.run(
      "UPDATE walk SET next = ?2, next_floor = ?3 WHERE id = ?1", [walk.row, next, floor])
    return .unfinished
  }

  /// Appends commits to the walk in progress.
  ///
  /// - Returns: the place that the last of them had in the finished walk, or `nil`.
  private func place(_ commits: [HostedCommit], of walk: CommitWalk) throws(JournalError) -> Int64?
  {
    var lowest: Int64 =
      try database.value(
        "SELECT min(place) FROM walk_commit WHERE walk = ?1 AND place < 0", [walk.row]) ?? 0
    var reached: Int64?
    for commit in commits {
      // SQLite completes the insert only when the statement has run to its end.
      let rows: [Int64] = try database.values(
        """
        INSERT INTO remote_commit (remote, sha, subject, author, login, authored_at,
          authored_offset, committed_at)
        VALUES ((SELECT remote FROM walk WHERE id = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        ON CONFLICT (remote, sha) DO UPDATE SET login = ?5 RETURNING id
        """,
        [
          walk.row, commit.commit.sha, commit.commit.subject, commit.commit.author, commit.login,
          commit.commit.date.instant, commit.commit.date.offset, commit.committedAt,
        ])
      guard let row = rows.first else { continue }
      let places: [Int64] = try database.values(
        "SELECT place FROM walk_commit WHERE commit_id = ?1 AND walk = ?2", [row, walk.row])
      reached = places.last { $0 > 0 }
      // A push between two requests shifts the pages, so that a commit can come twice.
      if places.contains(where: { $0 <= 0 }) { continue }
      lowest -= 1
      try database.run(
        "INSERT INTO walk_commit (walk, place, commit_id) VALUES (?1, ?2, ?3)",
        [walk.row, lowest, row])
    }
    return reached
  }

  /// Replaces the known commits from `known` upward, or all of them, by those of the walk in
  /// progress. Commits that no walk has any more, for example after a rebase, are removed.
  ///
  /// - Returns: the number of commits that were not known before.
  private func finish(_ walk: CommitWalk, above known: Int64?) throws(JournalError) -> Int {
    let new =
      try database.value(
        """
        SELECT count(*) FROM walk_commit AS seen WHERE walk = ?1 AND place < 0 AND NOT EXISTS (
          SELECT 1 FROM walk_commit WHERE commit_id = seen.commit_id AND walk = ?1 AND place > 0)
        """, [walk.row]) ?? 0
    let bottom = known ?? 1
    try database.run("DELETE FROM walk_commit WHERE walk = ?1 AND place >= ?2", [walk.row, bottom])
    // The commits were numbered -1, -2, … -n; the last one, the oldest, moves to the bottom.
    try database.run(
      """
      UPDATE walk_commit SET place = ?2 + place - (
        SELECT min(place) FROM walk_commit WHERE walk = ?1 AND place < 0)
      WHERE walk = ?1 AND place < 0
      """, [walk.row, bottom])
    let remote: Int64? = try database.value("SELECT remote FROM walk WHERE id = ?1", [walk.row])
    if let remote { try followVanishedCommits(of: remote) }
    try database.run(
      """
      DELETE FROM remote_commit WHERE remote = (SELECT remote FROM walk WHERE id = ?1)
        AND NOT EXISTS (SELECT 1 FROM walk_commit WHERE commit_id = remote_commit.id)
      """, [walk.row])
    return new
  }
}

/// The state of fetching the commits of a repository page by page, newest first. A walk may take
/// several runs.
public struct CommitWalk: Hashable, Sendable {
  public let row: Int64
  /// The ETag of the last response for page 1.
  public var etag: String?
  /// All commits from this time on are known; older ones were not requested. `nil` until a walk has
  /// finished once.
  public var floor: Instant?
  /// The time of the repository's last push when the last walk finished.
  public var pushedAt: Instant?
  /// The next page and the floor of an interrupted walk; `nil` if the last walk has finished.
  public var pending: Pending?

  public struct Pending: Hashable, Sendable {
    public var next: String
    public var floor: Instant
  }

  /// The floor of a walk over the whole history: earlier than any commit.
  public static let allOfHistory = Instant(secondsSince1970: -1 << 40)
}

/// The state of a walk after a page was saved.
public enum CommitWalkStep: Hashable, Sendable {
  /// More pages follow.
  case unfinished
  /// All commits down to the floor are known. `new` is the number of commits that were not known
  /// before.
  case finished(new: Int)
}
