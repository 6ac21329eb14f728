public import Diary
import Records
import SQLite

/// The part of a notes reference that is new to the journal.
public struct ReadReference: Sendable {
  /// The git note of a commit.
  public struct Entry: Sendable {
    /// `nil` if the git note was removed.
    public var text: GitNoteText?
    /// The commit, if the clone has it.
    public var commit: Commit?

    public init(text: GitNoteText?, commit: Commit?) {
      self.text = text
      self.commit = commit
    }
  }

  /// The commit of the reference.
  public var tip: String
  /// The new and changed git notes, by the IDs of their commits.
  public var entries: [String: Entry] = [:]
  /// All commits with a git note.
  public var commits: Set<String>
  /// The commits with a git note that is not text, or is too large.
  public var unreadable: Set<String> = []
  /// The commits that the clone did not have when their git notes were read.
  public var arrived: Set<String> = []
  /// Whether the history of the reference contains the last commit that was exchanged. If not,
  /// missing notes were not removed.
  public var continuesHistory: Bool
  /// The git notes from which both histories have started, if the reference has another history.
  public var bases: [String: GitNoteText] = [:]
  /// The date of notes that have none.
  public var date: Moment

  public init(
    tip: String, commits: Set<String>, continuesHistory: Bool, date: Moment
  ) {
    self.tip = tip
    self.commits = commits
    self.continuesHistory = continuesHistory
    self.date = date
  }
}

/// The notes that reading a reference has changed.
public struct MirrorChanges: Hashable, Sendable {
  public var added = 0
  public var changed = 0
  /// The commits whose git notes must be written again, although the notes in them are current.
  public var incomplete: Set<String> = []
  /// The notes that are still in the git note of a commit on which they no longer are.
  public var outdated: [String: Set<Identifier>] = [:]

  public init() {}

  public var isEmpty: Bool { added + changed == 0 }
}

extension Journal {
  /// Reads the notes of a reference into the journal, in one transaction.
  ///
  /// A note that was changed in both places is merged: the versions of both are in its history. A
  /// note that is missing in the reference stays in the journal.
  ///
  /// - Parameter complete: adds the tags that are written in a text, given the text before it.
  public func read(
    _ reference: ReadReference, of mirror: Mirror, in key: RepositoryKey, at moment: Moment,
    dayEndsAt: Int, complete: @Sendable (Text?, Text) -> Text
  ) throws(JournalError) -> MirrorChanges {
    try write { () throws(JournalError) in
      let repository = try row(of: key)
      var reader = MirrorReader(
        reference: reference, mirror: mirror,
        notes: try mirroredNotes(of: mirror, in: key),
        repository: repository, now: moment, dayEndsAt: dayEndsAt)
      let found = reader.findNotes()
      for (commit, sections) in found {
        for section in sections {
          try read(section, on: commit, &reader, complete)
        }
      }
      try saveMissing(reader)
      try setTip(reference.tip, of: mirror)
      return reader.changes
    }
  }

  // MARK: One note

  private func read(
    _ section: MirrorReader.Section, on commit: String, _ reader: inout MirrorReader,
    _ complete: (Text?, Text) -> Text
  ) throws(JournalError) {
    let id = section.id
    guard let record = try record(.note, id: id.text) else {
      if try wasPurged(.note, id: id.text) {
        // The history of the reference must be replaced.
        reader.changes.incomplete.insert(commit)
        return try save(id, on: nil, 0, in: reader.mirror)
      }
      return try add(section, on: commit, &reader, complete)
    }
    let place = record.state.place
    guard try place?.repository == self.place(nil, reader)?.repository else {
      // It is a note of another repository.
      return
    }
    let known = reader.written(id)
    let version = try merge(
      section, into: record, base: reader.base(of: section, on: commit, known), at: reader.now,
      complete)
    if version.isChanged { reader.changes.changed += 1 }
    let restored = version.isChanged ? place?.commit?.sha : nil
    guard let expected = reader.place(of: id) ?? restored else {
      // The note is deleted, or no longer on a commit.
      return try save(id, on: commit, version.inReference, in: reader.mirror)
    }
    let new = reader.reference.entries[commit]?.commit
    let former = known?.writtenOn
    if commit == expected || commit == former {
      if commit == expected, let former, former != expected, !reader.isMissing(id, on: former) {
        // Git copies notes to an amended commit.
        reader.changes.outdated[former, default: []].insert(id)
      }
      guard known?.isElsewhere == true, commit == former, new != nil else {
        return try save(id, on: commit, version.inReference, in: reader.mirror)
      }
    } else {
      // The note was moved in the reference if it is no longer where it was. If not, this is a copy
      // as `git notes copy` makes it.
      let left = former ?? expected
      guard reader.reference.continuesHistory || former == nil, reader.isMissing(id, on: left)
      else { return }
      if left != expected {
        // It was moved here, too.
        reader.changes.outdated[commit, default: []].insert(id)
        return
      }
      reader.moved.insert(id)
    }
    guard let new else {
      return try save(id, on: commit, version.inReference, isElsewhere: true, in: reader.mirror)
    }
    var moved = record.state
    moved.place = try self.place(new, reader)
    guard let known, try !wasMoved(record, to: moved, after: known.writtenVersion ?? 0) else {
      // An earlier exchange has written the move, but was interrupted before it recorded that. The
      // note is elsewhere since, and the reference has yet to follow.
      return try save(id, on: commit, version.inReference, in: reader.mirror)
    }
    let current = try self.record(record.number)
    var state = current.state
    state.place = moved.place
    state.deletedAt = nil
    try change(current, to: state, at: reader.now, by: .writing)
    try save(
      id, on: commit, try self.record(record.number).version, isElsewhere: false,
      in: reader.mirror)
    if !version.isChanged { reader.changes.changed += 1 }
  }

