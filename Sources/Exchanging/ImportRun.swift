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
  var tally = ImportTally()
  /// The entries of one day, which become one version.
  private var day: (day: Day, items: [(entry: EntryItem, origin: Origin)])?
  /// The origins that belong to items of this run.
  var taken: Set<Int64> = []
  private var takenRecords: Set<RecordReference> = []
  /// Items without an ID that are equal to none of those imported before.
  private var unpaired: [NewItem] = []
  /// Whether the source was imported before, or a folder in it or around it.
  private let hasEarlier: Bool
  /// Later origins were saved by this run.
  private let lastOrigin: Int64

  struct NewItem {
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

  var now: Moment { app.clock.now }

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
    if try journal.wasPurged(item.kind, id: id.text) {
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
        try !journal.wasPurged(new.item.kind, id: id.text)
      {
        return id
      }
      number += 1
    }
  }

  mutating func insert(
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

  func earlier(_ moment: Moment?) -> Moment {
    guard let moment, moment.instant <= now.instant else { return now }
    return moment
  }

  func complete(_ text: Text) -> Text {
    var text = text
    text.tags = Tag.names(text.tags + tags)
    return app.tagsInTexts.complete(text)
  }
}
