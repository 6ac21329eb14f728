/// The effect of a successful command on the journal or the settings.
public enum Change: Hashable, Sendable {
  public typealias Text = JournalState.Text

  case addNote(Text)
  case editNote(String, Text)
  /// To a commit of the clone; `nil` if it is about its repository then.
  case moveNote(String, to: String?)
  case deleteNotes([String])
  case restoreNote(String)
  case restoreNoteVersion(String, Int)
  case purgeNotes([String])
  case appendToEntry(String, String)
  case replaceEntry(String, Text)
  case deleteEntry(String)
  case restoreEntry(String)
  case restoreEntryVersion(String, Int)
  case purgeEntry(String)
  case addToDos([String], day: String)
  case importToDos([String], day: String)
  /// Texts by their days, which have no entries yet.
  case importEntries([String: String])
  case deleteEntries([String])
  case addRecurring(String, every: String, day: String)
  case markToDos([String], isDone: Bool)
  case editToDo(String, String)
  case setDue(String, String?)
  case moveToDos([String], to: String)
  case deleteToDos([String])
  case restoreToDos([String])
  case renameTag(String, to: String)
  case set(String, String?)
}

extension Change {
  /// The ids of notes and the days of entries that a purge removes.
  public var purged: [String] {
    switch self {
    case .purgeNotes(let ids): ids
    case .purgeEntry(let day): [day]
    default: []
    }
  }

  public var isImport: Bool {
    switch self {
    case .importToDos, .importEntries: true
    default: false
    }
  }

  /// The note or the entry whose text changes.
  public var rewritten: String? {
    switch self {
    case .editNote(let name, _), .moveNote(let name, _), .restoreNoteVersion(let name, _),
      .appendToEntry(let name, _),
      .replaceEntry(let name, _), .restoreEntryVersion(let name, _):
      name
    default: nil
    }
  }

  /// The texts in the change.
  public var texts: [String] {
    switch self {
    case .addNote(let text), .editNote(_, let text), .replaceEntry(_, let text):
      [text.title, text.body]
    case .appendToEntry(_, let text), .editToDo(_, let text), .addRecurring(let text, _, _): [text]
    case .addToDos(let texts, _), .importToDos(let texts, _): texts
    case .importEntries(let entries): Array(entries.values)
    case .renameTag(let old, let new): ["#\(old)", "#\(new)"]
    default: []
    }
  }
}

extension JournalState {
  /// The state after a change. The id of a new item is taken from `found`.
  public func applying(_ change: Change, found: JournalState) -> JournalState {
    var copy = self
    copy.apply(change, found: found)
    return copy
  }

  private mutating func apply(_ change: Change, found: JournalState) {
    switch change {
    case .addNote(let text):
      let id = found.notes.first { notes[$0] == nil && $1.text == text }?.key
      notes[id ?? "new, \(text.title)"] = Writing([text])
    case .editNote(let id, let text):
      let commit = notes[id]?.text.commit
      notes[id]?.texts.append(Text(text.title, text.body, commit: commit))
    case .moveNote(let id, let commit): notes[id]?.move(to: commit)
    case .deleteNotes(let ids): for id in ids { notes[id]?.isDeleted = true }
    case .restoreNote(let id): notes[id]?.isDeleted = false
    case .restoreNoteVersion(let id, let version): notes[id]?.restore(version)
    case .purgeNotes(let ids): for id in ids { notes[id] = nil }
    case .appendToEntry(let day, let paragraph): append(paragraph, toEntryOf: day)
    case .replaceEntry(let day, let text): entries[day, default: Writing([])].write(text)
    case .deleteEntry(let day): entries[day]?.isDeleted = true
    case .deleteEntries(let days): for day in days { entries[day]?.isDeleted = true }
    case .importEntries(let texts):
      for (day, text) in texts { entries[day, default: Writing([])].write(Text(text, "")) }
    case .restoreEntry(let day): entries[day]?.isDeleted = false
    case .restoreEntryVersion(let day, let version): entries[day]?.restore(version)
    case .purgeEntry(let day): entries[day] = nil
    case .renameTag(let old, let new): renameTag(old, to: new)
    case .set(let key, let value): settings[key] = value
    default: applyToToDos(change, found: found)
    }
  }

  private mutating func applyToToDos(_ change: Change, found: JournalState) {
    switch change {
    case .addToDos(let texts, let day), .importToDos(let texts, let day):
      for text in texts { add(ToDo(text, day: day, number: nil), found: found) }
    case .addRecurring(let text, let every, let day):
      addOccurrence(of: text, every: every, on: day, found: found)
    case .markToDos(let ids, let isDone): for id in ids { mark(id, isDone: isDone, found: found) }
    case .editToDo(let id, let text): toDos[id]?.text = text
    case .setDue(let id, let due): toDos[id]?.due = due
    case .moveToDos(let ids, let day): for id in ids { toDos[id]?.move(to: day) }
    case .deleteToDos(let ids): for id in ids { toDos[id]?.isDeleted = true }
    case .restoreToDos(let ids): for id in ids { toDos[id]?.isDeleted = false }
    default: break
    }
  }

  /// The paragraph becomes the title if the entry has no text or was deleted.
  private mutating func append(_ paragraph: String, toEntryOf day: String) {
    guard let entry = entries[day], !entry.isDeleted else {
      entries[day, default: Writing([])].write(Text(paragraph, ""))
      return
    }
    let body = entry.text.body
    entries[day]?.write(
      Text(entry.text.title, body.isEmpty ? paragraph : "\(body)\n\n\(paragraph)"))
  }
}

extension JournalState.Writing {
  mutating func write(_ text: JournalState.Text) {
    texts.append(text)
    isDeleted = false
  }

  /// Moving a note to its own commit adds no version.
  mutating func move(to commit: String?) {
    guard commit != text.commit else { return }
    texts.append(JournalState.Text(text.title, text.body, commit: commit))
  }

  /// Restoring an earlier text adds a version, unless it is the current text.
  mutating func restore(_ version: Int) {
    let text = texts[version - 1]
    if text != self.text { texts.append(text) }
    isDeleted = false
  }
}

extension JournalState.ToDo {
  mutating func move(to day: String) {
    guard day != self.day else { return }
    self.day = day
  }
}
