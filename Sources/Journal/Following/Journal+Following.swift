public import Diary
import Records
import SQLite

extension Journal {
  // MARK: Before a check

  /// What is known about a clone, with few queries. `nil` if the repository has no notes on commits.
  public func followingState(
    of key: RepositoryKey, in clone: String
  ) throws(JournalError) -> FollowingState? {
    let rows = try rows(of: key)
    guard !rows.isEmpty else { return nil }
    let known = try database.first(
      "SELECT root, basis, stamp, last_note FROM followed_clone WHERE clone = ?1", [clone]
    ) { row in
      (
        clone: FollowedClone(
          clone: clone, root: row["root"], basis: row["basis"], stamp: row["stamp"]),
        lastNote: row["last_note"] as Int64
      )
    }
    let hasNewNotes = try database.hasRow(
      """
      SELECT 1 FROM record
      WHERE number > ?1 AND +kind = 1 AND +repository IN \(SQL.list(rows)) AND +sha IS NOT NULL
      LIMIT 1
      """, [known?.lastNote ?? 0])
    if known == nil, !hasNewNotes { return nil }
    return FollowingState(clone: known?.clone, hasNewNotes: hasNewNotes)
  }

  /// The last look for the commit of a note in a clone, with one query.
  public func lastLook(
    for note: Identifier, in clone: String
  ) throws(JournalError) -> LastLook {
    let stamps: [[UInt8]?] = try database.values(
      """
      SELECT iif(note.number <= last_note, stamp, NULL) FROM followed_clone
      JOIN \(RecordKind.note.rows) ON note.repository = followed_clone.repository
      WHERE clone = ?1 AND note.id = ?2
      """, [clone, note.text])
    guard let stamp = stamps.first else { return .never }
    return stamp.map { .with(stamp: $0) } ?? .outdated
  }

  /// The commits with notes in a repository, also with deleted ones, and where they were in a clone.
  public func followedCommits(
    of key: RepositoryKey, in clone: String
  ) throws(JournalError) -> FollowedCommits {
    let list = try list(of: key)
    var found = FollowedCommits()
    try database.forEach(
      """
      SELECT sha, subject, author, authored_at, patch, max(number) AS last FROM \(RecordKind.note.rows)
      WHERE repository IN \(list) AND +sha IS NOT NULL GROUP BY +sha
      """
    ) { row in
      let sha: String = row["sha"]
      found.places[sha] = []
      found.facts[sha] = CommitFacts(
        author: row["author"], subject: row["subject"], authoredAt: row["authored_at"],
        patchID: row["patch"])
      found.lastNote = max(found.lastNote, row["last"])
    }
    try database.forEach(
      """
      SELECT sha, target, evidence, role, subject FROM followed_commit
      WHERE clone = (SELECT number FROM followed_clone WHERE clone = ?1) ORDER BY number
      """, [clone]
    ) { row in
      if let place = CommitPlace(row) { found.places[row["sha"]]?.append(place) }
    }
    let missing = found.places.filter { !$0.value.contains { $0.role == .now } }.map(\.key)
    found.elsewhere = try self.places(of: missing, elsewhereThan: clone)
    for place in found.elsewhere.values {
      if let facts = try facts(of: place.sha) { found.facts[place.sha] = facts }
    }
    for (sha, facts) in try facts(ofNotesIn: list, placesIn: clone) {
      found.facts[sha] = facts.completed(by: found.facts[sha])
    }
    let records = try database.rows(
      "SELECT kind, old, new FROM rewrite_record WHERE repository IN \(list) ORDER BY number"
    ) { row in
      RewriteRecord.Kind(rawValue: row["kind"]).map {
        RewriteRecord($0, old: row["old"], new: row["new"])
      }
    }
    found.records = records.compactMap(\.self)
    return found
  }

  private func facts(of sha: String) throws(JournalError) -> CommitFacts? {
    try database.first(
      "SELECT \(Self.factColumns) FROM commit_fact WHERE sha = ?1", [sha], Self.facts)?.1
  }

  /// What is known about the commits with notes in repositories, and about their places.
  private func facts(
    ofNotesIn repositories: String, placesIn clone: String
  ) throws(JournalError) -> [(String, CommitFacts)] {
    try database.rows(
      """
      SELECT \(Self.factColumns) FROM commit_fact WHERE sha IN (
        SELECT sha FROM record WHERE kind = 1 AND repository IN \(repositories) AND +sha IS NOT NULL
        UNION SELECT target FROM followed_commit
          WHERE clone = (SELECT number FROM followed_clone WHERE clone = ?1))
      """, [clone], Self.facts)
  }

  private static let factColumns =
    "sha, author, authored_at, committed_at, tree, parents, patch, change_id"

  private static func facts(_ row: borrowing Statement) -> (String, CommitFacts) {
    (
      row["sha"],
      CommitFacts(
        author: row["author"], subject: "", authoredAt: row["authored_at"],
        committedAt: row["committed_at"], tree: row["tree"],
        parents: (row["parents"] as String).split(separator: " ").map(String.init),
        patchID: row["patch"], changeID: row["change_id"])
    )
  }

  // MARK: After a check

