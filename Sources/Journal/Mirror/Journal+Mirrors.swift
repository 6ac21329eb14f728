public import Diary
import Records
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
}

/// A remote whose notes `git fetch` fetches.
public struct MirrorRemote: Hashable, Sendable {
  public var name: String
  /// The commit of the remote's reference that was merged last; `nil` if none was.
  public var tip: String?
  /// Whether the remote may still have the history that a purge has replaced here.
  public var isReplaced: Bool

  public init(name: String, tip: String? = nil, isReplaced: Bool = false) {
    self.name = name
    self.tip = tip
    self.isReplaced = isReplaced
  }
}

/// A note in the journal, and where the reference has it.
public struct MirroredNote: Hashable, Sendable {
  public var id: Identifier
  /// The commit that the note is about; `nil` if it has none, or if it is deleted or purged.
  public var commit: String?
  /// The commit that this one was rewritten to in the clone.
  public var successor: String?
  /// The newest version; `nil` if the note was purged.
  public var version: Int?
  /// The commit whose git note contains the note.
  public var writtenOn: String?
  /// The version in the git note; `nil` if the note was never written to the reference.
  public var writtenVersion: Int?
  /// Whether others have moved the note to a commit that the clone does not have.
  public var isElsewhere: Bool
  /// Whether the note was removed in the reference.
  public var wasRemoved: Bool
}

extension MirroredNote {
  /// The commit whose git note should contain the note.
  public var place: String? {
    commit.map { (isElsewhere ? writtenOn : nil) ?? successor ?? $0 }
  }

  /// Whether the git note is current. A note that was removed in the reference is written again after
  /// it was changed.
  public var isCurrent: Bool {
    if wasRemoved { return commit == nil || version == writtenVersion }
    return writtenOn == place && (place == nil || version == writtenVersion)
  }

  /// Whether the history of the reference contains a note that was purged.
  public var mustLeaveHistory: Bool { version == nil && writtenVersion != nil }
}

extension Journal {
  // MARK: Mirrors

