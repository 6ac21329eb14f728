public import Diary
import SQLite

/// A repository as a caller names it.
public struct RepositoryKey: Sendable {
  public var repository: Repository
  /// The oldest commit of a clone without a remote.
  public var root: String?
  /// The path that identified the clone before it had a remote.
  public var previousName: String?

  public init(_ repository: Repository, root: String?, previousName: String?) {
    self.repository = repository
    self.root = root
    self.previousName = previousName
  }
}

extension Journal {
  // MARK: Before a check

  /// What is known about a clone, with few queries. `nil` if the repository has no notes on commits.
  public func followingState(
    of key: RepositoryKey, in clone: String
  ) throws(JournalError) -> FollowingState? {
    let rows = try rows(of: key.repository, root: key.root, previousName: key.previousName)
    guard !rows.isEmpty else { return nil }
    let list = rows.map(String.init).joined(separator: ", ")
    return try mapErrors { () throws(SQLiteError) in
      let known = try connection.first(
        "SELECT root, basis, stamp, last_note FROM followed_clone WHERE clone = ?1",
        .text(clone)
      ) { row in
        (
          FollowedClone(
            clone: clone, root: row.text(0), basis: row.blob(1), stamp: row.optionalBlob(2)),
          row.integer(3)
        )
      }
      let new = try connection.first(
        """
        SELECT 1 FROM record
        WHERE number > ?1 AND +kind = 1 AND +repository IN (\(list)) AND +sha IS NOT NULL
        LIMIT 1
        """, .integer(known?.1 ?? 0)
      ) { $0.int(0) }
      if known == nil, new == nil { return nil }
      return FollowingState(clone: known?.0, hasNewNotes: new != nil)
    }
  }

  /// The last look for the commit of a note in a clone, with one query.
  public func lastLook(
    for note: Identifier, in clone: String
  ) throws(JournalError) -> LastLook {
    let stamp = try mapErrors { () throws(SQLiteError) in
      try connection.first(
        """
        SELECT iif(note.number <= last_note, stamp, NULL) FROM followed_clone
        JOIN note ON note.repository = followed_clone.repository
        WHERE clone = ?1 AND note.id = ?2
        """, .text(clone), .text(note.text)
      ) { $0.optionalBlob(0) }
    }
    guard let stamp else { return .never }
    return stamp.map { .with(stamp: $0) } ?? .outdated
  }

  /// The commits with notes in a repository, also with deleted ones, and where they were in a clone.
  public func followedCommits(
    of key: RepositoryKey, in clone: String
  ) throws(JournalError) -> FollowedCommits {
    let rows = try rows(of: key.repository, root: key.root, previousName: key.previousName)
    let list = rows.map(String.init).joined(separator: ", ")
    return try mapErrors { () throws(SQLiteError) in
      var found = FollowedCommits()
      let notes = try connection.rows(
        """
        SELECT sha, subject, author, authored_at, patch, max(number) FROM note
        WHERE repository IN (\(list)) AND +sha IS NOT NULL GROUP BY +sha
        """
      ) { row in
        (
          row.text(0),
          CommitFacts(
            author: row.text(2), subject: row.text(1), authoredAt: row.integer(3),
            patchID: row.optionalText(4)), row.integer(5)
        )
      }
      for (sha, facts, number) in notes {
        found.places[sha] = []
        found.facts[sha] = facts
        found.lastNote = max(found.lastNote, number)
      }
      let places = try connection.rows(
        """
        SELECT sha, target, evidence, role FROM followed_commit
        WHERE clone = (SELECT number FROM followed_clone WHERE clone = ?1) ORDER BY number
        """, [.text(clone)]
      ) { row in (row.text(0), Self.place(row.text(1), row.text(2), row.int(3))) }
      for (sha, place) in places {
        guard let place, found.places[sha] != nil else { continue }
        found.places[sha]?.append(place)
      }
      let missing = found.places.filter { !$0.value.contains { $0.role == .now } }.map(\.key)
      found.elsewhere = try self.places(of: missing, elsewhereThan: clone)
      for place in found.elsewhere.values {
        if let facts = try facts(of: place.sha) { found.facts[place.sha] = facts }
      }
      for (sha, facts) in try facts(ofNotesIn: list, placesIn: clone) {
        found.facts[sha] = facts.completed(by: found.facts[sha])
      }
      found.pairs = try connection.rows("SELECT old, new FROM rewritten_commit ORDER BY number") {
        ($0.text(0), $0.text(1))
      }
      return found
    }
  }

