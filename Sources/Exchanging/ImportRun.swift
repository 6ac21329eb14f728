import App
import Context
import Diary
import Exchange
import JSON
import Journal
import Localization
import Records

/// Puts the items of a source into the journal, in the transaction of one change.
///
/// An item is recognized by its ID or, without one, by its text. What is known and did not change is
/// left alone; what changed outside is merged with what changed here.
struct ImportRun {
  let app: App
  let format: ExchangeFormat
  /// The path of the source.
  let source: String
  /// The tags to add to what is new.
  let tags: [String]
  let hashes: FileHashes
  private(set) var tally = ImportTally()
  /// The entries of one day, which become one version.
  private var day: (day: Day, items: [(entry: EntryItem, origin: Origin)])?
  /// The origins that belong to items of this run.
  private var taken: Set<Int64> = []
  private var takenRecords: Set<RecordReference> = []
  /// Items without an ID that are equal to none of those imported before.
  private var unpaired: [NewItem] = []
  /// Whether the source was imported before, or a folder in it or around it.
  private let hasEarlier: Bool
  /// Later origins were saved by this run.
  private let lastOrigin: Int64

  private struct NewItem {
    var item: Item
    var origin: Origin
    /// The SHA-256 of the item as it stands in the source, whatever day it is.
    var hash: [UInt8]
  }

  init(
    app: App, format: ExchangeFormat, source: String, tags: [String], hashes: FileHashes,
    in journal: isolated Journal
  ) throws {
    self.app = app
    self.format = format
    self.source = source
    self.tags = tags
    self.hashes = hashes
    lastOrigin = try journal.lastOrigin()
    hasEarlier = try journal.hasOrigins(in: format.rawValue, around: source)
  }

  private var now: Moment { app.clock.now }

  // MARK: Items

  mutating func add(_ item: Item, in journal: isolated Journal) throws {
    let hash = Journal.hash(item.json.text(.compact))
    let item = try resolved(item)
    // An entry that is only a picture has nothing to keep.
    if case .entry(let entry) = item.content, entry.text.written.isBlank {
      return tally.left.add(.unknown, "\(entry.day)")
    }
    let new = NewItem(item: item, origin: origin(of: item), hash: hash)
    guard let key = item.key else { return try addUnnamed(new, in: journal) }
    if try journal.wasPurged(key, in: format.rawValue) {
      tally.purgedHere += 1
      return
    }
    let known = try journal.origins(of: key, in: format.rawValue, from: source)
    if let known = known.last(where: { $0.origin.path == new.origin.path }) ?? known.first {
      taken.insert(known.number)
      return try update(known, with: new, in: journal)
    }
    let own = Identifier(key: key)
    let id = own ?? Journal.id(of: key, in: format.rawValue)
    if try journal.wasPurged(item.kind, id) {
      tally.purgedHere += 1
      return
    }
    if own != nil, let record = try journal.reference(item.kind, id),
      try !journal.isUndone(record)
    {
      return try update(record, with: new, in: journal)
    }
    try insert(new, id: id, in: journal)
  }

  private mutating func addUnnamed(_ new: NewItem, in journal: isolated Journal) throws {
    // Two equal items of a file are two texts.
    let equal = try journal.origins(withHash: new.origin.hash, in: format.rawValue)
      .first { known in
        // What went with an import that was undone was not deleted, even where it was exported meanwhile.
        try known.number <= lastOrigin && !taken.contains(known.number)
          && !(known.isDeleted && journal.isUndone(known.record))
      }
    if let equal {
      taken.insert(equal.number)
      if equal.isDeleted {
        tally.deletedHere += 1
        return
      }
      try keep(new.origin, inPlaceOf: equal, in: journal)
    } else if case .toDo(let toDo) = new.item.content,
      let record = try journal.unimportedToDos(toDo, on: toDo.day ?? now.day, in: format.rawValue)
        .first(where: { !takenRecords.contains($0) })
    {
      takenRecords.insert(record)
      try journal.save(new.origin, of: record)
      tally.unchanged += 1
    } else if hasEarlier {
      unpaired.append(new)
    } else {
      try insert(new, id: nil, in: journal)
    }
  }