  /// Saves what git reported to the hook. Use a journal that was opened for writing: the records are
  /// removed from the hook's file afterwards.
  public func save(
    _ records: [RewriteRecord], of key: RepositoryKey
  ) throws(JournalError) {
    try write { () throws(JournalError) in
      if let row = try rows(of: key).first { try add(records, to: row) }
    }
  }

  private func add(_ records: [RewriteRecord], to repository: Int64) throws(JournalError) {
    for record in records {
      try database.insert(
        [
          "repository": repository, "kind": record.kind.rawValue, "old": record.old,
          "new": record.new,
        ], into: "rewrite_record", ifThere: .ignore)
    }
  }

  /// Saves the result of a check.
  ///
  /// - Parameters:
  ///   - places: the new places of commits whose places have changed.
  ///   - lastNote: the highest number of a note that was followed.
  public func save(
    _ clone: FollowedClone, of key: RepositoryKey, places: [String: [CommitPlace]],
    facts: [String: CommitFacts], records: [RewriteRecord] = [], lastNote: Int64,
    at instant: Instant
  ) throws(JournalError) {
    try writeCache { () throws(JournalError) in
      let row = try rows(of: key).first
      try database.run(
        """
        INSERT INTO followed_clone (clone, root, repository, looked_at, last_note, basis, stamp)
        VALUES (?1, ?2, ?3, \(Self.lookTime("?4")), ?5, ?6, ?7)
        ON CONFLICT (clone) DO UPDATE SET root = ?2, repository = coalesce(?3, repository),
          looked_at = \(Self.lookTime("?4")), last_note = ?5, basis = ?6, stamp = ?7
        """,
        [clone.clone, clone.root, row, instant, lastNote, clone.basis, clone.stamp])
      let number: Int64? = try database.value(
        "SELECT number FROM followed_clone WHERE clone = ?1", [clone.clone])
      guard let number else { return }
      try replace(places, in: number)
      try save(facts)
      if let row {
        try add(records, to: row)
        try forgetRemovedClones(of: row, except: number)
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
  ) throws(JournalError) {
    let hasPlaces = try database.hasRow(
      "SELECT 1 FROM followed_commit WHERE clone = ?1 LIMIT 1", [clone])
    // In the order of the indexes, which is faster.
    for sha in places.keys.sorted() {
      if hasPlaces {
        try database.run(
          "DELETE FROM followed_commit WHERE clone = ?1 AND sha = ?2", [clone, sha])
      }
      for place in places[sha] ?? [] {
        try database.insert(
          [
            "clone": clone, "sha": sha, "target": place.sha, "evidence": place.evidence.rawValue,
            "role": place.role.rawValue, "subject": place.subject,
          ], into: "followed_commit", ifThere: .ignore)
      }
    }
  }

  private func save(_ facts: [String: CommitFacts]) throws(JournalError) {
    for (sha, fact) in facts.sorted(by: { $0.key < $1.key }) {
      try database.run(
        """
        INSERT INTO commit_fact (sha, author, authored_at, committed_at, tree, parents, patch,
          change_id)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        ON CONFLICT (sha) DO UPDATE SET committed_at = ?4, tree = ?5, parents = ?6,
          patch = coalesce(?7, patch), change_id = ?8
        """,
        [
          sha, fact.author, fact.authoredAt, fact.committedAt, fact.tree,
          fact.parents.joined(separator: " "), fact.patchID, fact.changeID,
        ])
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
    var found: [String: [String]] = [:]
    for commit in commits {
      let earlier: [String] = try database.values(
        """
        SELECT DISTINCT sha FROM followed_commit WHERE target = ?1 AND sha <> ?1 AND role < ?3
          AND (?2 IS NULL OR clone = (SELECT number FROM followed_clone WHERE clone = ?2))
        ORDER BY number
        """, [commit, clone, CommitPlace.Role.last.rawValue])
      if !earlier.isEmpty { found[commit] = earlier }
    }
    return found
  }

  /// The commits with notes that were rewritten to a commit whose SHA begins with `prefix`.
  public func earlierCommits(beginning prefix: String) throws(JournalError) -> [String] {
    try database.values(
      """
      SELECT DISTINCT sha FROM followed_commit
      WHERE target >= ?1 AND target < ?2 AND role < ?3 ORDER BY number LIMIT 500
      """, [prefix, prefix + "g", CommitPlace.Role.last.rawValue])
  }

  public func hasFollowedCommits() throws(JournalError) -> Bool {
    try database.hasRow("SELECT 1 FROM followed_commit LIMIT 1")
  }

  /// The short ids of the notes whose commit was not found at the last check, in any clone.
  public func strayNotes() throws(JournalError) -> [String] {
    let ids: [String] = try database.values(
      """
      SELECT id FROM record WHERE kind = 1 AND deleted_at IS NULL AND sha IN (
        SELECT sha FROM followed_commit GROUP BY sha HAVING min(role) > ?1) ORDER BY number
      """, [CommitPlace.Role.copy.rawValue])
    return try shortened(ids)
  }
}

extension CommitPlace {
  /// `nil` for values of another version of the program.
  init?(_ row: borrowing Statement) {
    guard let evidence = CommitEvidence(rawValue: row["evidence"]),
      let role = Role(rawValue: row["role"])
    else { return nil }
    self.init(
      sha: row["target"], evidence: evidence, role: role,
      subject: row["subject"] as String? ?? "")
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
