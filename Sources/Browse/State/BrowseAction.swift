import Localization
import Terminal

/// Everything that a key can do. A new action needs a case here, a line in `KeyMap.bindings`, and what it
/// does in `BrowseState.perform`.
enum BrowseAction: Hashable, CaseIterable, Sendable {
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
  case log, mouse, help, redraw, suspend, quit
}

/// The actions with their keys and names.
enum KeyMap {
  /// A key in the table: a letter, or another key.
  enum Press: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
    case letter(Character)
    case key(Key)

    init(extendedGraphemeClusterLiteral letter: Character) { self = .letter(letter) }
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
    /// What the action does, for the bottom line and the help.
    var message: Message
    var use: Use

    init(_ action: BrowseAction, _ presses: [Press], _ message: Message, _ use: Use = .acts) {
      (self.action, self.presses, self.message, self.use) = (action, presses, message, use)
    }
  }

  /// In the order of the help.
  static let bindings: [Binding] = [
    Binding(.edit, ["e"], .browseKeyEdit, .needsTarget),
    Binding(.jot, ["i"], .browseKeyJot),
    Binding(.addToDo, ["a"], .browseKeyAddToDo),
    Binding(.finish, [" "], .browseKeyFinish, .needsTarget),
    Binding(.moveToDo, ["m"], .browseKeyMove, .needsTarget),
    Binding(.tags, ["#"], .pagesTags, .needsTarget),
    Binding(.note, ["c"], .browseKeyNote, .needsTarget),
    Binding(.delete, ["d", .key(.delete)], .browseKeyDelete, .needsTarget),
    Binding(.undo, ["u"], .browseKeyUndo),
    Binding(.redo, ["U", .key(.control("r"))], .browseKeyRedo),
    Binding(.find, ["/"], .browseSearch),
    Binding(.nextMatch, ["n", ";"], .browseKeyNextMatch),
    Binding(.previousMatch, ["N", ","], .browseKeyPreviousMatch),
    Binding(.command, [":"], .browseKeyCommand),
    Binding(.open, [.key(.enter)], .browseKeyOpen),
    Binding(.back, [.key(.escape)], .browseKeyBack),
    Binding(.copy, ["y"], .browseKeyCopy, .needsTarget),
    Binding(.share, ["s"], .browseKeyShare, .needsTarget),
    Binding(.openPage, ["o"], .browseKeyOpenPage, .needsTarget),
    Binding(.why, ["w"], .browseKeyWhy, .needsTarget),
    Binding(.resume, ["b"], .browseKeyResume),
    Binding(.mark, ["v"], .browseKeyMark),
    Binding(.days, ["1"], .browseDays),
    Binding(.notes, ["2"], .dayNotes),
    Binding(.toDos, ["3"], .dayToDos),
    Binding(.commits, ["4"], .dayCommits),
    Binding(.search, ["5"], .browseSearch),
    Binding(.nextPanel, [.key(.tab)], .browseKeyNextPanel),
    Binding(.previousPanel, [.key(.backTab)], .browseKeyPreviousPanel),
    Binding(.full, ["+", "_"], .browseKeyFull),
    Binding(.yearSize, ["z"], .browseKeyYearSize),
    Binding(.measure, ["f"], .browseKeyMeasure),
    Binding(.log, ["@"], .browseKeyLog),
    Binding(.refresh, ["r"], .browseKeyRefresh),
    Binding(.mouse, ["M", .key(.control("t"))], .browseKeyMouse),
    Binding(.help, ["?"], .browseKeyHelp),
    Binding(.redraw, [.key(.control("l"))], .browseKeyRedraw),
    Binding(.suspend, [.key(.control("z"))], .browseKeySuspend),
    Binding(.quit, ["q", .key(.control("c"))], .browseKeyQuit),
    Binding(.today, ["t"], .browseKeyToday),
    Binding(.previousMonth, ["H", "<"], .browseKeyPreviousMonth),
    Binding(.nextMonth, ["L", ">"], .browseKeyNextMonth),
    Binding(.previousYear, ["[", "{"], .browseKeyPreviousYear),
    Binding(.nextYear, ["]", "}"], .browseKeyNextYear),
    Binding(.down, ["j", .key(.down)], .browseKeyDown, .moves),
    Binding(.up, ["k", .key(.up)], .browseKeyUp, .moves),
    Binding(.left, ["h", .key(.left)], .browseKeyLeft, .moves),
    Binding(.right, ["l", .key(.right)], .browseKeyRight, .moves),
    Binding(.pageDown, [.key(.pageDown), .key(.control("f"))], .browseKeyPageDown, .moves),
    Binding(.pageUp, [.key(.pageUp), .key(.control("b"))], .browseKeyPageUp, .moves),
    Binding(.halfDown, [.key(.control("d"))], .browseKeyHalfDown, .moves),
    Binding(.halfUp, [.key(.control("u"))], .browseKeyHalfUp, .moves),
    Binding(.nextSection, ["J", ")"], .browseKeyNextSection, .moves),
    Binding(.previousSection, ["K", "("], .browseKeyPreviousSection, .moves),
    Binding(.first, ["g", .key(.home)], .browseKeyFirst, .moves),
    Binding(.last, ["G", .key(.end)], .browseKeyLast, .moves),
  ]

  fileprivate static let byAction = Dictionary(
    uniqueKeysWithValues: bindings.map { ($0.action, $0) })

  private static let actions: [Press: BrowseAction] = {
    var actions: [Press: BrowseAction] = [:]
    for binding in bindings {
      for press in binding.presses { actions[press] = binding.action }
    }
    return actions
  }()

  /// The actions of a key. Text of an input method can be several keys; letters that are not a
  /// key are left out.
  static func actions(for key: Key) -> [BrowseAction] {
    switch key {
    case .text(let text):
      return KeyPosition.keys(of: text).compactMap { actions[.letter($0)] }
    case .textWithKey(let text, let letter):
      let keys = text.utf8.allSatisfy { $0 < 0x80 } ? Array(text) : [letter]
      return keys.compactMap { actions[.letter($0)] }
    default:
      return [actions[.key(key)]].compactMap(\.self)
    }
  }

  /// The name of the first key of an action: `j`, `Enter`.
  static func name(of action: BrowseAction, unicode: Bool) -> String {
    names(of: action, unicode: unicode).first ?? ""
  }

  static func names(of action: BrowseAction, unicode: Bool) -> [String] {
    action.binding.presses.map { press in
      switch press {
      case .letter(" "): "Space"
      case .letter(let letter): String(letter)
      case .key(let key): name(of: key, unicode: unicode)
      }
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
    case .control(let letter): "Ctrl-" + letter.uppercased()
    default: ""
    }
  }
}

extension BrowseAction {
  fileprivate var binding: KeyMap.Binding {
    guard let binding = KeyMap.byAction[self] else {
      preconditionFailure("\(self) has no line in the table of keys")
    }
    return binding
  }

  var message: Message { binding.message }
  var isMovement: Bool { binding.use == .moves }
  var needsTarget: Bool { binding.use == .needsTarget }
}
