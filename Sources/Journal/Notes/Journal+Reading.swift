public import Diary
import Records
import SQLite

/// A note and the shortest unique prefix of its ID.
public struct FoundNote: Sendable {
  public var note: Note
  public var shortID: String
}

extension Journal {
  // MARK: One note

  /// The note whose ID begins with `typed`.
  ///
  /// - Parameter deleted: whether to return a deleted note too.
  public func note(_ typed: String, deleted: Bool = false) throws(JournalError) -> FoundNote {
    let found = try found([note(number(of: .note, typed, .note(typed)))])[0]
    if found.note.deletedAt != nil, !deleted { throw .deleted(.note(typed), id: found.shortID) }
    return found
  }

  /// The number of the record whose ID begins with `typed`.
  func number(
    of kind: RecordKind, _ typed: String, _ item: JournalError.Item
  ) throws(JournalError) -> Int64 {
    guard let prefix = Identifier.prefix(typed) else { throw .missing(item) }
    // `{` is the character after `z`. A range of IDs can use the index.
    let found = try database.rows(
      "SELECT id, number FROM record WHERE kind = ?1 AND id >= ?2 AND id < ?3 ORDER BY id LIMIT 9",
      [kind, prefix, prefix + "{"]
    ) { (id: $0["id"] as String, number: $0["number"] as Int64) }
    guard let first = found.first else { throw .missing(item) }
    guard found.count == 1 else {
      throw .ambiguous(item, candidates: try shortened(found.prefix(8).map(\.id), of: kind))
    }
    return first.number
  }

  func note(_ number: Int64) throws(JournalError) -> Note {
    guard let note = try database.first(Note.query, [number], { Note($0) }) else {
      throw .damaged(path: path)
    }
    return note
  }

  /// The shortest unique prefixes of these IDs. The IDs with the longest common prefix are
  /// neighbors in the index, so that comparing those two is enough.
  ///
  /// - Parameter kind: the records to compare with. Notes and to-dos are separate, because no
  ///   command accepts both.
  func shortened(
    _ ids: [String], of kind: RecordKind = .note
  ) throws(JournalError) -> [String] {
    let neighbors = """
      SELECT max(id) FROM record WHERE kind = \(kind.rawValue) AND id < ?1
      UNION ALL SELECT min(id) FROM record WHERE kind = \(kind.rawValue) AND id > ?1
      """
    var shortened: [String] = []
    for id in ids {
      let others: [String] = try database.values(neighbors, [id])
      shortened.append(Identifier(stored: id).shortened(besides: others))
    }
    return shortened
  }

  // MARK: Lists

  public func notes(_ filter: NoteFilter) throws(JournalError) -> [FoundNote] {
    try found(rows(filter, Note.columns, from: Note.source) { Note($0) })
  }

  /// Passes the notes that match the filter to `body`, in order and in batches of `count`, with a
  /// flag for the first batch. All notes come from one snapshot of the database.
  ///
  /// - Returns: the number of notes.
  public func forEachBatch(
    _ filter: NoteFilter, count: Int = 200,
    _ body: @Sendable (_ notes: [Note], _ isFirst: Bool) throws -> Void
  ) throws -> Int {
    try database.connection.snapshot { () throws(any Error) in
      let numbers = try numbers(filter)
      for start in stride(from: 0, to: numbers.count, by: count) {
        let batch = numbers[start..<min(start + count, numbers.count)]
        try body(try records(batch, Note.query, Note.init), start == 0)
      }
      return numbers.count
    } mapping: {
      JournalError($0, path: path)
    }
  }

  /// The notes that match the filter, without their bodies. A list of 20,000 summaries fits into
  /// memory where the full texts would not.
  public func summaries(_ filter: NoteFilter) throws(JournalError) -> [NoteSummary] {
    try shortened(rows(filter, NoteSummary.columns, from: Note.source) { NoteSummary($0) })
  }

  func shortened(_ summaries: [NoteSummary]) throws(JournalError) -> [NoteSummary] {
    zip(summaries, try shortened(summaries.map(\.shortID))).map { summary, id in
      var summary = summary
      summary.shortID = id
      return summary
    }
  }

  func found(_ notes: [Note]) throws(JournalError) -> [FoundNote] {
    zip(notes, try shortened(notes.map(\.id.text))).map(FoundNote.init)
  }
}

// All SQL that names the columns of one note: reading, adding and changing it.

extension Note {
  static let columns = """
    note.id, repository.name AS repository, note.sha, note.subject, note.author, note.authored_at,
    note.authored_offset, note.patch, note.day, note.version, note.created_at, note.created_offset,
    note.updated_at, note.updated_offset, note.deleted_at, note.deleted_offset, note.title,
    note.body, \(TagList.query(of: "note.number")) AS tags,
    \(PlaceList.query(ofNote: "note")) AS places, \(TextToLookAt.query(of: "note.number")),
    \(WaitingBranch.query(ofNote: "note"))
    """
  static let source =
    "\(RecordKind.note.rows) JOIN repository ON repository.id = note.repository"