  static func place(_ sha: String, _ evidence: String, _ role: Int) -> CommitPlace? {
    guard let evidence = CommitEvidence(rawValue: evidence),
      let role = CommitPlace.Role(rawValue: role)
    else { return nil }
    return CommitPlace(sha: sha, evidence: evidence, role: role)
  }

  private func facts(of sha: String) throws(SQLiteError) -> CommitFacts? {
    try connection.first(
      "SELECT \(Self.factColumns) FROM commit_fact WHERE sha = ?1", .text(sha), read: Self.facts)?.1
  }

  /// What is known about the commits with notes in repositories, and about their places.
  private func facts(
    ofNotesIn repositories: String, placesIn clone: String
  ) throws(SQLiteError) -> [(String, CommitFacts)] {
    try connection.rows(
      """
      SELECT \(Self.factColumns) FROM commit_fact WHERE sha IN (
        SELECT sha FROM note WHERE repository IN (\(repositories)) AND +sha IS NOT NULL
        UNION SELECT target FROM followed_commit
          WHERE clone = (SELECT number FROM followed_clone WHERE clone = ?1))
      """, [.text(clone)], Self.facts)
  }

  private static let factColumns =
    "sha, author, authored_at, committed_at, tree, parents, patch, change_id"

  private static func facts(_ row: borrowing Statement) -> (String, CommitFacts) {
    (
      row.text(0),
      CommitFacts(
        author: row.text(1), subject: "", authoredAt: row.integer(2),
        committedAt: row.optionalInteger(3), tree: row.optionalText(4),
        parents: row.text(5).split(separator: " ").map(String.init),
        patchID: row.optionalText(6), changeID: row.optionalText(7))
    )
  }

  // MARK: After a check

  /// Saves what git reported to the hook. Use a journal that was opened for writing: the pairs are
  /// removed from the hook's file afterwards.
  public func keep(rewrittenPairs pairs: [(old: String, new: String)]) throws(JournalError) {
    try write { () throws(JournalError) in
      try mapErrors { () throws(SQLiteError) in
        for (old, new) in pairs {
          try connection.run(
            "INSERT OR IGNORE INTO rewritten_commit (old, new) VALUES (?1, ?2)", .text(old),
            .text(new))
        }
        try connection.run(
          """
          DELETE FROM rewritten_commit WHERE number <= (
            SELECT number FROM rewritten_commit ORDER BY number DESC LIMIT 1 OFFSET ?1)
          """, .integer(Int64(Self.pairLimit)))
      }
    }
  }

  private static let pairLimit = 100_000

  /// Saves the result of a check.
  ///
  /// - Parameters:
  ///   - places: the new places of commits whose places have changed.
  ///   - lastNote: the highest number of a note that was followed.
  public func keep(
    _ clone: FollowedClone, of key: RepositoryKey, places: [String: [CommitPlace]],
    facts: [String: CommitFacts], lastNote: Int64, at instant: Instant
  ) throws(JournalError) {
    try write { () throws(JournalError) in
      let row = try rows(of: key.repository, root: key.root, previousName: key.previousName).first
      try mapErrors { () throws(SQLiteError) in
        try connection.run(
          """
          INSERT INTO followed_clone (clone, root, repository, looked_at, last_note, basis, stamp)
          VALUES (?1, ?2, ?3, \(Self.lookTime("?4")), ?5, ?6, ?7)
          ON CONFLICT (clone) DO UPDATE SET root = ?2, repository = coalesce(?3, repository),
            looked_at = \(Self.lookTime("?4")), last_note = ?5, basis = ?6, stamp = ?7
          """, .text(clone.clone), .text(clone.root), Value(row),
          .integer(instant.secondsSince1970), .integer(lastNote), .blob(clone.basis),
          clone.stamp.map { .blob($0) } ?? .null)
        let number = try connection.first(
          "SELECT number FROM followed_clone WHERE clone = ?1", .text(clone.clone)
        ) { $0.integer(0) }
        guard let number else { return }
        try replace(places, in: number)
        try keep(facts)
        if let row { try forgetRemovedClones(of: row, except: number) }
      }
    }
  }

  /// The time that is saved for a look: later than that of every other one, because the latest
  /// counts.
  static func lookTime(_ now: String) -> String {
    "max(\(now), (SELECT coalesce(max(looked_at), 0) + 1 FROM followed_clone))"
  }