  /// Imports what is left, after the last item.
  mutating func finish(in journal: isolated Journal) throws {
    if !unpaired.isEmpty { try pair(in: journal) }
    try insertEntries(in: journal)
    tally.mayBringBack = try !format.facts.hasKeys && tally.added > 0 && journal.hasPurges()
  }

  /// Pairs items with those of the last import that are most like them. What finds no pair is new.
  ///
  /// A file that was imported with a folder in this one or around it is the same file. What was exported
  /// to a file is paired with that file only, which may have no place for its ID.
  private mutating func pair(in journal: isolated Journal) throws {
    let earlier = try journal.origins(in: format.rawValue, around: source)
      .filter { !taken.contains($0.number) }
      .compactMap { known in Item(known.origin).map { (known: known, item: $0) } }
    func mayMove(_ known: KnownOrigin) -> Bool {
      known.origin.source == source && known.origin.key == nil && !known.isDeleted
    }
    var gone = earlier.filter { mayMove($0.known) }
    var others = Dictionary(
      grouping: earlier.filter { !mayMove($0.known) }, by: \.known.origin.path)
    for new in unpaired {
      let path = new.origin.path
      func likeness(_ old: (known: KnownOrigin, item: Item)) -> Double {
        let likeness = new.item.likeness(to: old.item)
        guard old.known.origin.path == path, new.item.kind == old.item.kind,
          new.item.kind != .toDo
        else { return likeness }
        if format.facts.hasOneEntryPerFile { return 2 }
        return new.item.hasHeading(of: old.item) ? max(likeness, 0.9) : likeness
      }
      func best(_ all: [(known: KnownOrigin, item: Item)]) -> Int? {
        let likenesses = all.map(likeness)
        return likenesses.indices.max { likenesses[$0] < likenesses[$1] }
          .flatMap { likenesses[$0] >= 0.5 ? $0 : nil }
      }
      // What was deleted here stays deleted as long as its file says the same. Of states that are as
      // like the item, the latest is what the file had.
      let there = (others[path] ?? []).reversed().filter {
        !$0.known.isDeleted || $0.item.saysTheSame(as: new.item)
      }
      if let index = best(there) {
        others[path]?.removeAll { $0.known.number == there[index].known.number }
        try update(there[index].known, with: new, in: journal)
      } else if let index = best(gone) {
        try update(gone.remove(at: index).known, with: new, in: journal)
      } else {
        try insert(new, id: nil, in: journal)
      }
    }
    unpaired = []
  }

  /// The item with what is only known here: the list of a to-do, and times that are not in the
  /// future.
  ///
  /// - Throws: an `ExchangeError` if it is not what a person could have written.
  private func resolved(_ item: Item) throws(ExchangeError) -> Item {
    var item = item
    guard !item.content.text.written.utf8.contains(0) else {
      throw ExchangeError(.hasNUL, at: item.place)
    }
    guard item.days.allSatisfy(\.isInCalendar) else {
      throw ExchangeError(.badDate(field: "date", typed: "\(item.days)"), at: item.place)
    }
    item.content.text.tags = Tag.valid(item.content.text.tags)
    switch item.content {
    case .entry: break
    case .note(let note):
      if note.text.written.isBlank { throw ExchangeError(.noText, at: item.place) }
    case .toDo(var toDo):
      toDo.details.text = ToDo.line(toDo.details.text)
      if toDo.text.isEmpty { throw ExchangeError(.noText, at: item.place) }
      // Files with dates instead of times give noon, which may be in the future.
      if let done = toDo.doneAt, done.instant > now.instant { toDo.doneAt = now }
      if let created = toDo.createdAt, created.instant > now.instant { toDo.createdAt = now }
      if toDo.doneAt != nil { toDo.doneOn = toDo.doneOn ?? toDo.doneAt.map(app.clock.day(of:)) }
      let day = toDo.day ?? toDo.doneOn ?? toDo.rule?.first(from: app.clock.today)
      toDo.day = day ?? app.clock.today
      if let rule = toDo.rule, let day = toDo.day {
        toDo.details.recurrence = Recurrence(every: rule, from: day, due: toDo.details.due)
        toDo.rule = nil
      }
      item.content = .toDo(toDo)
    }
    return item
  }

