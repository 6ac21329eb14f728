public import Diary
public import Records
import SQLite

// What notes, entries and to-dos have in common: they are found, tagged, deleted, restored and purged by what
// people name them by, and they have versions.

/// A note, an entry or a to-do, as it was read.
public enum FoundRecord: Sendable {
  case note(FoundNote)
  case entry(Entry)
  case toDo(FoundToDo)
}

extension FoundRecord {
  public var id: RecordID {
    switch self {
    case .note(let found): .note(found.note.id)
    case .entry(let entry): .entry(entry.day)
    case .toDo(let found): .toDo(found.toDo.id)
    }
  }

  /// The shortest unique prefix of the ID, or the day of an entry.
  public var shortName: String {
    switch self {
    case .note(let found): found.shortID
    case .entry(let entry): "\(entry.day)"
    case .toDo(let found): found.shortID
    }
  }

  public var text: Text {
    switch self {
    case .note(let found): found.note.text
    case .entry(let entry): entry.text
    case .toDo(let found): found.toDo.content
    }
  }

  public var version: Int {
    switch self {
    case .note(let found): found.note.version
    case .entry(let entry): entry.version
    case .toDo(let found): found.toDo.version
    }
  }

  public var isDeleted: Bool {
    switch self {
    case .note(let found): found.note.deletedAt != nil
    case .entry(let entry): entry.deletedAt != nil
    case .toDo(let found): found.toDo.deletedAt != nil
    }
  }

  /// Whether devices have changed it so that the user should look at its versions.
  public var needsLook: Bool {
    switch self {
    case .note(let found): found.note.needsLook
    case .entry(let entry): entry.needsLook
    case .toDo(let found): found.toDo.needsLook
    }
  }

  public var note: FoundNote? { if case .note(let found) = self { found } else { nil } }
  public var entry: Entry? { if case .entry(let entry) = self { entry } else { nil } }
  public var toDo: FoundToDo? { if case .toDo(let found) = self { found } else { nil } }
}

extension [FoundRecord] {
  public var notes: [FoundNote] { compactMap(\.note) }
  public var toDos: [FoundToDo] { compactMap(\.toDo) }
  /// Of a change, which has one at the most.
  public var entry: Entry? { lazy.compactMap(\.entry).first }

  /// The short IDs of the notes and to-dos.
  public var shortIDs: [Identifier: String] {
    let names = notes.map { ($0.note.id, $0.shortID) } + toDos.map { ($0.toDo.id, $0.shortID) }
    return Dictionary(names) { first, _ in first }
  }
}

extension JournalError.Item {
  init(_ id: RecordID) {
    switch id {
    case .note(let id): self = .note(id.text)
    case .entry(let day): self = .entry(day)
    case .toDo(let id): self = .toDo(id.text)
    }
  }
}

extension Journal {
  // MARK: Reading

  /// - Parameter deleted: whether to return a deleted one too.
  public func found(_ id: RecordID, deleted: Bool = false) throws(JournalError) -> FoundRecord {
    let found = try self.found(record(id))
    if found.isDeleted, !deleted { throw .deleted(.init(id), id: found.shortName) }
    return found
  }

  func found(_ record: Record) throws(JournalError) -> FoundRecord {
    switch record.kind {
    case .note: .note(try found([note(record.number)])[0])
    case .entry: .entry(try entry(of: record.day, deleted: true))
    case .toDo: .toDo(try found([toDo(Identifier(stored: record.id))])[0])
    }
  }

  func record(_ id: RecordID) throws(JournalError) -> Record {
    guard let record = try recordIfKnown(id) else { throw .missing(.init(id)) }
    return record
  }

  func recordIfKnown(_ id: RecordID) throws(JournalError) -> Record? {
    switch id {
    case .note(let note): try record(.note, id: note.text)
    case .toDo(let toDo): try record(.toDo, id: toDo.text)
    case .entry(let day): try record(of: day)
    }
  }

  /// All versions, oldest first, also of a deleted text.
  public func history(of id: RecordID) throws(JournalError) -> [TextVersion] {
    try versions(of: record(id))
  }

  /// The number of texts that are not deleted.
  public func counts() throws(JournalError) -> RecordCounts {
    try counts("deleted_at IS NULL")
  }

  func counts(_ condition: String) throws(JournalError) -> RecordCounts {
    var counts = RecordCounts()
    try database.forEach(
      "SELECT kind, count(*) AS count FROM record WHERE \(condition) GROUP BY kind"
    ) { row in
      if let kind = RecordKind(rawValue: row["kind"]) { counts[kind] = row["count"] }
    }
    return counts
  }

  // MARK: Changing

  /// Adds a version with another text, unless it was changed since `version` was read.
  public func edit(
    _ id: RecordID, to text: Text, basedOn version: Int, at moment: Moment
  ) throws(JournalError) -> FoundRecord {
    try change(id, basedOn: version) { (record) throws(JournalError) in
      try change(record, to: text, at: moment)
      return try found(record)
    }
  }

  /// Changes a record that is not deleted, unless it was changed since `version` was read.
  func change<Result>(
    _ id: RecordID, basedOn version: Int, _ change: (Record) throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    try write { () throws(JournalError) in
      let record = try record(id)
      guard record.version == version, !record.isDeleted else { throw .changedMeanwhile(.init(id)) }
      return try change(record)
    }
  }

  /// Marks texts as deleted. They are kept for `restore`.
  ///
  /// - Parameter version: the version to delete; with another one, the method throws.
  public func delete(
    _ ids: [RecordID], basedOn version: Int? = nil, at moment: Moment
  ) throws(JournalError) -> [FoundRecord] {
    try forEach(ids) { (record, id) throws(JournalError) in
      if let version, record.isDeleted || record.version != version {
        throw .changedMeanwhile(.init(id))
      }
      try mark(record, deleted: true, at: moment)
    }
  }

  /// Restores deleted texts. With `version`, what that version says, and what it is about, becomes a new one.
  public func restore(
    _ ids: [RecordID], version: Int? = nil, at moment: Moment
  ) throws(JournalError) -> [FoundRecord] {
    try forEach(ids) { (record, id) throws(JournalError) in
      let versions = version == nil ? [] : try self.versions(of: record)
      let wanted = versions.first { $0.number == version }
      if let version, wanted == nil { throw .noVersion(.init(id), version: version) }
      if record.isDeleted, case .note(let id) = id { try forgetGitNotes(of: id) }
      try restore(record, to: wanted, at: moment)
    }
  }

  /// Changes all of them in one transaction.
  func forEach(
    _ ids: [RecordID], _ change: (Record, RecordID) throws(JournalError) -> Void
  ) throws(JournalError) -> [FoundRecord] {
    try write { () throws(JournalError) in
      var changed: [FoundRecord] = []
      for id in ids {
        let record = try record(id)
        try change(record, id)
        changed.append(try found(record))
      }
      return changed
    }
  }
}
