import Localization
import Terminal

/// Everything that a key can do. A new action needs a case here, a line in `KeyMap.bindings`, and what it
/// does in `BrowseState.perform`.
enum BrowseAction: String, Hashable, CaseIterable, Sendable {
  case down, up, left, right
  case pageDown, pageUp, halfDown, halfUp, first, last
  case nextSection, previousSection
  case previousMonth, nextMonth, previousYear, nextYear, today
  case days, notes, toDos, commits, search
  case nextPanel, previousPanel, full, yearSize, open, back
  case find, nextMatch, previousMatch, command
  case edit, jot, addToDo, finish, moveToDo, tags, note, delete, undo, redo
  case measure, mark
  case openPage, copy, share, why, resume, refresh
  case authors, filter, sort, extendDown, extendUp
  case log, mouse, help, redraw, suspend, quit
}

/// The actions with their keys and names.
struct KeyMap: Sendable {
  /// A key in the table: a letter, or another key.
  enum Press: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
    case letter(Character)
    case key(Key)

    init(extendedGraphemeClusterLiteral letter: Character) { self = .letter(letter) }
  }

  /// A part of the list of keys.
  enum Group: CaseIterable, Hashable, Sendable {
    case write, row, go, show

    var title: Message {
      switch self {
      case .write: .browseGroupWrite
      case .row: .browseGroupRow
      case .go: .browseGroupGo
      case .show: .browseGroupShow
      }
    }
  }

  struct Binding: Sendable {
    enum Use: Sendable {
      case acts
      /// Only moves in the panel with the focus.
      case moves
      /// Needs what is under the cursor.
      case needsTarget
    }

    var action: BrowseAction
    /// The first one is on the bottom line.
    var presses: [Press]
    /// The name of the action, for the bottom line and the help.
    var name: Message
    /// What the action does, for the help.
    var summary: Message
    var group: Group
    var use: Use

    init(
      _ action: BrowseAction, _ presses: [Press], _ name: Message, _ summary: Message,
      _ group: Group, _ use: Use? = nil
    ) {
      (self.action, self.presses, self.name, self.summary) = (action, presses, name, summary)
      (self.group, self.use) = (group, use ?? (group == .row ? .needsTarget : .acts))
    }
  }

  /// The keys without those of the settings.
  static let standard = KeyMap(keys: [:], commands: [:])

  /// In the order of the help.
  var bindings = KeyMap.table
  /// The commands of the user's.
  var own: [OwnCommand] = []
  /// What is wrong in the settings.
  var problems: [Message] = []
  private var byAction: [BrowseAction: Binding] = [:]
  private var actions: [Press: BrowseAction] = [:]

  private static let table: [Binding] = [
    Binding(.jot, ["i"], .browseKeyJot, .jotSummary, .write),
    Binding(.addToDo, ["a"], .browseKeyAddToDo, .toDoAddSummary, .write),
    Binding(.undo, ["u"], .browseKeyUndo, .undoSummary, .write),
    Binding(.redo, ["U", .key(.control("r"))], .browseKeyRedo, .redoSummary, .write),
    Binding(.command, [":"], .browseKeyCommand, .browseHelpCommand, .write),

    Binding(.open, [.key(.enter)], .browseKeyOpen, .browseHelpOpen, .row, .acts),
    Binding(.edit, ["e"], .browseKeyEdit, .browseHelpEdit, .row),
    Binding(.note, ["c"], .browseKeyNote, .notesAddSummary, .row),
    Binding(.finish, [" "], .browseKeyFinish, .browseKeyFinish, .row),
    Binding(.moveToDo, ["m"], .browseKeyMove, .browseHelpMove, .row),
    Binding(.tags, ["#"], .pagesTags, .browseHelpTags, .row),
    Binding(.delete, ["d", .key(.delete)], .browseKeyDelete, .browseHelpDelete, .row),
    Binding(.copy, ["y"], .browseKeyCopy, .browseHelpCopy, .row),
    Binding(.share, ["s"], .browseKeyShare, .browseKeyShare, .row),
    Binding(.openPage, ["o"], .browseKeyOpenPage, .openSummary, .row),
    Binding(.why, ["w"], .browseKeyWhy, .browseKeyWhy, .row),
    Binding(.mark, ["v"], .browseKeyMark, .browseHelpMark, .row, .acts),
    Binding(.extendDown, [.key(.shiftDown)], .browseKeyMark, .browseHelpMark, .row, .acts),
    Binding(.extendUp, [.key(.shiftUp)], .browseKeyMark, .browseHelpMark, .row, .acts),

    Binding(.days, ["1"], .browseDays, .browseHelpList, .go),
    Binding(.notes, ["2"], .dayNotes, .browseHelpList, .go),
    Binding(.toDos, ["3"], .dayToDos, .browseHelpList, .go),
    Binding(.commits, ["4"], .dayCommits, .browseHelpList, .go),
    Binding(.search, ["5"], .browseSearch, .searchSummary, .go),
    Binding(.find, [.key(.control("f"))], .browseSearch, .searchSummary, .go),
    Binding(.nextMatch, ["n", ";"], .browseKeyNextMatch, .browseKeyNextMatch, .go),
    Binding(.previousMatch, ["N", ","], .browseKeyPreviousMatch, .browseKeyPreviousMatch, .go),
    Binding(.back, [.key(.escape)], .browseKeyBack, .browseHelpBack, .go),
    Binding(.nextPanel, [.key(.tab)], .browseKeyNextPanel, .browseHelpPanel, .go),
    Binding(.previousPanel, [.key(.backTab)], .browseKeyPreviousPanel, .browseHelpPanel, .go),
    Binding(.today, ["t"], .browseKeyToday, .browseHelpDay, .go),
    Binding(.previousMonth, ["H", "<"], .browseKeyPreviousMonth, .browseHelpDay, .go),
    Binding(.nextMonth, ["L", ">"], .browseKeyNextMonth, .browseHelpDay, .go),
    Binding(.previousYear, ["[", "{"], .browseKeyPreviousYear, .browseHelpDay, .go),
    Binding(.nextYear, ["]", "}"], .browseKeyNextYear, .browseHelpDay, .go),
    moving(.down, ["j", .key(.down)], .browseKeyDown),
    moving(.up, ["k", .key(.up)], .browseKeyUp),
    moving(.left, ["h", .key(.left)], .browseKeyLeft),
    moving(.right, ["l", .key(.right)], .browseKeyRight),
    moving(.pageDown, [.key(.pageDown)], .browseKeyPageDown),
    moving(.pageUp, [.key(.pageUp), .key(.control("b"))], .browseKeyPageUp),
    moving(.halfDown, [.key(.control("d"))], .browseKeyHalfDown),
    moving(.halfUp, [.key(.control("u"))], .browseKeyHalfUp),
    moving(.first, ["g", .key(.home)], .browseKeyFirst),
    moving(.last, ["G", .key(.end)], .browseKeyLast),
    moving(.nextSection, ["J", ")"], .browseKeyNextSection),
    moving(.previousSection, ["K", "("], .browseKeyPreviousSection),

    Binding(.filter, ["/"], .browseKeyFilter, .browseHelpFilter, .show),
    Binding(.sort, ["S", "="], .browseKeySort, .browseHelpSort, .show),
    Binding(.authors, ["A", "*"], .browseKeyAuthors, .browseHelpAuthors, .show),
    Binding(.measure, ["f"], .browseKeyMeasure, .browseHelpMeasure, .show),
    Binding(.yearSize, ["z"], .browseKeyYearSize, .browseKeyYearSize, .show),
    Binding(.full, ["+", "_"], .browseKeyFull, .browseKeyFull, .show),
    Binding(.resume, ["b"], .browseKeyResume, .resumeSummary, .show),
    Binding(.refresh, ["r"], .browseKeyRefresh, .refreshSummary, .show),
    Binding(.log, ["@"], .browseKeyLog, .browseHelpLog, .show),
    Binding(.mouse, ["M", .key(.control("t"))], .browseKeyMouse, .browseHelpMouse, .show),
    Binding(.help, ["?", .key(.f1)], .browseKeyHelp, .browseKeyHelp, .show),
    Binding(.redraw, [.key(.control("l"))], .browseKeyRedraw, .browseKeyRedraw, .show),
    Binding(.suspend, [.key(.control("z"))], .browseKeySuspend, .browseKeySuspend, .show),
    Binding(.quit, ["q", .key(.control("c"))], .browseKeyQuit, .browseKeyQuit, .show),
  ]

  private static func moving(
    _ action: BrowseAction, _ presses: [Press], _ name: Message
  ) -> Binding {
    Binding(action, presses, name, .browseHelpMovement, .go, .moves)
  }

  fileprivate static let standardBindings = Dictionary(
    uniqueKeysWithValues: table.map { ($0.action, $0) })

  /// Makes the keys of `bindings` those that act.
  mutating func index() {
    byAction = Dictionary(uniqueKeysWithValues: bindings.map { ($0.action, $0) })
    actions = [:]
    for binding in bindings {
      for press in binding.presses { actions[press] = binding.action }
    }
  }

  /// A key as in the table. Text of an input method can be several keys; letters that are not a key
  /// are left out.
  func presses(of key: Key) -> [Press] {
    switch key {
    case .text(let text): KeyPosition.keys(of: text).map(Press.letter)
    case .textWithKey(let text, let letter):
      (text.utf8.allSatisfy { $0 < 0x80 } ? Array(text) : [letter]).map(Press.letter)
    default: [.key(key)]
    }
  }

  func actions(for key: Key) -> [BrowseAction] { presses(of: key).compactMap { actions[$0] } }

  /// The name of the first key of an action: `j`, `Enter`.
  func name(of action: BrowseAction, unicode: Bool) -> String {
    names(of: action, unicode: unicode).first ?? ""
  }

  func names(of action: BrowseAction, unicode: Bool) -> [String] {
    (byAction[action]?.presses ?? []).map { Self.name(of: $0, unicode: unicode) }
  }

  static func name(of press: Press, unicode: Bool) -> String {
    switch press {
    case .letter(" "): "Space"
    case .letter(let letter): String(letter)
    case .key(let key): name(of: key, unicode: unicode)
    }
  }

  private static func name(of key: Key, unicode: Bool) -> String {
    switch key {
    case .down: unicode ? "↓" : "Down"
    case .up: unicode ? "↑" : "Up"
    case .left: unicode ? "←" : "Left"
    case .right: unicode ? "→" : "Right"
    case .pageDown: "PgDn"
    case .pageUp: "PgUp"
    case .home: "Home"
    case .end: "End"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .enter: "Enter"
    case .escape: "Esc"
    case .delete: "Del"
    case .f1: "F1"
    case .shiftDown: unicode ? "⇧↓" : "Shift-Down"
    case .shiftUp: unicode ? "⇧↑" : "Shift-Up"
    case .control(let letter): "Ctrl-" + letter.uppercased()
    default: ""
    }
  }
}

extension BrowseAction {
  fileprivate var binding: KeyMap.Binding {
    guard let binding = KeyMap.standardBindings[self] else {
      preconditionFailure("\(self) has no line in the table of keys")
    }
    return binding
  }

  var message: Message { binding.name }
  /// A sentence about what it does.
  var summary: Message { binding.summary }
  var group: KeyMap.Group { binding.group }
  var isMovement: Bool { binding.use == .moves }
  var needsTarget: Bool { binding.use == .needsTarget }
}
