import Diary
import Localization
import Terminal

/// A command that changes something, with the command that undoes it. The screen changes nothing in
/// any other way, so that the log of commands is complete.
struct Change: Hashable, Sendable {
  /// The words of the command, without the name of the program.
  var words: [String]
  /// `{id}` stands for the id that the command has printed; `nil` if there is no way back.
  var undo: [String]? = nil
  /// The command that repeats the change after it was undone; by default, the same one.
  var redo: [String]?

  /// The placeholder for the id of what a command has added.
  static let id = "{id}"

  /// The change after the command has printed the id.
  func filled(with id: String) -> Change {
    func fill(_ words: [String]?) -> [String]? { words?.map { $0 == Self.id ? id : $0 } }
    return Change(words: words, undo: fill(undo), redo: fill(redo))
  }

  /// The text that is added: what follows `--`, or else the command and its subcommand.
  var addedText: String {
    let start = words.firstIndex(of: "--").map { $0 + 1 } ?? 2
    return words.dropFirst(start).joined(separator: " ")
  }

  /// Whether something is deleted.
  var isDeletion: Bool {
    words.count > 1 && ["notes", "diary", "todo"].contains(words[0])
      && ["delete", "rm"].contains(words[1])
  }

  /// Whether the id of what is added is needed.
  var needsID: Bool { undo?.contains(Self.id) ?? false }
}

/// A command in the log, as one would type it.
struct LoggedCommand: Hashable, Sendable {
  var line: String
  var isSuccess: Bool

  init(_ words: [String], isSuccess: Bool) {
    line = (["commitdiary"] + words).map(Self.quoted).joined(separator: " ")
    self.isSuccess = isSuccess
  }

  /// The word in quotes if a shell would change it.
  static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "-_./:@,+=".unicodeScalars
          .contains($0)
    }
    if isPlain, !word.isEmpty { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}

/// A line about what has just happened, which the next key removes.
struct Remark: Hashable, Sendable {
  var text: String
  var isFailure = false
  /// An action whose key is shown after the text.
  var action: BrowseAction?
}

/// What a line is typed for.
enum PromptKind: Hashable, Sendable {
  case search
  case command
  /// A new to-do, or a jotted line.
  case toDo(on: Day)
  case jot(on: Day)
  case editToDo(id: String, old: String)
  case moveToDo(id: String, from: Day)
  case moveNote(id: String)
  case tags(TaggedRecord, old: [String])

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
struct Prompt: Hashable, Sendable {
  var kind: PromptKind
  var line: EditedLine

  init(_ kind: PromptKind, _ text: String = "") {
    self.kind = kind
    line = EditedLine(text)
  }
}

/// Text that covers the panels until it is closed.
struct Overlay: Sendable {
  enum Kind: Hashable, Sendable { case help, log, output }

  var kind: Kind
  var title: String
  var lines: [StyledText]
  var scroll = 0
}
