public import Diary
import SQLite

/// A clone whose notes are also in a notes reference of git.
public struct Mirror: Hashable, Sendable {
  public var number: Int64
  /// The directory that all working trees of the clone share.
  public var clone: String
  public var root: String
  public var repository: Repository
  /// For example `refs/notes/commitdiary`.
  public var reference: String
  /// The commit of the reference with which the journal was last the same.
  public var tip: String?
  /// The last commit of a history that a purge has replaced and that may have been pushed.
  public var purgedTip: String?
}

/// A note in the journal, and where the reference has it.
public struct MirroredNote: Hashable, Sendable {
  public var id: Identifier
  /// The commit that the note is about; `nil` if it has none, or if it is deleted or purged.
  public var commit: String?
  /// The newest version; `nil` if the note was purged.
  public var version: Int?
  /// The commit whose git note contains the note.
  public var writtenOn: String?
  /// The version in the git note; `nil` if the note was never written to the reference.
  public var writtenVersion: Int?
}

extension MirroredNote {
  /// Whether the git note is current.
  public var isCurrent: Bool {
    writtenOn == commit && (commit == nil || version == writtenVersion)
  }

  /// Whether the history of the reference contains a note that was purged.
  public var mustLeaveHistory: Bool { version == nil && writtenVersion != nil }
}

extension Journal {
  // MARK: Mirrors

  public func mirrors() throws(JournalError) -> [Mirror] {
    try database.rows(
      "SELECT number, clone, root, repository, reference, tip, purged FROM mirror ORDER BY number"
    ) { row in
      Mirror(
        number: row["number"], clone: row["clone"], root: row["root"],
        repository: row["repository"], reference: row["reference"], tip: row["tip"],
        purgedTip: row["purged"])
    }
  }

  public func mirror(of clone: String) throws(JournalError) -> Mirror? {
    try mirrors().first { $0.clone == clone }
  }

  /// Turns the mirror of a clone on. With another reference than before, it starts anew.
  public func turnOnMirror(
    of clone: String, root: String, repository: Repository, reference: String
  ) throws(JournalError) -> Mirror {
    try write { () throws(JournalError) in
      let known = try mirror(of: clone)
      if let known, known.reference != reference { try remove(known) }
      try database.run(
        """
        INSERT INTO mirror (clone, root, repository, reference) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (clone) DO UPDATE SET root = ?2, repository = ?3
        """, [clone, root, repository.name, reference])
      guard let mirror = try mirror(of: clone) else { throw .damaged(path: path) }
      return mirror
    }
  }

  /// Turns the mirror of a clone off. The reference stays as it is.
  public func turnOff(_ mirror: Mirror) throws(JournalError) {
    try write { () throws(JournalError) in try remove(mirror) }
  }

  private func remove(_ mirror: Mirror) throws(JournalError) {
    try database.run("DELETE FROM mirror WHERE number = ?1", [mirror.number])
  }

  // MARK: Notes

  /// The notes of a clone's repository, with the state of the mirror.
  public func mirroredNotes(
    of mirror: Mirror, in key: RepositoryKey
  ) throws(JournalError) -> [MirroredNote] {
    let rows = try rows(of: key)
    return try database.rows(
      """
      SELECT record.id, CASE WHEN deleted_at IS NULL THEN record.sha END AS "commit",
        record.version, mirror_note.sha AS written_on, mirror_note.version AS written_version
      FROM record LEFT JOIN mirror_note ON mirror = ?1 AND note = record.id
      WHERE kind = 1 AND repository IN (\(rows.map(String.init).joined(separator: ", ")))
      UNION ALL
      SELECT note, NULL,
        (SELECT record.version FROM record WHERE kind = 1 AND record.id = note), sha, version
      FROM mirror_note WHERE mirror = ?1 AND NOT EXISTS (SELECT 1 FROM record
        WHERE kind = 1 AND record.id = note
          AND repository IN (\(rows.map(String.init).joined(separator: ", "))))
      """, [mirror.number]
    ) { row in
      MirroredNote(
        id: row["id"], commit: row["commit"], version: row["version"],
        writtenOn: row["written_on"], writtenVersion: row["written_version"])
    }
  }

  /// The sections for these notes, in the order in which they are written; with their versions.
  public func mirrorSections(
    of ids: [Identifier]
  ) throws(JournalError) -> [(section: GitNoteSection, version: Int)] {
    var sections: [(section: GitNoteSection, version: Int)] = []
    for id in ids {
      guard let record = try record(.note, id: id.text), !record.isDeleted else { continue }
      sections.append(
        (
          GitNoteSection(
            id: id, createdAt: record.createdAt, text: NoteText(record.content)),
          record.version
        ))
    }
    return sections.sorted { left, right in
      let dates = [left, right].map { $0.section.createdAt?.instant.secondsSince1970 ?? 0 }
      if dates[0] != dates[1] { return dates[0] < dates[1] }
      return (left.section.id?.text ?? "") < (right.section.id?.text ?? "")
    }
  }

  /// Records what was written to the reference.
  ///
  /// - Parameters:
  ///   - tip: the new commit of the reference.
  ///   - written: the notes that each git note now contains, with their versions.
  ///   - replaced: the last commit of the history that was replaced, so that the reference has no
  ///     purged notes.
  public func saveMirror(
    _ mirror: Mirror, tip: String, written: [String: [Identifier: Int]], replacing replaced: String?
  ) throws(JournalError) {
    try write { () throws(JournalError) in
      for (commit, notes) in written {
        try database.run(
          "UPDATE mirror_note SET sha = NULL WHERE mirror = ?1 AND sha = ?2",
          [mirror.number, commit])
        for (id, version) in notes { try save(id, on: commit, version, in: mirror) }
      }
      if let replaced {
        try database.run(
          "UPDATE mirror SET purged = coalesce(purged, ?2) WHERE number = ?1",
          [mirror.number, replaced])
        try database.run(
          """
          DELETE FROM mirror_note WHERE mirror = ?1
            AND NOT EXISTS (SELECT 1 FROM record WHERE kind = 1 AND id = note)
          """, [mirror.number])
      }
      try setTip(tip, of: mirror)
    }
  }

  /// Forgets the replaced history of a reference, once the new one is pushed.
  public func forgetPurgedTip(of mirror: Mirror) throws(JournalError) {
    try write { () throws(JournalError) in
      try database.run("UPDATE mirror SET purged = NULL WHERE number = ?1", [mirror.number])
    }
  }

  func save(
    _ id: Identifier, on commit: String?, _ version: Int, in mirror: Mirror
  ) throws(JournalError) {
    try database.run(
      """
      INSERT INTO mirror_note (mirror, note, sha, version) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (mirror, note) DO UPDATE SET sha = ?3, version = ?4
      """, [mirror.number, id.text, commit, version])
  }

  /// Forgets which git notes contain a note that is restored. If the deletion was written to a
  /// reference without being recorded, the next exchange would repeat it.
  func forgetGitNotes(of id: Identifier) throws(JournalError) {
    try database.run("UPDATE mirror_note SET sha = NULL WHERE note = ?1", [id.text])
  }

  func setTip(_ tip: String, of mirror: Mirror) throws(JournalError) {
    try database.run("UPDATE mirror SET tip = ?2 WHERE number = ?1", [mirror.number, tip])
  }
}
