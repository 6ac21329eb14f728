import App
import Context
import Diary
import Exchange
import JSON
import Journal
import Localization
import Records

/// What becomes of the texts of files that are gone.
extension ImportRun {
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
  func remove(_ known: KnownOrigin, in journal: isolated Journal) throws -> Bool {
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
