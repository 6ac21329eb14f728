import Diary
import Platform
import SQLite

extension Journal {
  /// Where rewritten commits are in other clones, by the latest look that found them.
  func placesElsewhere(than clone: String) throws(SQLiteError) -> [String: CommitPlace] {
    let rows = try connection.rows(
      """
      SELECT place.sha, place.target, place.evidence, place.role FROM followed_commit AS place
      JOIN followed_clone ON followed_clone.number = place.clone
      WHERE followed_clone.clone <> ?1 AND place.role = ?2 AND place.target <> place.sha
      ORDER BY followed_clone.looked_at
      """, [.text(clone), .integer(Int64(CommitPlace.Role.now.rawValue))]
    ) { row in (row.text(0), Self.place(row.text(1), row.text(2), row.int(3))) }
    var places: [String: CommitPlace] = [:]
    for (sha, place) in rows { places[sha] = place }
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
