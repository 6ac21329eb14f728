public import Diary
import Platform
import SQLite

extension Journal {
  /// The ID of the repository's row, which is inserted if it does not exist.
  ///
  /// A clone without a remote is identified by its oldest commit. If the directory in its row no
  /// longer exists, the clone was moved and the row is updated.
  ///
  /// - Parameter previousName: the name of a clone before it had a remote.
  func row(
    of repository: Repository, root: String?, previousName: String?
  ) throws(JournalError) -> Int64 {
    if let row = try lastKnownRow(of: repository) { return row }
    let rows = try rows(of: repository, root: root, previousName: previousName)
    if let row = rows.first {
      for former in rows.dropFirst() {
        try mapErrors { () throws(SQLiteError) in
          try connection.run(
            "UPDATE record SET repository = ?1 WHERE repository = ?2", .integer(row),
            .integer(former)
          )
          try connection.run(
            "UPDATE record_version SET repository = ?1 WHERE repository = ?2", .integer(row),
            .integer(former))
          try connection.run("DELETE FROM repository WHERE id = ?1", .integer(former))
        }
      }
      try mapErrors { () throws(SQLiteError) in
        try connection.run(
          "UPDATE repository SET root = coalesce(?2, root), key = ?3, name = ?4 WHERE id = ?1",
          .integer(row), Value(root), .text(repository.key), .text(repository.name))
      }
      return row
    }
    return try mapErrors { () throws(SQLiteError) in
      try connection.run(
        "INSERT INTO repository (key, name, root) VALUES (?1, ?2, ?3)", .text(repository.key),
        .text(repository.name), Value(root))
      return connection.lastInsertedRow
    }
  }

  /// The rows of the repository that a filter names; `nil` if it names none.
  func rows(matching filter: NoteFilter) throws(JournalError) -> [Int64]? {
    guard let repository = filter.repository else { return nil }
    return try rows(of: repository, root: filter.root, previousName: filter.previousName)
  }

  /// The rows of the repository, that of its name first.
  func rows(
    of repository: Repository, root: String?, previousName: String?
  ) throws(JournalError) -> [Int64] {
    var known = try mapErrors { () throws(SQLiteError) in
      try connection.rows(
        "SELECT id FROM repository WHERE key IN (?1, ?2) ORDER BY key = ?1 DESC",
        [.text(repository.key), Value(previousName)]
      ) { $0.integer(0) }
    }
    if let row = try lastKnownRow(of: repository), !known.contains(row) { known.append(row) }
    if !known.isEmpty { return known }
    guard let root else { return [] }
    return try missingFolders().filter { $0.root == root }.map(\.id)
  }

  /// The repository that a clone was last known as before it lost its remotes, as it does when
  /// `git filter-repo` is run.
  private func lastKnownRow(of repository: Repository) throws(JournalError) -> Int64? {
    guard repository.isLocal else { return nil }
    let found = try mapErrors { () throws(SQLiteError) in
      try connection.first(
        """
        SELECT repository.id, repository.name FROM followed_clone
        JOIN repository ON repository.id = followed_clone.repository
        WHERE followed_clone.root = ?1 ORDER BY followed_clone.looked_at DESC LIMIT 1
        """, .text(repository.name)
      ) { row in (id: row.integer(0), name: row.text(1)) }
    }
    return found.flatMap { Repository(name: $0.name).isLocal ? nil : $0.id }
  }

  /// The clones without a remote whose directories no longer exist, with their oldest commits.
  private func missingFolders() throws(JournalError) -> [(id: Int64, root: String)] {
    let rooted = try mapErrors { () throws(SQLiteError) in
      try connection.rows(
        "SELECT id, name, root FROM repository WHERE root IS NOT NULL ORDER BY id", []
      ) { row in (id: row.integer(0), name: row.text(1), root: row.text(2)) }
    }
    return rooted.filter { Repository(name: $0.name).isLocal && !File.exists($0.name) }
      .map { ($0.id, $0.root) }
  }

  /// How the journal identifies a repository.
  ///
  /// - Parameter previousName: the name of a clone before it had a remote.
  public func state(
    of repository: Repository, previousName: String?
  ) throws(JournalError) -> RepositoryState {
    let roots = try mapErrors { () throws(SQLiteError) in
      try connection.rows(
        "SELECT root FROM repository WHERE key IN (?1, ?2) ORDER BY key = ?1 DESC",
        [.text(repository.key), Value(previousName)]
      ) { $0.optionalText(0) }
    }
    if let root = roots.first { return .known(root: root) }
    if try lastKnownRow(of: repository) != nil { return .known(root: nil) }
    return .unknown(missing: try missingFolders().map(\.root))
  }

  /// The repositories that have notes, the one with the newest note first.
  public func repositories() throws(JournalError) -> [Repository] {
    try mapErrors { () throws(SQLiteError) in
      try connection.rows(
        """
        SELECT repository.name FROM note JOIN repository ON repository.id = note.repository
        WHERE note.deleted_at IS NULL GROUP BY repository.id ORDER BY max(note.created_at) DESC
        LIMIT 500
        """
      ) { Repository(name: $0.text(0)) }
    }
  }

  /// The number of notes on each commit of a repository that has any.
  public func noteCounts(
    of repository: Repository, root: String?, previousName: String? = nil
  ) throws(JournalError) -> [String: Int] {
    let rows = try rows(of: repository, root: root, previousName: previousName)
    guard !rows.isEmpty else { return [:] }
    let list = rows.map(String.init).joined(separator: ", ")
    let counts = try mapErrors { () throws(SQLiteError) in
      try connection.rows(
        """
        SELECT sha, count(*) FROM note
        WHERE repository IN (\(list)) AND +sha IS NOT NULL AND deleted_at IS NULL GROUP BY +sha
        """
      ) { ($0.text(0), $0.int(1)) }
    }
    return Dictionary(uniqueKeysWithValues: counts)
  }

  /// The commits of a repository whose SHA begins with `prefix`, as saved with the notes.
  public func commits(
    beginning prefix: String, of repository: Repository, root: String?, previousName: String? = nil
  ) throws(JournalError) -> [Commit] {
    let list = try rows(of: repository, root: root, previousName: previousName)
      .map(String.init).joined(separator: ", ")
    return try mapErrors { () throws(SQLiteError) in
      try connection.rows(
        """
        SELECT \(NoteColumn.list) FROM \(NoteRow.source)
        WHERE repository IN (\(list)) AND sha >= ?1 AND sha < ?2 GROUP BY sha
        ORDER BY max(note.created_at) DESC LIMIT 500
        """, [.text(prefix), .text(prefix + "g")]
      ) { NoteRow.note($0).note.commit }
    }
    .compactMap { $0 }
  }
}

/// How the journal identifies a repository.
public enum RepositoryState: Hashable, Sendable {
  /// By its name or by the path of its clone. `root` is the oldest commit of the clone, if it was
  /// saved.
  case known(root: String?)
  /// The repository is not in the journal, unless it is a clone that was moved. `missing` has the
  /// oldest commits of the clones whose directories no longer exist.
  case unknown(missing: [String])
}