  private func origin(of item: Item) -> Origin {
    let text = item.json.text(.compact)
    return Origin(
      format: format.rawValue, source: source, file: item.place.file, key: item.key,
      hash: Journal.hash(text), seen: hashes[item.place.file], item: text)
  }

  // MARK: New items

  /// The ID of a text without one, which other devices derive too if they import the same. If it is taken,
  /// by an equal item or by a text that was changed later, there is a next one.
  private func id(of new: NewItem, in journal: isolated Journal) throws -> Identifier {
    var number = 0
    while true {
      let id = Journal.id(of: "\(Hexadecimal.text(new.hash)) \(number)", in: format.rawValue)
      if try journal.reference(new.item.kind, id) == nil,
        try !journal.wasPurged(new.item.kind, id)
      {
        return id
      }
      number += 1
    }
  }

  private mutating func insert(
    _ new: NewItem, id: Identifier?, in journal: isolated Journal
  ) throws {
    let id = try id ?? self.id(of: new, in: journal)
    switch new.item.content {
    case .entry(let entry):
      if day?.day != entry.day {
        try insertEntries(in: journal)
        day = (entry.day, [])
      }
      day?.items.append((entry, new.origin))
    case .note(let note):
      let place = NotePlace(
        RepositoryKey(note.repository ?? Repository(name: source)), commit: note.commit)
      let created = earlier(note.createdAt)
      let record = try journal.importNote(
        complete(note.text), id: id, to: place, on: app.clock.day(of: created),
        createdAt: created, at: now)
      try journal.save(new.origin, of: record)
      tally.add(.note, first: note.text.title.isEmpty ? note.text.body : note.text.title)
    case .toDo(var toDo):
      toDo.details.content = complete(toDo.details.content)
      let record = try journal.importToDo(
        toDo, id: id, on: toDo.day ?? app.clock.today, at: now)
      try journal.save(new.origin, of: record)
      tally.add(.toDo, first: toDo.text)
    }
  }

  /// Writes the items of one day as its entry: one by itself as it is, several as paragraphs with
  /// their times.
  private mutating func insertEntries(in journal: isolated Journal) throws {
    guard let (day, all) = day else { return }
    var items = all
    self.day = nil
    let existing = try journal.entryIfWritten(on: day)
    guard let first = items.first?.entry else { return }
    if let existing, items.count == 1, existing.text.hasSameWords(as: first.text),
      let record = try journal.reference(toEntryOf: day)
    {
      if try journal.origins(of: record, in: format.rawValue).isEmpty {
        try journal.save(items[0].origin, of: record)
        tally.unchanged += 1
        return
      }
    }
    if let existing, format.facts.hasEntryPerTime,
      let record = try journal.reference(toEntryOf: day)
    {
      items = try newItems(items, in: existing, record, journal)
      if items.isEmpty { return }
    }
    var text = app.tagsInTexts.beforeChange(existing?.text ?? Text())
    var saved: [Origin] = []
    var parts: [String] = []
    if let existing, let record = try journal.reference(toEntryOf: day) {
      let origins = try ExportItems(format: format).origins(of: record, in: journal)
      parts = origins.map { $0.shown ?? existing.text.written }
    }
    if existing == nil, items.count == 1 {
      text = first.text.adding(tags: tags)
      saved = [items[0].origin]
    } else {
      for (entry, origin) in items.sorted(by: { minute(of: $0.entry) < minute(of: $1.entry) }) {
        var origin = origin
        let paragraph = entry.paragraph(at: entry.time.map { app.reader.timeInText($0) })
        origin.shown = paragraph
        saved.append(origin)
        guard existing != nil else { continue }
        text = text.adding(paragraph, dayEndsAt: app.clock.endOfDay, keeping: parts)
        parts.append(paragraph)
      }
      if existing == nil {
        text = Text(written: saved.compactMap(\.shown).joined(separator: "\n\n"))
      }
      text = text.adding(tags: items.flatMap(\.entry.text.tags) + tags)
    }
    let times = items.map { entry, _ in
      entry.createdAt ?? entry.time.map { app.civilTime.moment(on: day, at: $0) }
        ?? app.civilTime.noon(of: day)
    }
    let created = times.min { $0.instant < $1.instant }
    let record = try journal.importEntry(
      app.tagsInTexts.complete(text), on: day, createdAt: earlier(created),
      weather: WeatherJSON.text(first.weather), at: now)
    for origin in saved { try journal.save(origin, of: record) }
    tally.add(.entry, first: first.text.headline, count: items.count)
    tally.days.insert(day)
  }