  /// Whether a version after `version` was at the place of this state.
  private func wasMoved(
    _ record: Record, to moved: RecordState, after version: Int
  ) throws(JournalError) -> Bool {
    try versions(of: record).contains { later in
      later.number > version
        && RecordField.all.allSatisfy { $0.role != .place || $0.isSame(later.state, moved) }
    }
  }

  private func place(
    _ commit: Commit?, _ reader: MirrorReader
  ) throws(JournalError) -> RecordPlace? {
    let name: Repository? = try database.value(
      "SELECT name FROM repository WHERE id = ?1", [reader.repository])
    return name.map { RecordPlace(repository: $0, commit: commit) }
  }

  private func add(
    _ section: MirrorReader.Section, on commit: String, _ reader: inout MirrorReader,
    _ complete: (Text?, Text) -> Text
  ) throws(JournalError) {
    let text = section.text
    // A note on a commit that the clone does not have stays in the reference only.
    guard let found = reader.reference.entries[commit]?.commit,
      !(text.title.isBlank && text.body.isBlank)
    else { return }
    let created = section.createdAt ?? reader.reference.date
    var state = RecordState(
      complete(nil, text), on: created.day(endingAt: reader.dayEndsAt))
    state.place = try place(found, reader)
    _ = try insert(.note, id: section.id.text, state, createdAt: created, tagged: .imported)
    try save(section.id, on: commit, 1, in: reader.mirror)
    reader.changes.added += 1
  }

  // MARK: Merging

  /// Merges the text of a section with the newest version of the note.
  ///
  /// - Returns: whether the note has changed, and the version that the reference has.
  private func merge(
    _ section: MirrorReader.Section, into record: Record, base: MirrorReader.Base,
    at moment: Moment, _ complete: (Text?, Text) -> Text
  ) throws(JournalError) -> (isChanged: Bool, inReference: Int) {
    var versions = try versions(of: record)
    // An earlier version than that of the last exchange is an edit: the text was put back.
    if case .version(let known) = base { versions.removeAll { $0.number < known } }
    if let same = versions.last(where: { section.isSame(as: $0.text) }) {
      return (false, same.number)
    }
    let baseText: Text? =
      switch base {
      case .version(let known):
        versions.first { $0.number == known }.map(\.text)
      case .text(let text): text
      case .unknown: nil
      }
    let merge = NoteMerge(
      base: baseText, ours: record.text, theirs: section.edited(from: baseText))
    let theirs = complete(baseText, merge.theirs)
    let merged = complete(record.text, merge.merged)
    var inReference = record.version
    try mark(record, deleted: false, at: moment)
    for text in merge.isOneSided ? [merged] : [theirs, merged] {
      try change(self.record(record.number), to: text, at: moment, tagged: .imported)
      if inReference == record.version {
        inReference = try self.record(record.number).version
      }
    }
    return (true, inReference)
  }

  // MARK: Missing notes

  /// Records which notes are no longer in the reference.
  private func saveMissing(_ reader: MirrorReader) throws(JournalError) {
    for (commit, notes) in reader.written {
      for note in notes where !reader.moved.contains(note.id) {
        guard reader.isMissing(note.id, on: commit) else { continue }
        // A note on a commit that the clone does not have may have been removed by `git notes prune`.
        let wasRemoved =
          reader.reference.continuesHistory && note.version == note.writtenVersion
          && reader.reference.entries[commit]?.commit != nil && note.place == commit
        try save(note.id, on: wasRemoved ? "" : nil, note.writtenVersion ?? 1, in: reader.mirror)
      }
    }
  }
}
