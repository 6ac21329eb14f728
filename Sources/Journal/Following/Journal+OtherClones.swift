import Diary
import Platform
import SQLite

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
