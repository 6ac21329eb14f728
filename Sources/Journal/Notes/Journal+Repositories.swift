public import Diary
import Platform
import Records
import SQLite

extension Journal {
  /// The ID of the repository's row, which is inserted if it does not exist.
  ///
  /// A clone without a remote is identified by its oldest commit. If the directory in its row no
  /// longer exists, the clone was moved and the row is updated.
  func row(of key: RepositoryKey) throws(JournalError) -> Int64 {
    let repository = key.repository
    if let row = try lastKnownRow(of: repository) { return row }
    let rows = try rows(of: key)
    if let row = rows.first {
      let name: String? = try database.value("SELECT name FROM repository WHERE id = ?1", [row])
      if rows.count > 1 || name != repository.name {
        try rename(rows) { () throws(JournalError) in
          for former in rows.dropFirst() { try merge(former, into: row) }
          try database.run(
            "UPDATE repository SET key = ?2, name = ?3 WHERE id = ?1",
            [row, repository.key, repository.name])
        }
      }
      if let root = key.root {
        try database.run("UPDATE repository SET root = ?2 WHERE id = ?1", [row, root])
      }
      return row
    }
    try database.insert(
      ["key": repository.key, "name": repository.name, "root": key.root], into: "repository")
    return database.lastInsertedRow
  }

  /// Gives the notes on a repository to another one.
  func merge(_ former: Int64, into row: Int64) throws(JournalError) {
    for table in ["record", "record_version"] {
      try database.run(
        "UPDATE \(table) SET repository = ?1 WHERE repository = ?2", [row, former])
    }
    try database.run("DELETE FROM repository WHERE id = ?1", [former])
  }

  /// The rows of the repository, that of its name first.
  func rows(of key: RepositoryKey) throws(JournalError) -> [Int64] {
    var known: [Int64] = try database.values(
      "SELECT id FROM repository WHERE key IN (?1, ?2) ORDER BY key = ?1 DESC",
      [key.repository.key, key.previousName])
    if let row = try lastKnownRow(of: key.repository), !known.contains(row) { known.append(row) }
    if !known.isEmpty { return known }
    guard let root = key.root else { return [] }
    return try missingFolders().filter { $0.root == root }.map(\.id)
  }

  /// The same rows, after IN.
  func list(of key: RepositoryKey) throws(JournalError) -> String { SQL.list(try rows(of: key)) }

  /// The repository that a clone was last known as before it lost its remotes, as it does when
  /// `git filter-repo` is run.
  private func lastKnownRow(of repository: Repository) throws(JournalError) -> Int64? {
    guard repository.isLocal else { return nil }
    return try database.value(
      """
      SELECT repository.id FROM followed_clone
      JOIN repository ON repository.id = followed_clone.repository
      WHERE followed_clone.root = ?1 ORDER BY followed_clone.looked_at DESC LIMIT 1
      """, [repository.name])
  }

  /// The clones without a remote whose directories no longer exist, with their oldest commits.
  private func missingFolders() throws(JournalError) -> [(id: Int64, root: String)] {
    let rooted = try database.rows(
      "SELECT id, name, root FROM repository WHERE root IS NOT NULL ORDER BY id"
    ) { row in
      (id: row["id"] as Int64, repository: row["name"] as Repository, root: row["root"] as String)
    }
    return rooted.filter { $0.repository.isLocal && !File.exists($0.repository.name) }
      .map { ($0.id, $0.root) }
  }

  /// How the journal identifies a repository.
  public func state(of key: RepositoryKey) throws(JournalError) -> RepositoryState {
    let roots: [String?] = try database.values(
      "SELECT root FROM repository WHERE key IN (?1, ?2) ORDER BY key = ?1 DESC",
      [key.repository.key, key.previousName])
    if let root = roots.first { return .known(root: root) }
    if let row = try lastKnownRow(of: key.repository),
      let former: Repository = try database.value(
        "SELECT name FROM repository WHERE id = ?1", [row])
    {
      return .knownAs(former)
    }
    return .unknown(missing: try missingFolders().map(\.root))
  }

