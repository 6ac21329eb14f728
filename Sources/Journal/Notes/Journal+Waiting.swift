public import Diary
import Records
import SQLite

/// A note that waits for the next commit on a branch of a clone.
public struct WaitingNote: Hashable, Sendable {
  public var note: Identifier
  /// The git folder of the clone, and its working tree.
  public var clone: String
  public var root: String
  /// `nil` if `HEAD` was detached.
  public var branch: String?
  /// `nil` if the branch had no commit.
  public var head: String?
  /// How much of the reflogs of `HEAD` and of the branch there was.
  public var logged: Int
  public var branchLogged: Int?
  public var since: Instant

  public init(
    note: Identifier, clone: String, root: String, branch: String?, head: String?, logged: Int,
    branchLogged: Int?, since: Instant
  ) {
    self.note = note
    self.clone = clone
    self.root = root
    self.branch = branch
    self.head = head
    self.logged = logged
    self.branchLogged = branchLogged
    self.since = since
  }
}

extension Journal {
  public func wait(_ waiting: WaitingNote) throws(JournalError) {
    try database.insert(
      [
        "note": waiting.note.text, "clone": waiting.clone, "root": waiting.root,
        "branch": waiting.branch, "head": waiting.head, "logged": waiting.logged,
        "branch_logged": waiting.branchLogged,
        "since": waiting.since,
      ], into: "waiting_note", ifThere: .ignore)
  }

  /// The notes that wait, the oldest first. One that was deleted or has a commit does not.
  public func waitingNotes() throws(JournalError) -> [WaitingNote] {
    try database.rows(
      """
      SELECT waiting_note.* FROM waiting_note JOIN record AS note ON note.kind = 1 AND note.id = waiting_note.note
      WHERE ended_at IS NULL AND note.sha IS NULL AND note.deleted_at IS NULL ORDER BY since, note.number
      """
    ) { row in
      WaitingNote(
        note: row["note"], clone: row["clone"], root: row["root"], branch: row["branch"],
        head: row["head"], logged: row["logged"],
        branchLogged: row["branch_logged"], since: row["since"])
    }
  }

  /// The shortest ids of notes.
  public func shortNames(of ids: [Identifier]) throws(JournalError) -> [String] {
    try shortened(ids.map(\.text), of: .note)
  }

  /// Gives a waiting note its commit, and ends the waiting for good.
  public func endWaiting(
    _ id: Identifier, with place: NotePlace, basedOn version: Int, at moment: Moment
  ) throws(JournalError) {
    _ = try move(id, to: place, basedOn: version, at: moment)
    try stopWaiting(id, at: moment)
  }

  /// Ends the waiting of a note: it was given a commit, or none, by hand.
  public func stopWaiting(_ id: Identifier, at moment: Moment) throws(JournalError) {
    try database.run(
      "UPDATE waiting_note SET ended_at = ?2 WHERE note = ?1",
      [id.text, moment.instant])
  }
}

/// For the queries of notes: the branch for which a note waits, and empty if `HEAD` was detached.
enum WaitingBranch {
  static func query(ofNote note: String) -> String {
    """
    CASE WHEN \(note).sha IS NULL THEN (SELECT coalesce(branch, '') FROM waiting_note
      WHERE note = \(note).id AND ended_at IS NULL) END AS waits_for
    """
  }
}
