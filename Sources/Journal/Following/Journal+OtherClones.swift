import Diary
import Platform
import SQLite

extension Journal {
  /// Where these commits are in other clones after they were rewritten, by the latest look that
  /// found them.
  func places(
    of commits: [String], elsewhereThan clone: String
  ) throws(SQLiteError) -> [String: CommitPlace] {
    let other = try connection.first(
      "SELECT 1 FROM followed_clone WHERE clone <> ?1 LIMIT 1", .text(clone)
    ) { $0.int(0) }
    var places: [String: CommitPlace] = [:]
    if other == nil { return places }
    for sha in commits {
      let place = try connection.first(
        """
        SELECT place.target, place.evidence, place.role FROM followed_commit AS place
        JOIN followed_clone ON followed_clone.number = place.clone
        WHERE place.sha = ?1 AND place.target <> ?1 AND place.role = ?2
          AND followed_clone.clone <> ?3
        ORDER BY followed_clone.looked_at DESC LIMIT 1
        """, .text(sha), .integer(Int64(CommitPlace.Role.now.rawValue)), .text(clone)
      ) { row in Self.place(row.text(0), row.text(1), row.int(2)) }
      places[sha] = place ?? nil
    }
    return places
  }

  /// Forgets the places of commits in clones of a repository that do not exist any more. If one of
  /// them returns, everything in it is read again.
  func forgetRemovedClones(of repository: Int64, except number: Int64) throws(SQLiteError) {
    let others = try connection.rows(
      """
      SELECT number, clone FROM followed_clone
      WHERE repository = ?1 AND number <> ?2 AND clone LIKE '/%' AND length(basis) > 0
      """, [.integer(repository), .integer(number)]
    ) { row in (number: row.integer(0), clone: row.text(1)) }
    for other in others where !File.exists(other.clone) {
      try connection.run(
        "DELETE FROM followed_commit WHERE clone = ?1", .integer(other.number))
      try connection.run(
        "UPDATE followed_clone SET basis = x'', stamp = NULL, last_note = 0 WHERE number = ?1",
        .integer(other.number))
    }
  }
}