  public func mirrors() throws(JournalError) -> [Mirror] {
    try database.rows(
      "SELECT number, clone, root, repository, reference, tip FROM mirror ORDER BY number"
    ) { row in
      Mirror(
        number: row["number"], clone: row["clone"], root: row["root"],
        repository: row["repository"], reference: row["reference"], tip: row["tip"])
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
      try database.insert(
        ["clone": clone, "root": root, "repository": repository, "reference": reference],
        into: "mirror", ifThere: .update(["clone"]))
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
    try Purge.markCompleted(in: database)
  }

  // MARK: Remotes

  public func remotes(of mirror: Mirror) throws(JournalError) -> [MirrorRemote] {
    try database.rows(
      "SELECT name, tip, is_replaced FROM mirror_remote WHERE mirror = ?1 ORDER BY name",
      [mirror.number]
    ) { MirrorRemote(name: $0["name"], tip: $0["tip"], isReplaced: $0["is_replaced"]) }
  }

  public func save(_ remote: MirrorRemote, of mirror: Mirror) throws(JournalError) {
    try write { () throws(JournalError) in
      try database.insert(
        [
          "mirror": mirror.number, "name": remote.name, "tip": remote.tip,
          "is_replaced": remote.isReplaced,
        ], into: "mirror_remote", ifThere: .update(["mirror", "name"]))
    }
  }

  // MARK: Purges

  /// The notes that were purged.
  public func purgedNotes() throws(JournalError) -> Set<Identifier> {
    Set(try database.values("SELECT id FROM purge WHERE kind = 1"))
  }

  /// The state of a clone when the commits of notes were followed last: `nil` if they never were,
  /// empty if the clone was being changed.
  public func stampOfFollowing(in clone: String) throws(JournalError) -> [UInt8]? {
    try database.value("SELECT coalesce(stamp, x'') FROM followed_clone WHERE clone = ?1", [clone])
  }

  /// The mirrors whose references may still contain notes that were purged.
  public func mirrorsWithPurgedNotes() throws(JournalError) -> [Mirror] {
    guard try unfinishedPurges() > 0 else { return [] }
    let numbers: [Int64] = try database.values(
      """
      SELECT DISTINCT mirror FROM mirror_note
      JOIN purge ON kind = 1 AND purge.id = note AND completed_at IS NULL
      """)
    return try mirrors().filter { numbers.contains($0.number) }
  }

  // MARK: Notes

  /// The notes of a clone's repository, with the state of the mirror.
  public func mirroredNotes(
    of mirror: Mirror, in key: RepositoryKey
  ) throws(JournalError) -> [MirroredNote] {
    let list = try list(of: key)
    return try database.rows(
      """
      SELECT record.id, CASE WHEN deleted_at IS NULL THEN record.sha END AS "commit",
        \(Self.successor(of: "record.sha")) AS successor, record.version, mirror_note.sha,
        mirror_note.version AS written_version, is_elsewhere
      FROM record LEFT JOIN mirror_note ON mirror = ?1 AND note = record.id
      WHERE kind = 1 AND repository IN \(list)
      UNION ALL
      SELECT note, NULL, NULL,
        (SELECT record.version FROM record WHERE kind = 1 AND record.id = note), sha, version,
        is_elsewhere
      FROM mirror_note WHERE mirror = ?1 AND NOT EXISTS (SELECT 1 FROM record
        WHERE kind = 1 AND record.id = note AND repository IN \(list))
      """, [mirror.number, mirror.clone]
    ) { row in
      let sha: String? = row["sha"]
      return MirroredNote(
        id: row["id"], commit: row["commit"], successor: row["successor"],
        version: row["version"], writtenOn: sha == "" ? nil : sha,
        writtenVersion: row["written_version"], isElsewhere: row["is_elsewhere"] ?? false,
        wasRemoved: sha == "")
    }
  }

  /// The commit that another one was rewritten to in the clone `?2`.
  private static func successor(of sha: String) -> String {
    """
    (SELECT nullif(place.target, '') FROM followed_commit AS place
      JOIN followed_clone ON followed_clone.number = place.clone
      WHERE followed_clone.clone = ?2 AND place.sha = \(sha)
        AND place.role = \(CommitPlace.Role.now.rawValue) LIMIT 1)
    """
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
            id: id, createdAt: record.createdAt, text: record.text),
          record.version
        ))
    }
    return sections.sorted { GitNoteSection.isWrittenBefore($0.section, $1.section) }
  }

  /// Records which notes the reference is about to have, so that a purge also removes them from there
  /// if the program ends before it records what it has written.
  public func saveMirror(_ mirror: Mirror, writing notes: [Identifier]) throws(JournalError) {
    try writeCache { () throws(JournalError) in
      for id in notes {
        try database.insert(
          ["mirror": mirror.number, "note": id, "version": 0], into: "mirror_note",
          ifThere: .ignore)
      }
    }
  }

  /// Records what was written to the reference.
  ///
  /// - Parameters:
  ///   - tip: the new commit of the reference.
  ///   - written: the notes that each git note now contains, with their versions.
  ///   - isReplaced: whether the history of the reference was replaced, so that it has no purged
  ///     notes.
  public func saveMirror(
    _ mirror: Mirror, tip: String?, written: [String: [Identifier: Int]], isReplaced: Bool
  ) throws(JournalError) {
    try write { () throws(JournalError) in
      for (commit, notes) in written {
        try database.run(
          "UPDATE mirror_note SET sha = NULL WHERE mirror = ?1 AND sha = ?2",
          [mirror.number, commit])
        for (id, version) in notes { try save(id, on: commit, version, in: mirror) }
      }
      if isReplaced {
        try database.run(
          "UPDATE mirror_remote SET is_replaced = 1 WHERE mirror = ?1 AND tip IS NOT NULL",
          [mirror.number])
        try database.run(
          """
          DELETE FROM mirror_note WHERE mirror = ?1
            AND NOT EXISTS (SELECT 1 FROM record WHERE kind = 1 AND id = note)
          """, [mirror.number])
        try Purge.markCompleted(in: database)
      }
      if let tip { try setTip(tip, of: mirror) }
    }
  }

  /// - Parameters:
  ///   - commit: `nil` if no git note contains the note; empty if it was removed in the reference.
  ///   - isElsewhere: whether others have moved the note to this commit, which the clone lacks;
  ///     `nil` to leave it as it is.
  func save(
    _ id: Identifier, on commit: String?, _ version: Int, isElsewhere: Bool? = nil,
    in mirror: Mirror
  ) throws(JournalError) {
    try database.run(
      """
      INSERT INTO mirror_note (mirror, note, sha, version, is_elsewhere)
      VALUES (?1, ?2, ?3, ?4, coalesce(?5, 0))
      ON CONFLICT (mirror, note) DO UPDATE
        SET sha = ?3, version = ?4, is_elsewhere = coalesce(?5, is_elsewhere)
      """, [mirror.number, id.text, commit, version, isElsewhere])
  }

  /// Forgets which git notes contain a note that is restored. If the deletion was written to a
  /// reference without being recorded, the next exchange would repeat it.
  func forgetGitNotes(of id: Identifier) throws(JournalError) {
    try database.run(
      "UPDATE mirror_note SET sha = NULL, is_elsewhere = 0 WHERE note = ?1", [id.text])
  }

  func setTip(_ tip: String, of mirror: Mirror) throws(JournalError) {
    try database.run("UPDATE mirror SET tip = ?2 WHERE number = ?1", [mirror.number, tip])
  }
}