  /// The repositories that have notes, the one with the newest note first.
  public func repositories() throws(JournalError) -> [Repository] {
    try database.values(
      """
      SELECT repository.name FROM \(Note.source)
      WHERE note.deleted_at IS NULL GROUP BY repository.id ORDER BY max(note.created_at) DESC
      LIMIT 500
      """)
  }

  /// The number of notes on each commit of a repository that has any.
  public func noteCounts(of key: RepositoryKey) throws(JournalError) -> [String: Int] {
    let counts = try database.rows(
      """
      SELECT sha, count(*) AS notes FROM record WHERE kind = 1 AND repository IN \(try list(of: key))
        AND +sha IS NOT NULL AND deleted_at IS NULL GROUP BY +sha
      """
    ) { row -> (String, Int) in (row["sha"], row["notes"]) }
    return Dictionary(uniqueKeysWithValues: counts)
  }

  /// The commits of a repository whose SHA begins with `prefix`, as saved with the notes.
  public func commits(
    beginning prefix: String, of key: RepositoryKey
  ) throws(JournalError) -> [Commit] {
    try database.rows(
      """
      SELECT \(Note.columns) FROM \(Note.source)
      WHERE repository IN \(try list(of: key)) AND sha >= ?1 AND sha < ?2 GROUP BY sha
      ORDER BY max(note.created_at) DESC LIMIT 500
      """, [prefix, prefix + "g"]
    ) { Commit(ofNote: $0) }
    .compactMap(\.self)
  }
}

/// How the journal identifies a repository.
public enum RepositoryState: Hashable, Sendable {
  /// By its name or by the path of its clone. `root` is the oldest commit of the clone, if it was
  /// saved.
  case known(root: String?)
  /// The clone has lost its remotes since it was known as this repository.
  case knownAs(Repository)
  /// The repository is not in the journal, unless it is a clone that was moved. `missing` has the
  /// oldest commits of the clones whose directories no longer exist.
  case unknown(missing: [String])
}

// The commit of a note is part of its versions: a move is a new version with the same text, and
// restoring a version from before moves the note back.

/// What a note is about.
public struct NotePlace: Hashable, Sendable {
  public var key: RepositoryKey
  /// `nil` for a note on the repository.
  public var commit: Commit?

  public init(_ key: RepositoryKey, commit: Commit? = nil) {
    self.key = key
    self.commit = commit
  }

  public var repository: Repository { key.repository }
}

extension Journal {
  /// Moves a note to another commit as a new version, unless the note was changed since `version`
  /// was read. A note that is there already does not change.
  ///
  /// - Parameter place: `nil` to make it a note on its repository.
  public func move(
    _ id: Identifier, to place: NotePlace?, basedOn version: Int, at moment: Moment
  ) throws(JournalError) -> Note {
    try change(.note(id), basedOn: version) { (record) throws(JournalError) in
      // The repository may have another name from now on.
      let place = try place.map { (place) throws(JournalError) in try stored(place) }
      let record = try self.record(record.number)
      var state = record.state
      if let place { state.place = place } else { state.place?.commit = nil }
      try change(record, to: state, at: moment)
      return try note(record.number)
    }
  }

  /// Whether a note belongs to the repository, which may have had another name when it was written.
  public func isNote(
    _ id: Identifier, of key: RepositoryKey
  ) throws(JournalError) -> Bool {
    try database.hasRow(
      "SELECT 1 FROM record WHERE kind = 1 AND id = ?1 AND repository IN \(try list(of: key))", [id]
    )
  }

  /// The place with the name that the repository has in this journal.
  func stored(_ place: NotePlace) throws(JournalError) -> RecordPlace {
    let name: Repository? = try database.value(
      "SELECT name FROM repository WHERE id = ?1", [row(of: place.key)])
    return RecordPlace(repository: name ?? place.repository, commit: place.commit)
  }
}
