import App
import Diary
import Journal
import Localization
import Terminal

/// What a line is typed for.
enum PromptKind: Hashable, Sendable {
  case search
  case command
  /// A new to-do, or a jotted line.
  case toDo(on: Day)
  case jot(on: Day)
  case editToDo(Identifier)
  case moveToDo(Identifier)
  case moveNote(Identifier)
  case tags(DiaryRecord, old: [String])

  /// The text in front of the line. A line for another day than today names it.
  func label(in state: BrowseState) -> Message {
    func name(_ day: Day) -> String? {
      day == state.today ? nil : state.reader.dateWithWeekday(day)
    }
    return switch self {
    case .search: .browsePromptSearch
    case .command: .browsePromptCommand
    case .toDo(let day):
      name(day).map { Message.browsePromptToDoOn(day: $0) } ?? .browsePromptToDo
    case .jot(let day): name(day).map { Message.browsePromptJotOn(day: $0) } ?? .browsePromptJot
    case .editToDo: .browsePromptToDo
    case .moveToDo: .browsePromptMove
    case .moveNote: .browsePromptMoveNote
    case .tags: .browsePromptTags
    }
  }
}

/// The line that is being typed.
struct PromptLine: Hashable, Sendable {
  var kind: PromptKind
  var line: EditedLine

  init(_ kind: PromptKind, _ text: String = "") {
    self.kind = kind
    line = EditedLine(text)
  }
}

extension BrowseState {
  /// The target of `tags`, with the tags that it has.
  var taggedTarget: (record: DiaryRecord, tags: [String])? {
    switch target {
    case .toDo(let found)?: (.toDo(found.toDo.id), found.toDo.tags)
    case .note(let note)?: (.note(note.id), note.tags)
    case .day(let day)?: selectedEntry.map { (.entry(day), $0.text.tags) }
    default: nil
    }
  }

  /// The change of tags to those in a typed line; `nil` if they stay the same.
  static func changeOfTags(
    of record: DiaryRecord, from old: [String], to line: String
  ) -> DiaryChange? {
    let old = Tag.names(old)
    let new = Tag.names(line.split { $0.isWhitespace || $0 == "," }.map(String.init))
      .filter { !$0.isEmpty }
    let added = new.filter { tag in !old.contains { Tag.areSame($0, tag) } }
    let removed = old.filter { tag in !new.contains { Tag.areSame($0, tag) } }
    if added.isEmpty, removed.isEmpty { return nil }
    return .changeTags(record, adding: added, removing: removed)
  }
}
