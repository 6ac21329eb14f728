import Diary
import Journal
import Localization

/// A record whose tags are typed.
enum TaggedRecord: Hashable, Sendable {
  case note(id: String)
  case toDo(id: String)
  case entry(Day)

  /// The command up to the options.
  private var words: [String] {
    switch self {
    case .note(let id): ["notes", "edit", id]
    case .toDo(let id): ["todo", "edit", id]
    case .entry(let day): ["diary", "edit", "\(day)"]
    }
  }

  /// The change to the tags in a typed line; `nil` if they stay the same.
  func change(from old: [String], to line: String) -> Change? {
    let old = Tag.names(old)
    var new: [String] = []
    for word in line.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
      let name = Tag.name(word)
      if !name.isEmpty, !new.contains(where: { Tag.areSame($0, name) }) { new.append(name) }
    }
    let added = new.filter { tag in !old.contains { Tag.areSame($0, tag) } }
    let removed = old.filter { tag in !new.contains { Tag.areSame($0, tag) } }
    if added.isEmpty, removed.isEmpty { return nil }
    func options(_ added: [String], _ removed: [String]) -> [String] {
      added.flatMap { ["--tag", $0] } + removed.flatMap { ["--untag", $0] }
    }
    return Change(
      words: words + options(added, removed), undo: words + options(removed, added))
  }
}

extension BrowseState {
  /// The target of `tags`, with the tags that it has.
  var taggedTarget: (record: TaggedRecord, tags: [String])? {
    switch target {
    case .toDo(let found)?: return (.toDo(id: found.shortID), found.toDo.tags)
    case .note(let id)?:
      if let note = page.content?.note(id) { return (.note(id: id), note.note.text.tags) }
      guard case .note(let summary)? = list.selectedRow, summary.id == id else { return nil }
      return (.note(id: id), summary.tags)
    case .day(let day)?:
      return selectedEntry.map { (.entry(day), $0.text.tags) }
    default: return nil
    }
  }
}