  /// Reads the note with the number `?1`.
  static let query = "SELECT \(columns) FROM \(source) WHERE note.number = ?1"

  init(_ row: borrowing Statement) {
    self.init(
      id: row["id"], repository: row["repository"], commit: Commit(ofNote: row),
      text: Text(title: row["title"], body: row["body"], tags: TagList.tags(row["tags"])),
      version: row["version"], day: row["day"],
      createdAt: row.moment("created_at", "created_offset"),
      updatedAt: row.moment("updated_at", "updated_offset"),
      deletedAt: row.optionalMoment("deleted_at", "deleted_offset"))
    needsLook = row["needs_look"]
    waitsFor = row["waits_for"]
    followed = (row["places"] as String?).map(PlaceList.followed) ?? []
  }
}

extension Commit {
  /// The commit of a note; `nil` for a note on the repository.
  init?(ofNote row: borrowing Statement) {
    guard let sha: String = row["sha"] else { return nil }
    self.init(
      sha: sha, subject: row["subject"], author: row["author"],
      date: row.moment("authored_at", "authored_offset"), patchID: row["patch"])
  }
}

// MARK: Writing

extension Journal {
  /// - Parameter day: the user's day, which may end after midnight.
  public func add(
    _ text: Text, to place: NotePlace, on day: Day? = nil, at moment: Moment
  ) throws(JournalError) -> Note {
    try write { () throws(JournalError) in
      var state = RecordState(text, on: day ?? moment.day)
      state.place = try stored(place)
      let number = try insert(
        .note, id: Identifier.random().text, state, createdAt: moment)
      return try self.note(number)
    }
  }
}

/// The places of a commit as one column of a query for notes.
enum PlaceList {
  /// One place on each line: time of the check, clone, role, evidence, commit and subject.
  static func query(ofNote note: String) -> String {
    """
    (SELECT group_concat(followed_clone.looked_at || ' ' || place.clone || ' ' || place.role || ' '
      || place.evidence || ' ' || place.target || ' ' || coalesce(place.subject, ''), char(10))
      FROM followed_commit AS place JOIN followed_clone ON followed_clone.number = place.clone
      WHERE place.sha = \(note).sha AND \(isClone(ofNote: note)))
    """
  }

  /// Whether the clone is one of the note's repository: a fork has the same commits. A clone may have been
  /// known by its path before it had a remote.
  private static func isClone(ofNote note: String) -> String {
    """
    (followed_clone.repository IS NULL OR followed_clone.repository = \(note).repository
      OR EXISTS (SELECT 1 FROM repository AS local WHERE local.key LIKE '/%'
        AND local.id IN (followed_clone.repository, \(note).repository)))
    """
  }

  /// The abbreviated SHA of the commit on which notes are now.
  static func current(ofNote note: String) -> String {
    """
    (SELECT substr(place.target, 1, 7)
      FROM followed_commit AS place JOIN followed_clone ON followed_clone.number = place.clone
      WHERE place.sha = \(note).sha AND place.role = 0 AND \(isClone(ofNote: note))
      ORDER BY followed_clone.looked_at DESC, place.clone DESC LIMIT 1)
    """
  }

  /// The places in the clone of the latest check that found the commit.
  static func followed(_ list: String) -> [CommitPlace] {
    struct Check: Hashable, Comparable {
      /// 2 if the commit was found, 1 if there are candidates.
      var success: Int
      var time: Int
      var clone: Int

      static func < (left: Check, right: Check) -> Bool {
        (left.success, left.time, left.clone) < (right.success, right.time, right.clone)
      }
    }
    var places: [Int: [CommitPlace]] = [:]
    var times: [Int: Int] = [:]
    // A subject can begin with a mark that would be part of the space before it.
    for line in list.utf8.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(
        separator: UInt8(ascii: " "), maxSplits: 5, omittingEmptySubsequences: false
      ).map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 6, let time = Int(words[0]), let clone = Int(words[1]),
        let role = Int(words[2]).flatMap(CommitPlace.Role.init(rawValue:)),
        let evidence = CommitEvidence(rawValue: words[3])
      else { continue }
      times[clone] = time
      places[clone, default: []].append(
        CommitPlace(
          sha: words[4], evidence: evidence, role: role, subject: words[5]))
    }
    let checks = times.map { clone, time in
      let roles = Set((places[clone] ?? []).map(\.role))
      return Check(
        success: roles.contains(.now) ? 2 : roles.contains(.candidate) ? 1 : 0, time: time,
        clone: clone)
    }
    return checks.max().flatMap { places[$0.clone] } ?? []
  }
}
