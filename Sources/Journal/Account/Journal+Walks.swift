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
    return try mapErrors { () throws(SQLiteError) in
      // Most walks exist already. Reading first avoids a write, and the wait for the disk.
      if let known = try knownWalk(remote, author) { return known }
      try connection.run(
        "INSERT OR IGNORE INTO walk (remote, author) VALUES (?1, ?2)", .integer(remote),
        .text(author))
      return try knownWalk(remote, author) ?? CommitWalk(row: connection.lastInsertedRow)
    }
  }

  /// Creates the missing walks over these repositories in one transaction, which waits for the disk
  /// only once.
  public func prepareWalks(over remotes: [Int64], author: String?) throws(JournalError) {
    let author = (author ?? "").lowercased()
    try write { () throws(JournalError) in
      try mapErrors { () throws(SQLiteError) in
        var insertWalk = try connection.prepare(
          "INSERT OR IGNORE INTO walk (remote, author) VALUES (?1, ?2)")
        for remote in remotes {
          try insertWalk.bind([.integer(remote), .text(author)])
          while try insertWalk.step() {}
        }
      }
    }
  }

  private func knownWalk(_ remote: Int64, _ author: String) throws(SQLiteError) -> CommitWalk? {
    try connection.first(
      """
      SELECT id, etag, floor, pushed_at, next, next_floor FROM walk WHERE remote = ?1 AND author = ?2
      """, .integer(remote), .text(author), read: Self.walk)
  }

  private static func walk(_ row: borrowing Statement) -> CommitWalk {
    func instant(_ column: Int32) -> Instant? {
      row.optionalInteger(column).map(Instant.init(secondsSince1970:))
    }
    return CommitWalk(
      row: row.integer(0), etag: row.optionalText(1), floor: instant(2), pushedAt: instant(3),
      pending: row.optionalText(4).flatMap { next in
        instant(5).map { CommitWalk.Pending(next: next, floor: $0) }
      })
  }

  /// Saves the first page and discards what an interrupted walk had fetched.
  ///
  /// - Parameter deepens: whether to continue below the commits that are already known.
  public func begin(
    _ walk: CommitWalk, with page: CommitPage, etag: String?, downTo floor: Instant, deepens: Bool,
    pushedAt: Instant?
  ) throws(JournalError) -> CommitWalkStep {
    try write { () throws(JournalError) in
      try mapErrors { () throws(SQLiteError) in
        try connection.run(
          "DELETE FROM walk_commit WHERE walk = ?1 AND place < 0", .integer(walk.row))
        try connection.run(
          "UPDATE walk SET etag = ?2 WHERE id = ?1", .integer(walk.row), Value(etag))
      }
      return try take(page, of: walk, downTo: floor, deepens: deepens, pushedAt: pushedAt)
    }
  }

  /// Saves a later page.
  public func `continue`(
    _ walk: CommitWalk, with page: CommitPage, downTo floor: Instant, deepens: Bool,
    pushedAt: Instant?
  ) throws(JournalError) -> CommitWalkStep {
    try write { () throws(JournalError) in
      try take(page, of: walk, downTo: floor, deepens: deepens, pushedAt: pushedAt)
    }
  }

  /// Records that page 1 has not changed, so nothing was pushed that this walk would see.
  public func confirm(_ walk: CommitWalk, pushedAt: Instant?) throws(JournalError) {
    try mapErrors { () throws(SQLiteError) in
      try connection.run(
        "UPDATE walk SET pushed_at = ?2 WHERE id = ?1", .integer(walk.row),
        Value(pushedAt?.secondsSince1970))
    }
  }

  private func take(
    _ page: CommitPage, of walk: CommitWalk, downTo floor: Instant, deepens: Bool,
    pushedAt: Instant?
  ) throws(JournalError) -> CommitWalkStep {
    try mapErrors { () throws(SQLiteError) in
      let reached = try place(page.commits, of: walk)
      let isBelowFloor = page.commits.last.map { $0.committedAt < floor } ?? true
      let meetsKnown = reached != nil && walk.floor != nil && !deepens
      guard let next = page.next, !isBelowFloor, !meetsKnown else {
        let new = try finish(walk, above: meetsKnown ? reached : nil)
        // The commits below the known ones are known too, and the last page is the end of the
        // history.
        let end = page.next == nil ? CommitWalk.allOfHistory : floor
        try connection.run(
          """
          UPDATE walk SET floor = ?2, pushed_at = ?3, next = NULL, next_floor = NULL WHERE id = ?1
          """, .integer(walk.row),
          .integer((meetsKnown ? walk.floor ?? end : end).secondsSince1970),
          Value(pushedAt?.secondsSince1970))
        return .finished(new: new)
      }
      try connection.run(
        "UPDATE walk SET next = ?2, next_floor = ?3 WHERE id = ?1", .integer(walk.row),
        .text(next), .integer(floor.secondsSince1970))
      return .unfinished
    }
  }

  /// Appends commits to the walk in progress.
  ///
  /// - Returns: the place that the last of them had in the finished walk, or `nil`.
  private func place(_ commits: [HostedCommit], of walk: CommitWalk) throws(SQLiteError) -> Int64? {
    var lowest =
      try connection.first(
        "SELECT min(place) FROM walk_commit WHERE walk = ?1 AND place < 0", .integer(walk.row)
      ) { $0.integer(0) } ?? 0
    var insertCommit = try connection.prepare(
      """
      INSERT INTO remote_commit (remote, sha, subject, author, login, authored_at,
        authored_offset, committed_at)
      VALUES ((SELECT remote FROM walk WHERE id = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT (remote, sha) DO UPDATE SET login = ?5 RETURNING id
      """)
    var findPlace = try connection.prepare(
      "SELECT place FROM walk_commit WHERE commit_id = ?1 AND walk = ?2")
    var insertPlace = try connection.prepare(
      "INSERT INTO walk_commit (walk, place, commit_id) VALUES (?1, ?2, ?3)")
    var reached: Int64?
    for commit in commits {
      try insertCommit.bind([.integer(walk.row)] + commit.columns)
      guard try insertCommit.step() else { continue }
      let row = Value.integer(insertCommit.integer(0))
      // SQLite completes the insert only when the statement has run to its end.
      while try insertCommit.step() {}

      reached = nil
      var isSeen = false
      try findPlace.bind([row, .integer(walk.row)])
      while try findPlace.step() {
        let place = findPlace.integer(0)
        if place > 0 { reached = place } else { isSeen = true }
      }
      // A push between two requests shifts the pages, so that a commit can come twice.
      if isSeen { continue }
      lowest -= 1
      try insertPlace.bind([.integer(walk.row), .integer(lowest), row])
      while try insertPlace.step() {}
    }
    return reached
  }

  /// Replaces the known commits from `known` upward, or all of them, by those of the walk in
  /// progress. Commits that no walk has any more, for example after a rebase, are removed.
  ///
  /// - Returns: the number of commits that were not known before.
  private func finish(_ walk: CommitWalk, above known: Int64?) throws(SQLiteError) -> Int {
    let new =
      try connection.first(
        """
        SELECT count(*) FROM walk_commit AS seen WHERE walk = ?1 AND place < 0 AND NOT EXISTS (
          SELECT 1 FROM walk_commit WHERE commit_id = seen.commit_id AND walk = ?1 AND place > 0)
        """, .integer(walk.row)
      ) { $0.int(0) } ?? 0
    let bottom = known ?? 1
    try connection.run(
      "DELETE FROM walk_commit WHERE walk = ?1 AND place >= ?2", .integer(walk.row),
      .integer(bottom))
    // The commits were numbered -1, -2, … -n; the last one, the oldest, moves to the bottom.
    try connection.run(
      """
      UPDATE walk_commit SET place = ?2 + place - (
        SELECT min(place) FROM walk_commit WHERE walk = ?1 AND place < 0)
      WHERE walk = ?1 AND place < 0
      """, .integer(walk.row), .integer(bottom))
    let remote = try connection.first(
      "SELECT remote FROM walk WHERE id = ?1", .integer(walk.row)
    ) { $0.integer(0) }
    if let remote { try followVanishedCommits(of: remote) }
    try connection.run(
      """
      DELETE FROM remote_commit WHERE remote = (SELECT remote FROM walk WHERE id = ?1)
        AND NOT EXISTS (SELECT 1 FROM walk_commit WHERE commit_id = remote_commit.id)
      """, .integer(walk.row))
    return new
  }
}

extension HostedCommit {
  /// The values in the order of the table's columns after `remote`.
  fileprivate var columns: [Value] {
    [
      .text(commit.sha), .text(commit.subject), .text(commit.author), Value(login),
      .integer(commit.date.instant.secondsSince1970), Value(commit.date.offset),
      .integer(committedAt.secondsSince1970),
    ]
  }
}
