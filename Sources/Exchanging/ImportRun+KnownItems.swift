import App
import Context
import Diary
import Exchange
import JSON
import Journal
import Localization
import Records

/// What becomes of items that were imported or exported before.
extension ImportRun {
  mutating func update(
    _ known: KnownOrigin, with new: NewItem, in journal: isolated Journal
  ) throws {
    if known.isDeleted {
      tally.deletedHere += 1
      return
    }
    guard known.origin.hash != new.origin.hash, let base = Item(known.origin) else {
      return try keep(new.origin, inPlaceOf: known, in: journal)
    }
    var origin = new.origin
    let isChanged: Bool
    switch (base.content, new.item.content) {
    case (.entry(let old), .entry(let entry)) where old.day == entry.day:
      (isChanged, origin.shown) = try update(
        known, from: old, to: entry, in: journal)
    case (.note(let old), .note(let note)):
      let text = try journal.note(known.record).text
      let merged = Text.merged(base: old.text, ours: text, theirs: complete(note.text))
      isChanged = merged != text
      try journal.importText(merged, ofNote: known.record, at: now)
    case (.toDo(let old), .toDo(let toDo)):
      isChanged = try update(known.record, from: old, to: toDo, in: journal)
    default:
      // An entry that was moved to another day, or another kind of item.
      try remove(known, in: journal)
      try insert(new, id: nil, in: journal)
      tally.texts[.entry] -= 1
      tally.changed += 1
      return
    }
    // A file has one state that counts, whichever folder it came with.
    let isSamePlace =
      known.origin.source == source || known.origin.key == nil || known.origin.path == origin.path
    try journal.save(origin, of: known.record, after: isSamePlace ? known : nil)
    if isChanged { tally.changed += 1 } else { tally.unchanged += 1 }
  }

  /// Saves how the file of an unchanged item was last seen: it may have changed in other parts.
  mutating func keep(
    _ origin: Origin, inPlaceOf known: KnownOrigin, in journal: isolated Journal
  ) throws {
    tally.unchanged += 1
    guard let seen = origin.seen,
      seen != known.origin.seen || known.origin.source != source
        || known.origin.file != origin.file
    else { return }
    var origin = origin
    origin.shown = known.origin.shown
    let isOwn = known.origin.source == source
    try journal.save(
      origin, of: known.record, inPlaceOf: isOwn ? known : nil,
      after: !isOwn && known.origin.path == origin.path ? known : nil)
  }

  /// An item with the ID of a text that was exported from here. Without the text as it was exported,
  /// an item that is equal to an earlier version is an old one.
  mutating func update(
    _ record: RecordReference, with new: NewItem, in journal: isolated Journal
  ) throws {
    if try journal.isDeleted(record) {
      tally.deletedHere += 1
      return
    }
    func isNew(_ text: Text, in history: RecordID) throws -> Bool {
      try !journal.history(of: history).contains { $0.text.hasSameWords(as: text) }
    }
    let isChanged: Bool
    switch new.item.content {
    case .entry(let entry):
      let old = try journal.entry(record)
      isChanged = try old.day == entry.day && isNew(entry.text, in: .entry(old.day))
      if isChanged {
        _ = try journal.importEntry(
          complete(entry.text), on: old.day, createdAt: old.createdAt, weather: nil, at: now)
      }
    case .note(let note):
      isChanged = try isNew(note.text, in: .note(journal.id(of: record)))
      if isChanged { try journal.importText(complete(note.text), ofNote: record, at: now) }
    case .toDo(let toDo):
      let old = try journal.toDo(record)
      isChanged = try update(record, from: NewToDo(old), to: toDo, in: journal)
    }
    try journal.save(new.origin, of: record)
    if isChanged { tally.changed += 1 } else { tally.unchanged += 1 }
  }

  private func update(
    _ known: KnownOrigin, from old: EntryItem, to new: EntryItem, in journal: isolated Journal
  ) throws -> (isChanged: Bool, shown: String?) {
    let entry = try journal.entry(known.record)
    var shown: String?
    var text = app.tagsInTexts.beforeChange(entry.text)
    text.tags = Tag.merged(base: old.text.tags, ours: text.tags, theirs: new.text.tags)
    if let paragraph = known.origin.shown {
      let changed = new.paragraph(at: new.time.map { app.reader.timeInText($0) })
      shown = changed
      let merged = Journal.merged(base: paragraph, ours: entry.text.written, theirs: changed)
      text =
        entry.text.title.isEmpty
        ? Text(body: merged, tags: text.tags)
        : Text(written: merged, tags: text.tags)
    } else {
      let tags = text.tags
      text = Text.merged(base: old.text, ours: entry.text, theirs: new.text)
      text.tags = tags
    }
    text = app.tagsInTexts.complete(text)
    if text.hasSameWords(as: entry.text), text.tags == entry.text.tags { return (false, shown) }
    _ = try journal.importEntry(
      text, on: entry.day, createdAt: entry.createdAt,
      weather: WeatherJSON.text(new.weather), at: now)
    return (true, shown)
  }

  private func update(
    _ record: RecordReference, from old: NewToDo, to new: NewToDo, in journal: isolated Journal
  ) throws -> Bool {
    let current = NewToDo(try journal.toDo(record))
    var merged = current
    func take<Value: Equatable>(_ path: WritableKeyPath<NewToDo, Value>) {
      if old[keyPath: path] != new[keyPath: path] { merged[keyPath: path] = new[keyPath: path] }
    }
    take(\.details.text)
    take(\.details.due)
    take(\.details.priority)
    take(\.details.recurrence)
    take(\.day)
    if (old.doneAt == nil) != (new.doneAt == nil) {
      (merged.doneAt, merged.doneOn) = (new.doneAt, new.doneOn)
    }
    merged.details.tags = Tag.merged(
      base: old.details.tags, ours: current.details.tags, theirs: new.details.tags)
    if merged == current { return false }
    try journal.importToDo(
      merged, over: record, on: merged.day ?? app.clock.today, at: now)
    return true
  }
}
