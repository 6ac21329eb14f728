import Diary
import Exchange
import JSON
import Journal
import Records

/// The texts of the journal as items of a format. A text that was imported from this format becomes
/// the items that it came from, with what they had there and a journal has not.
struct ExportItems: Sendable {
  let format: ExchangeFormat
  /// The folder that is exchanged in both directions; otherwise empty.
  var source = ""

  /// The items that became a record, with the paragraphs that they became.
  func origins(
    of record: RecordReference, in journal: isolated Journal
  ) throws -> [(item: Item, shown: String?)] {
    try known(record, in: journal).map { ($0.item, $0.origin.shown) }
  }

  /// Of several origins of an item, that of this folder or else the latest one.
  private func known(
    _ record: RecordReference, in journal: isolated Journal
  ) throws -> [(origin: Origin, item: Item)] {
    var found: [(origin: Origin, item: Item)] = []
    let all = try journal.origins(of: record, in: format.rawValue)
    for var known in all {
      // A copy in a folder of this one is not the file of this one.
      let hasOwn = all.contains { own in
        own.origin.source == source && own.origin.key == known.origin.key
          && (own.origin.key != nil || own.origin.shown == known.origin.shown)
      }
      if !hasOwn { known.origin = known.origin.inside(source) ?? known.origin }
      guard let item = Item(known.origin) else { continue }
      let same = found.firstIndex {
        $0.origin.key == known.origin.key
          && (known.origin.key != nil
            || $0.origin.source != known.origin.source && $0.origin.shown == known.origin.shown)
      }
      guard let same else {
        found.append((known.origin, item))
        continue
      }
      let isBetter = known.origin.source == source || found[same].origin.source != source
      if isBetter { found[same] = (known.origin, item) }
    }
    return found
  }

  /// The items of a record, with where each was last seen in the folder.
  func items(
    of record: RecordReference, in journal: isolated Journal
  ) throws -> [(item: Item, origin: Origin?)] {
    let known = try known(record, in: journal)
    func origin(of item: Item) -> Origin? {
      // A day may have several files whose texts have no ids.
      known.first {
        $0.origin.source == source && $0.item.key == item.key
          && (item.key != nil || $0.origin.file == item.place.file)
      }?.origin
    }
    let last = known.last?.item
    let lastOrigin = known.last.flatMap { $0.origin.source == source ? $0.origin : nil }
    let key = try journal.id(of: record).uuid
    switch record.kind {
    case .entry:
      let entry = try journal.entry(record)
      let parts = EntryParts(of: entry.text, from: known.map { ($0.item, $0.origin.shown) })
      var items = parts.items.map { item in
        var item = item
        if !known.contains(where: { $0.item == item }) {
          item.content.entry?.updatedAt = entry.updatedAt
        }
        return item
      }
      if !parts.rest.isEmpty {
        let rest = EntryItem(parts.rest, of: entry)
        items += (format.facts.hasEntryPerTime ? rest.byTime : [rest]).map {
          Item(.entry($0), key: key)
        }
      }
      return items.map { ($0, origin(of: $0)) }
    case .note:
      let note = try journal.note(record)
      guard var item = last, let old = item.content.note else {
        return [(Item(.note(NoteItem(note)), key: key), nil)]
      }
      if old.text.title != note.text.title || old.text.body != note.text.body
        || !isSame(old.text.tags, note.text.tags, in: note.text)
      {
        (item.content.text, item.raw) = (note.text, nil)
        item.content.note?.updatedAt = note.updatedAt
      }
      return [(item, lastOrigin)]
    case .toDo:
      let current = NewToDo(try journal.toDo(record))
      guard var item = last, var same = item.content.toDo else {
        return [(Item(.toDo(current), key: key), nil)]
      }
      if isSame(same.details.tags, current.details.tags, in: current.details.content) {
        same.details.tags = current.details.tags
      }
      (same.createdAt, same.doneOn) = (current.createdAt, current.doneOn)
      if same != current { (item.content, item.raw) = (.toDo(current), nil) }
      return [(item, lastOrigin)]
    }
  }

  /// Whether the tags are the same, but for those that are written in the text.
  private func isSame(_ old: [String], _ new: [String], in text: Text) -> Bool {
    let written = Set(text.tagsInText.map { Tag.key($0) })
    func keys(_ tags: [String]) -> [String] {
      tags.map { Tag.key($0) }.filter { !written.contains($0) }
    }
    return keys(old) == keys(new)
  }
}
