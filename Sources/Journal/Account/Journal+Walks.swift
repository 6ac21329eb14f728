public import Diary
import SQLite

/// A page of commits, as it came.
public struct CommitPage: Sendable {
  public var commits: [HostedCommit]
  /// The address of the page after it.
  public var next: String?

  public init(commits: [HostedCommit], next: String?) {
    self.commits = commits
    self.next = next
  }
}

extension Journal {
  /// The walk over one author's commits, or everybody's where `author` is `nil`.
  public func walk(over remote: Int64, author: String?) throws(JournalError) -> CommitWalk {
    let author = (author ?? "").lowercased()
    return try mapErrors { () throws(SQLiteError) in
      // Most have been walked before, and then there is nothing to wait for the disk for.
      if let known = try knownWalk(remote, author) { return known }
      try connection.run(
        "INSERT OR IGNORE INTO walk (remote, author) VALUES (?1, ?2)", .integer(remote),
        .text(author))
      return try knownWalk(remote, author) ?? CommitWalk(row: connection.lastInsertedRow)
    }
  }

  /// Makes the walks over these that there are not yet: in one write, so that the disk is waited
  /// for once and not for each of them.
  public func prepareWalks(over remotes: [Int64], author: String?) throws(JournalError) {
    let author = (author ?? "").lowercased()
    try write { () throws(JournalError) in
      try mapErrors { () throws(SQLiteError) in
        var making = try connection.prepare(
          "INSERT OR IGNORE INTO walk (remote, author) VALUES (?1, ?2)")
        for remote in remotes {
          try making.bind([.integer(remote), .text(author)])
          while try making.step() {}
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

  /// Keeps the first page, and forgets what a walk that was cut short had seen.
  ///
  /// - Parameter deepens: whether to go on below what is known already.
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

  /// Keeps a page further down.
  public func `continue`(
    _ walk: CommitWalk, with page: CommitPage, downTo floor: Instant, deepens: Bool,
    pushedAt: Instant?
  ) throws(JournalError) -> CommitWalkStep {
    try write { () throws(JournalError) in
      try take(page, of: walk, downTo: floor, deepens: deepens, pushedAt: pushedAt)
    }
  }

  /// Page 1 is what it was: nothing was pushed that this walk would see.
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
        // Below what was known stands what was known; and below the last page stands nothing.
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

  /// Appends commits to what the walk is seeing now.
  ///
  /// - Returns: the place that the last of them had when the walk was last through.
  private func place(_ commits: [HostedCommit], of walk: CommitWalk) throws(SQLiteError) -> Int64? {
    var lowest =
      try connection.first(
        "SELECT min(place) FROM walk_commit WHERE walk = ?1 AND place < 0", .integer(walk.row)
      ) { $0.integer(0) } ?? 0
    var keeping = try connection.prepare(
      """
      INSERT INTO remote_commit (remote, sha, subject, author, login, authored_at,
        authored_offset, committed_at)
      VALUES ((SELECT remote FROM walk WHERE id = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT (remote, sha) DO UPDATE SET login = ?5 RETURNING id
      """)
    var finding = try connection.prepare(
      "SELECT place FROM walk_commit WHERE commit_id = ?1 AND walk = ?2")
    var placing = try connection.prepare(
      "INSERT INTO walk_commit (walk, place, commit_id) VALUES (?1, ?2, ?3)")
    var reached: Int64?
    for commit in commits {
      try keeping.bind([.integer(walk.row)] + commit.columns)
      guard try keeping.step() else { continue }
      let row = Value.integer(keeping.integer(0))
      // To its end, which is when the row is written.
      while try keeping.step() {}

      reached = nil
      var isSeen = false
      try finding.bind([row, .integer(walk.row)])
      while try finding.step() {
        let place = finding.integer(0)
        if place > 0 { reached = place } else { isSeen = true }
      }
      // Pages shift when something is pushed between them, and a commit comes twice.
      if isSeen { continue }
      lowest -= 1
      try placing.bind([.integer(walk.row), .integer(lowest), row])
      while try placing.step() {}
    }
    return reached
  }

  /// Lets what the walk has seen take the place of what was known from `known` upwards, or of all
  /// of it. Commits that nobody sees any more, since somebody rewrote history, are gone with that.
  ///
  /// - Returns: how many commits were not known before.
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
    // Seen at -1, -2 … -n; the last of them, and oldest, goes to the bottom.
    try connection.run(
      """
      UPDATE walk_commit SET place = ?2 + place - (
        SELECT min(place) FROM walk_commit WHERE walk = ?1 AND place < 0)
      WHERE walk = ?1 AND place < 0
      """, .integer(walk.row), .integer(bottom))
    try connection.run(
      """
      DELETE FROM remote_commit WHERE remote = (SELECT remote FROM walk WHERE id = ?1)
        AND NOT EXISTS (SELECT 1 FROM walk_commit WHERE commit_id = remote_commit.id)
      """, .integer(walk.row))
    return new
  }
}

extension HostedCommit {
  /// In the order of the table, behind the repository.
  fileprivate var columns: [Value] {
    [
      .text(commit.sha), .text(commit.subject), .text(commit.author), Value(login),
      .integer(commit.date.instant.secondsSince1970), Value(commit.date.offset),
      .integer(committedAt.secondsSince1970),
    ]
  }
}
