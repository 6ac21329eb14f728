import Diary
import SQLite

/// Follows commits with notes that a force push has removed from a repository on a host. Without a
/// clone, only the author, the author date and the subject are known.
extension Journal {
  /// Saves where the commits are that no walk has any more. They still have their rows.
  func followVanishedCommits(of remote: Int64) throws(JournalError) {
    try followReturnedCommits(of: remote)
    let vanished = try remoteCommits(of: remote, "NOT EXISTS", with: "")
    guard !vanished.isEmpty else { return }
    let subjects = try followedSubjects(of: remote, among: vanished)
    guard !subjects.isEmpty else { return }
    let number = try remoteClone(remote)
    for (noted, gone) in subjects {
      var later = try remoteCommits(
        of: remote, "EXISTS", with: "AND author = ?2 AND authored_at = ?3",
        [gone.author, gone.date.instant])
      // Where seconds do not tell commits apart, they decide nothing, and the subject makes candidates.
      let isAlone = later.count == 1
      let rivals = vanished.filter { $0.sha != gone.sha && $0.isVersion(of: gone) }
      later.removeAll { other in
        other.subject != gone.subject
          && (!isAlone || rivals.contains { $0.subject == other.subject })
      }
      let isNamed = later.first?.subject == gone.subject
      let isCertain =
        isAlone && !later.isEmpty
        && (rivals.isEmpty || isNamed && !rivals.contains { $0.subject == gone.subject })
      var places = later.map {
        CommitPlace(
          sha: $0.sha, evidence: .author, role: isCertain ? .now : .candidate, subject: $0.subject)
      }
      if !isCertain {
        let last = gone.sha == noted ? "" : gone.sha
        places.append(CommitPlace(sha: last, evidence: .author, role: .last))
      }
      try replace([noted: places], in: number)
    }
  }

  /// The commits with notes that are now one of the vanished commits.
  private func followedSubjects(
    of remote: Int64, among vanished: [Commit]
  ) throws(JournalError) -> [(noted: String, gone: Commit)] {
    var subjects: [(noted: String, gone: Commit)] = []
    for commit in vanished {
      let isNoted = try database.hasRow(
        "SELECT 1 FROM record WHERE kind = 1 AND sha = ?1 LIMIT 1", [commit.sha])
      if isNoted { subjects.append((commit.sha, commit)) }
      let earlier: [String] = try database.values(
        """
        SELECT followed_commit.sha FROM followed_commit
        JOIN followed_clone ON followed_clone.number = followed_commit.clone
        WHERE target = ?1 AND followed_commit.sha <> ?1 AND role = 0 AND followed_clone.clone = ?2
        """, [commit.sha, Self.remoteClone(remote)])
      for sha in earlier { subjects.append((sha, commit)) }
    }
    return subjects
  }

  /// A commit that was pushed again has its notes itself.
  private func followReturnedCommits(of remote: Int64) throws(JournalError) {
    let returned = try database.rows(
      """
      SELECT DISTINCT followed_commit.sha, followed_commit.clone FROM followed_commit
      JOIN followed_clone ON followed_clone.number = followed_commit.clone
      JOIN remote_commit ON remote_commit.remote = ?1 AND remote_commit.sha = followed_commit.sha
      WHERE followed_clone.clone = ?2 AND followed_commit.target <> followed_commit.sha
        AND EXISTS (SELECT 1 FROM walk_commit WHERE commit_id = remote_commit.id)
      """, [remote, Self.remoteClone(remote)]
    ) { row in (row["sha"] as String, row["clone"] as Int64) }
    for (sha, clone) in returned {
      try replace([sha: [CommitPlace(sha: sha, evidence: .id, role: .now)]], in: clone)
    }
  }

  private func remoteCommits(
    of remote: Int64, _ exists: String, with condition: String, _ values: [any ColumnValue] = []
  ) throws(JournalError) -> [Commit] {
    try database.rows(
      """
      SELECT \(Commit.columns) FROM remote_commit WHERE remote = ?1 \(condition)
        AND \(exists) (SELECT 1 FROM walk_commit WHERE commit_id = remote_commit.id)
      """, [remote] + values
    ) { Commit($0) }
  }

  /// The name of a repository on a host among the clones. It is no path.
  private static func remoteClone(_ remote: Int64) -> String { "remote \(remote)" }

  private func remoteClone(_ remote: Int64) throws(JournalError) -> Int64 {
    try database.insert(
      [
        "clone": Self.remoteClone(remote), "root": "", "looked_at": 0, "last_note": 0,
        "basis": [] as [UInt8],
      ], into: "followed_clone", ifThere: .ignore)
    let now = Self.lookTime("CAST(strftime('%s', 'now') AS INTEGER)")
    try database.run(
      "UPDATE followed_clone SET looked_at = \(now) WHERE clone = ?1", [Self.remoteClone(remote)])
    return try database.value(
      "SELECT number FROM followed_clone WHERE clone = ?1", [Self.remoteClone(remote)]) ?? 0
  }
}

extension Commit {
  /// Whether only the contents or the message differ.
  fileprivate func isVersion(of other: Commit) -> Bool {
    author == other.author && date.instant == other.date.instant
  }
}
