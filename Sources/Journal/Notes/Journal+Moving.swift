public import Diary
import Records
import SQLite

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
    try change(id, basedOn: version) { (record) throws(JournalError) in
      // The repository may have another name from now on.
      let place = try place.map { (place) throws(JournalError) in try stored(place) }
      let record = try self.record(record.number)
      var state = record.state
      if let place { state.place = place } else { state.place?.commit = nil }
      try change(record, to: state, at: moment)
    }
  }

  /// Whether a note belongs to the repository, which may have had another name when it was written.
  public func isNote(
    _ id: Identifier, of key: RepositoryKey
  ) throws(JournalError) -> Bool {
    let list = try rows(of: key).map(String.init).joined(separator: ", ")
    return try database.hasRow(
      "SELECT 1 FROM record WHERE kind = 1 AND id = ?1 AND repository IN (\(list))", [id.text])
  }

  /// The place with the name that the repository has in this journal.
  func stored(_ place: NotePlace) throws(JournalError) -> RecordPlace {
    let name: Repository? = try database.value(
      "SELECT name FROM repository WHERE id = ?1", [row(of: place.key)])
    return RecordPlace(repository: name ?? place.repository, commit: place.commit)
  }
}