  /// Those whose texts the entry does not have. It may have been exported from here.
  private mutating func newItems(
    _ items: [(entry: EntryItem, origin: Origin)], in existing: Entry, _ record: RecordReference,
    _ journal: isolated Journal
  ) throws -> [(entry: EntryItem, origin: Origin)] {
    var rest: [(entry: EntryItem, origin: Origin)] = []
    for (entry, origin) in items {
      guard let shown = entry.lines(in: existing.text.written) else {
        rest.append((entry, origin))
        continue
      }
      var origin = origin
      origin.shown = shown
      try journal.save(origin, of: record)
      tally.unchanged += 1
    }
    return rest
  }

  /// Counted from the end of the previous day.
  private func minute(of entry: EntryItem) -> Int {
    let hour = app.clock.endOfDay
    return entry.time.map { ($0.hour + 24 - hour) % 24 * 60 + $0.minute } ?? -1
  }

  private func earlier(_ moment: Moment?) -> Moment {
    guard let moment, moment.instant <= now.instant else { return now }
    return moment
  }

  private func complete(_ text: Text) -> Text {
    var text = text
    text.tags = Tag.names(text.tags + tags)
    return app.tagsInTexts.complete(text)
  }

  // MARK: Known items

  private mutating func update(
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
  private mutating func keep(
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
  private mutating func update(
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

  // MARK: Files that are gone

  /// The records of a folder's files that are gone since it was last exchanged.
  static func gone(
    from files: Set<String>, of source: String, _ format: ExchangeFormat,
    in journal: isolated Journal
  ) throws -> [KnownOrigin] {
    try journal.origins(in: format.rawValue, inside: source).filter {
      $0.origin.seen != nil && !$0.isDeleted && !files.contains($0.origin.file)
    }
  }

  /// Deletes what came from files that are gone, unless it was changed here or is kept.
  /// The next export writes the files of what was changed or restored, or of a format that deletes nothing.
  mutating func finish(
    _ gone: [KnownOrigin], deletes: Bool, in journal: isolated Journal
  ) throws {
    for known in gone where !taken.contains(known.number) {
      if format.facts.deletesGone, !deletes {
        tally.pending += 1
        continue
      }
      if deletes, try remove(known, in: journal) { tally.deleted += 1 }
      try journal.forgetFile(of: known)
    }
  }

  /// Removes what an item became: the record, or its paragraph of an entry with other parts.
  ///
  /// - Returns: whether it was removed; what was changed here stays.
  @discardableResult
  private func remove(_ known: KnownOrigin, in journal: isolated Journal) throws -> Bool {
    guard let base = Item(known.origin) else { return false }
    switch base.content {
    case .entry:
      let entry = try journal.entry(known.record)
      let all = try ExportItems(format: format).origins(of: known.record, in: journal)
      let parts = EntryParts(of: entry.text, from: all)
      guard parts.items.contains(base) else { return false }
      let others = all.filter { $0.item != base }
      if others.isEmpty, parts.rest.isEmpty {
        try journal.importDeletion(of: known.record, at: now)
        return true
      }
      guard let shown = known.origin.shown else { return false }
      let rest = Journal.merged(base: shown, ours: entry.text.written, theirs: "")
      _ = try journal.importEntry(
        app.tagsInTexts.complete(
          Text(
            written: rest,
            tags: Tag.merged(base: base.content.text.tags, ours: entry.text.tags, theirs: []))),
        on: entry.day, createdAt: entry.createdAt, weather: nil, at: now)
    case .note(let note):
      guard try journal.note(known.record).text.hasSameWords(as: note.text) else { return false }
      try journal.importDeletion(of: known.record, at: now)
    case .toDo(let toDo):
      let current = NewToDo(try journal.toDo(known.record))
      guard current.details.text == toDo.text, (current.doneAt == nil) == (toDo.doneAt == nil)
      else { return false }
      try journal.importDeletion(of: known.record, at: now)
    }
    return true
  }
}
