public import Diary
public import JSON
import Platform
import SQLite

// What following needs and cannot read again, as it stands in archives and segments: facts of commits,
// what was seen of their rewriting, and the pull requests that contain them.

/// The evidence of a whole journal.
public struct ArchivedEvidence: Sendable {
  public var commits: [JSONValue]
  public var rewrites: [JSONValue]
  public var pullRequests: [JSONValue]
}

extension Journal {
  static let isFactOfNote = """
    (EXISTS (SELECT 1 FROM record WHERE kind = 1 AND record.sha = commit_fact.sha)
      OR EXISTS (SELECT 1 FROM followed_commit WHERE target = commit_fact.sha))
    """
  static let isRewriteOfNotes = """
    EXISTS (SELECT 1 FROM record WHERE kind = 1 AND record.repository = rewrite_record.repository)
    """

  // MARK: Reading

  public func archivedEvidence() throws(JournalError) -> ArchivedEvidence {
    ArchivedEvidence(
      commits: try commitFacts(where: "TRUE").map(\.json),
      rewrites: try rewrites(where: "TRUE").map(\.json), pullRequests: try pullRequests())
  }

  func commitFacts(
    where condition: String
  ) throws(JournalError) -> [(sha: String, json: JSONValue)] {
    try database.rows("SELECT * FROM commit_fact WHERE \(condition) ORDER BY sha") { row in
      (
        row["sha"] as String,
        Self.withoutNulls([
          ("sha", .string(row["sha"])), ("author", .string(row["author"])),
          ("authoredAt", .string("\(row["authored_at"] as Instant)")),
          ("committedAt", JSONValue((row["committed_at"] as Instant?)?.description)),
          ("tree", JSONValue(row["tree"] as String?)), ("parents", .string(row["parents"])),
          ("patch", JSONValue(row["patch"] as String?)),
          ("changeID", JSONValue(row["change_id"] as String?)),
        ])
      )
    }
  }

  func rewrites(
    where condition: String
  ) throws(JournalError) -> [(number: Int64, json: JSONValue)] {
    try database.rows(
      """
      SELECT rewrite_record.number AS number, name, kind, old, new FROM rewrite_record
        JOIN repository ON repository.id = repository
      WHERE \(condition) ORDER BY rewrite_record.number
      """
    ) { row in
      (
        row["number"] as Int64,
        [
          "repository": .string(row["name"]), "kind": .integer(row["kind"]),
          "old": .string(row["old"]), "new": .string(row["new"]),
        ] as JSONValue
      )
    }
  }

  private func pullRequests() throws(JournalError) -> [JSONValue] {
    try database.rows(
      """
      SELECT name, pull_request.number AS number, sha, commits FROM pull_request
        JOIN repository ON repository.id = repository ORDER BY repository, pull_request.number
      """
    ) { row in
      Self.withoutNulls([
        ("repository", .string(row["name"])), ("number", .integer(row["number"])),
        ("sha", JSONValue(row["sha"] as String?)),
        ("commits", Self.array(row["commits"])),
      ])
    }
  }

  private static func array(_ text: String) -> JSONValue {
    (try? JSONParser.parse(Array(text.utf8))) ?? .array([])
  }

  private static func withoutNulls(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(members.filter { $0.1 != .null }.map { JSONValue.Member($0.0, $0.1) })
  }

  // MARK: Saving

  /// - Parameter isSent: whether other devices know it already.
  public func addCommitFact(_ json: JSONValue, isSent: Bool) throws {
    guard let sha = json["sha"]?.nonEmptyString, let author = json["author"]?.string,
      let authored = json["authoredAt"]?.string.flatMap(Instant.init(rfc3339:))
    else { throw DamagedRecord(field: "commit") }
    try database.run(
      """
      INSERT INTO commit_fact
        (sha, author, authored_at, committed_at, tree, parents, patch, change_id, is_sent)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (sha) DO UPDATE SET
        committed_at = coalesce(committed_at, ?4), tree = coalesce(tree, ?5),
        patch = coalesce(patch, ?7), change_id = coalesce(change_id, ?8),
        is_sent = max(is_sent, ?9)
      """,
      [
        sha, author, authored,
        json["committedAt"]?.string.flatMap(Instant.init(rfc3339:)), json["tree"]?.string,
        json["parents"]?.string ?? "", json["patch"]?.string, json["changeID"]?.string, isSent,
      ])
  }

  public func addRewrite(_ json: JSONValue, isSent: Bool) throws {
    guard let name = json["repository"]?.nonEmptyString, let kind = json["kind"]?.integer,
      let old = json["old"]?.string, let new = json["new"]?.string
    else { throw DamagedRecord(field: "rewrite") }
    let row = try row(of: RepositoryKey(Repository(name: name)))
    let isKnown = try database.hasRow(
      """
      SELECT 1 FROM rewrite_record WHERE repository = ?1 AND old = ?2 AND new = ?3 AND kind = ?4
      """, [row, old, new, kind])
    try database.run(
      """
      INSERT INTO rewrite_record (repository, kind, old, new, is_sent) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (repository, old, new, kind) DO UPDATE SET is_sent = max(is_sent, ?5)
      """, [row, kind, old, new, isSent])
    if isKnown { return }
    // Clones look for the commits of their notes again.
    try database.run("UPDATE followed_clone SET last_note = 0 WHERE repository = ?1", [row])
  }

