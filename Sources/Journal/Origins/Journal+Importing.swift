public import Diary
public import Records
import SQLite
import Sync

// What an import writes. All of it belongs to one change: a record gets one version, however often the
// import changes it.

extension Journal {
  /// A new version of the entry of a day, or a new entry.
  ///
  /// - Parameter weather: the weather of the day, if the entry has none yet.
  public func importEntry(
    _ text: Text, on day: Day, createdAt: Moment, weather: String?, at moment: Moment
  ) throws(JournalError) -> RecordReference {
    let number: Int64
    if let old = try record(of: day) {
      number = old.number
      try change(old, to: text, at: moment, tagged: .imported)
    } else {
      number = try insert(
        .entry, id: Identifier.random().text, RecordState(text, on: day),
        createdAt: createdAt, tagged: .imported)
    }
    if let weather, try entry(of: day).weather == nil {
      try setWeather(weather, of: record(number), at: moment)
    }
    return RecordReference(number: number, kind: .entry)
  }

  /// Adds a note.
  ///
  /// - Parameter id: an ID from the file. A deleted note with it is restored with the new text.
  public func importNote(
    _ text: Text, id: Identifier?, to place: NotePlace, on day: Day, createdAt: Moment,
    at moment: Moment
  ) throws(JournalError) -> RecordReference {
    _ = try day.checked()
    if let id, let old = try record(.note, id: id.text) {
      try change(old, to: text, at: moment, tagged: .imported)
      return RecordReference(number: old.number, kind: .note)
    }
    var state = RecordState(text, on: day)
    state.place = try stored(place)
    let number = try insert(
      .note, id: (id ?? .random()).text, state, createdAt: createdAt, tagged: .imported)
    return RecordReference(number: number, kind: .note)
  }

  public func importText(
    _ text: Text, ofNote record: RecordReference, at moment: Moment
  ) throws(JournalError) {
    try change(self.record(record.number), to: text, at: moment, tagged: .imported)
  }

  /// Adds a to-do, or changes the deleted one with this ID.
  public func importToDo(
    _ new: NewToDo, id: Identifier?, on day: Day, at moment: Moment
  ) throws(JournalError) -> RecordReference {
    if let id, let old = try record(.toDo, id: id.text) {
      let reference = RecordReference(number: old.number, kind: .toDo)
      try importToDo(new, over: reference, on: day, at: moment)
      return reference
    }
    let id = id ?? .random()
    _ = try insert(new, id: id, on: day, tagged: .imported, at: moment)
    return try reference(.toDo, id) ?? RecordReference(number: 0, kind: .toDo)
  }

  /// Changes all of a to-do.
  public func importToDo(
    _ new: NewToDo, over reference: RecordReference, on day: Day, at moment: Moment
  ) throws(JournalError) {
    let record = try record(reference.number)
    var state = record.state
    state.take(new.details)
    state.day = day
    if state.done?.at != new.doneAt { state.done = new.completion }
    try change(record, to: state, at: moment, tagged: .imported, by: .writing)
  }

  /// Marks a record as deleted whose file is gone.
  public func importDeletion(
    of reference: RecordReference, at moment: Moment
  ) throws(JournalError) {
    try mark(record(reference.number), deleted: true, at: moment)
  }

  // MARK: Records of origins

  public func reference(
    _ kind: RecordKind, _ id: Identifier
  ) throws(JournalError) -> RecordReference? {
    let number: Int64? = try database.value(
      "SELECT number FROM record WHERE kind = ?1 AND id = ?2", [kind.rawValue, id.text])
    return number.map { RecordReference(number: $0, kind: kind) }
  }

  public func reference(toEntryOf day: Day) throws(JournalError) -> RecordReference? {
    try record(of: day).map { RecordReference(number: $0.number, kind: .entry) }
  }

  public func note(_ reference: RecordReference) throws(JournalError) -> Note {
    try note(reference.number)
  }

  public func toDo(_ reference: RecordReference) throws(JournalError) -> ToDo {
    try toDo(Identifier(stored: record(reference.number).id))
  }

  public func entry(_ reference: RecordReference) throws(JournalError) -> Entry {
    try entry(of: record(reference.number).day, deleted: true)
  }

  /// The ID of a record, also of an entry.
  public func id(of reference: RecordReference) throws(JournalError) -> Identifier {
    Identifier(stored: try record(reference.number).id)
  }

  /// A to-do of this text on the list of a day, or done on it, that has no origin in the format.
  public func unimportedToDos(
    _ new: NewToDo, on day: Day, in format: String
  ) throws(JournalError) -> [RecordReference] {
    let numbers: [Int64] = try database.values(
      """
      SELECT number FROM record WHERE kind = 3 AND (day = ?1 OR ?3 AND done_day = ?1 AND day > ?1)
        AND body = ?2 AND deleted_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM origin
          WHERE origin.record = record.number AND format = ?4
          AND \(Self.counts("origin")))
      ORDER BY number
      """,
      // A to-do that was done before the day of its list is exported with the day it was done.
      [day, new.text, new.doneAt != nil, format])
    return numbers.map { RecordReference(number: $0, kind: .toDo) }
  }

  /// The SHA-256 of texts, to recognize items and files.
  public static func hash(_ text: String) -> [UInt8] { SHA256.hash(text) }

  public static func hash(_ bytes: [UInt8]) -> [UInt8] { SHA256.hash(bytes) }

  /// An ID that every device derives from the same item.
  public static func id(of key: String, in format: String) -> Identifier {
    let hash = nameHash(key, in: format)
    return Identifier(bits: hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// A text with what two changes of it have changed: see `LineMerge`.
  public static func merged(base: String, ours: String, theirs: String) -> String {
    let sides = [base, ours, theirs].map { TextLines(of: Text(body: $0)).lines }
    let merged = LineMerge.merged(base: sides[0], ours: sides[1], theirs: sides[2])
    return TextLines(lines: merged, title: .none).text(tags: []).body
  }
}