  func replace(
    _ places: [String: [CommitPlace]], in clone: Int64
  ) throws(SQLiteError) {
    let hasPlaces = try connection.first(
      "SELECT 1 FROM followed_commit WHERE clone = ?1 LIMIT 1", .integer(clone)
    ) { $0.int(0) }
    var forget = try connection.prepare("DELETE FROM followed_commit WHERE clone = ?1 AND sha = ?2")
    var insert = try connection.prepare(
      """
      INSERT OR IGNORE INTO followed_commit (clone, sha, target, evidence, role)
      VALUES (?1, ?2, ?3, ?4, ?5)
      """)
    // In the order of the indexes, which is faster.
    for sha in places.keys.sorted() {
      if hasPlaces != nil {
        try forget.bind([.integer(clone), .text(sha)])
        _ = try forget.step()
      }
      for place in places[sha] ?? [] {
        try insert.bind([
          .integer(clone), .text(sha), .text(place.sha), .text(place.evidence.rawValue),
          .integer(Int64(place.role.rawValue)),
        ])
        _ = try insert.step()
      }
    }
  }

  private func keep(_ facts: [String: CommitFacts]) throws(SQLiteError) {
    var statement = try connection.prepare(
      """
      INSERT INTO commit_fact (sha, author, authored_at, committed_at, tree, parents, patch,
        change_id)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT (sha) DO UPDATE SET committed_at = ?4, tree = ?5, parents = ?6,
        patch = coalesce(?7, patch), change_id = ?8
      """)
    for sha in facts.keys.sorted() {
      guard let fact = facts[sha] else { continue }
      try statement.bind([
        .text(sha), .text(fact.author), .integer(fact.authoredAt), Value(fact.committedAt),
        Value(fact.tree), .text(fact.parents.joined(separator: " ")), Value(fact.patchID),
        Value(fact.changeID),
      ])
      _ = try statement.step()
    }
  }

  // MARK: Reading

  /// The commits with notes that were rewritten to each of these commits, or of which it is a copy
  /// or a candidate.
  ///
  /// - Parameter clone: the clone whose last check counts; `nil` for any.
  public func earlierCommits(
    of commits: some Collection<String> & Sendable, in clone: String?
  ) throws(JournalError) -> [String: [String]] {
    try mapErrors { () throws(SQLiteError) in
      var statement = try connection.prepare(
        """
        SELECT DISTINCT sha FROM followed_commit WHERE target = ?1 AND sha <> ?1 AND role < ?3
          AND (?2 IS NULL OR clone = (SELECT number FROM followed_clone WHERE clone = ?2))
        ORDER BY number
        """)
      var found: [String: [String]] = [:]
      for commit in commits {
        try statement.bind([
          .text(commit), Value(clone), .integer(Int64(CommitPlace.Role.last.rawValue)),
        ])
        while try statement.step() { found[commit, default: []].append(statement.text(0)) }
      }
      return found
    }
  }

  /// The commits with notes that were rewritten to a commit whose SHA begins with `prefix`.
  public func earlierCommits(beginning prefix: String) throws(JournalError) -> [String] {
    try mapErrors { () throws(SQLiteError) in
      try connection.rows(
        """
        SELECT DISTINCT sha FROM followed_commit
        WHERE target >= ?1 AND target < ?2 AND role < ?3 ORDER BY number LIMIT 500
        """,
        [.text(prefix), .text(prefix + "g"), .integer(Int64(CommitPlace.Role.last.rawValue))]
      ) { $0.text(0) }
    }
  }

  public func hasFollowedCommits() throws(JournalError) -> Bool {
    try mapErrors { () throws(SQLiteError) in
      try connection.first("SELECT 1 FROM followed_commit LIMIT 1") { $0.int(0) } != nil
    }
  }

  /// The number of notes whose commit was not found at the last check, in any clone.
  public func strayNoteCount() throws(JournalError) -> Int {
    try mapErrors { () throws(SQLiteError) in
      try connection.first(
        """
        SELECT count(*) FROM note WHERE deleted_at IS NULL AND sha IN (
          SELECT sha FROM followed_commit GROUP BY sha HAVING min(role) > ?1)
        """, .integer(Int64(CommitPlace.Role.copy.rawValue))
      ) { $0.int(0) } ?? 0
    }
  }
}

extension CommitFacts {
  /// With the subject of a note, which is saved only there so that a purge removes it, and with its
  /// patch id if there is no other.
  fileprivate func completed(by other: CommitFacts?) -> CommitFacts {
    var facts = self
    facts.subject = other?.subject ?? subject
    facts.patchID = patchID ?? other?.patchID
    return facts
  }
}