  /// Saves a pull request, unless it is known.
  public func addPullRequest(_ json: JSONValue) throws {
    guard let name = json["repository"]?.nonEmptyString, let number = json["number"]?.integer,
      let commits = json["commits"]?.array
    else { throw DamagedRecord(field: "pullRequest") }
    let row = try row(of: RepositoryKey(Repository(name: name)))
    let isKnown = try database.hasRow(
      "SELECT 1 FROM pull_request WHERE repository = ?1 AND number = ?2", [row, number])
    if isKnown { return }
    guard let parts = Self.parts(commits) else { throw DamagedRecord(field: "pullRequest") }
    let request = json["sha"]?.string.map {
      MergedPullRequest(number: number, sha: $0, parts: parts)
    }
    try save(request, number, in: row)
    try database.run("UPDATE followed_clone SET stamp = NULL WHERE repository = ?1", [row])
  }
}

/// A clone in which commits with notes are followed, as of the last check.
public struct FollowedClone: Hashable, Sendable {
  /// The directory that all working trees of the clone share.
  public var clone: String
  /// The path that identifies the clone.
  public var root: String
  /// The state of the clone, in a format that is private to the module that reads it.
  public var basis: [UInt8]
  /// The states of the files that were read; `nil` if they have to be read again.
  public var stamp: [UInt8]?

  public init(clone: String, root: String, basis: [UInt8], stamp: [UInt8]?) {
    self.clone = clone
    self.root = root
    self.basis = basis
    self.stamp = stamp
  }
}

/// What the journal knows before a check for rewritten commits.
public struct FollowingState: Sendable {
  /// `nil` before the first check.
  public var clone: FollowedClone?
  /// Whether there are notes that were not followed yet.
  public var hasNewNotes: Bool
}

/// When the commit of a note was last looked for in a clone.
public enum LastLook: Sendable {
  /// The clone was not known as one of the note's repository.
  case never
  /// The clone was looked at before the note was written, or while it changed.
  case outdated
  /// With this stamp of the clone.
  case with(stamp: [UInt8])
}

/// What the journal knows about the commits of a repository that have notes.
public struct FollowedCommits: Sendable {
  /// The places of each commit in the clone at the last check; empty before the first one.
  public var places: [String: [CommitPlace]] = [:]
  /// Where commits that were not found in the clone are in other clones of the repository.
  public var elsewhere: [String: CommitPlace] = [:]
  public var facts: [String: CommitFacts] = [:]
  public var records: [RewriteRecord] = []
  /// The highest number of a note.
  public var lastNote: Int64 = 0
}

extension Journal {
  /// Where these commits are in other clones after they were rewritten, by the latest look that
  /// found them.
  func places(
    of commits: [String], elsewhereThan clone: String
  ) throws(JournalError) -> [String: CommitPlace] {
    var places: [String: CommitPlace] = [:]
    let hasOthers = try database.hasRow(
      "SELECT 1 FROM followed_clone WHERE clone <> ?1 LIMIT 1", [clone])
    if !hasOthers { return places }
    for sha in commits {
      places[sha] =
        try database.first(
          """
          SELECT place.target, place.evidence, place.role, place.subject FROM followed_commit AS place
          JOIN followed_clone ON followed_clone.number = place.clone
          WHERE place.sha = ?1 AND place.target <> ?1 AND place.role = ?2
            AND followed_clone.clone <> ?3
          ORDER BY followed_clone.looked_at DESC LIMIT 1
          """, [sha, CommitPlace.Role.now.rawValue, clone]
        ) { CommitPlace($0) } ?? nil
    }
    return places
  }

  /// Forgets the places of commits in clones of a repository that do not exist any more. If one of
  /// them returns, everything in it is read again.
  func forgetRemovedClones(of repository: Int64, except number: Int64) throws(JournalError) {
    let others = try database.rows(
      """
      SELECT number, clone FROM followed_clone
      WHERE repository = ?1 AND number <> ?2 AND clone LIKE '/%' AND length(basis) > 0
      """, [repository, number]
    ) { row in (number: row["number"] as Int64, clone: row["clone"] as String) }
    for other in others where !File.exists(other.clone) {
      try database.run("DELETE FROM followed_commit WHERE clone = ?1", [other.number])
      try database.run(
        "UPDATE followed_clone SET basis = x'', stamp = NULL, last_note = 0 WHERE number = ?1",
        [other.number])
    }
  }
}
