import Localization
import Terminal

/// Everything that a key can do. A new action needs a case here, its keys in `KeyMap`, its message,
/// and a case in `BrowseState.perform`.
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

extension BrowseAction {
  /// Whether the action only moves in the panel with the focus.
  var isMovement: Bool {
    switch self {
    case .down, .up, .left, .right, .pageDown, .pageUp, .halfDown, .halfUp, .first, .last,
      .nextSection, .previousSection:
      true
    default: false
    }
  }

  /// Whether the action needs what is under the cursor.
  var needsTarget: Bool {
    switch self {
    case .edit, .finish, .moveToDo, .tags, .note, .delete, .openPage, .copy, .share, .why: true
    default: false
    }
  }

  /// What the action does, for the bottom line and the help.
  var message: Message {
    switch self {
    case .down: .browseKeyDown
    case .up: .browseKeyUp
    case .left: .browseKeyLeft
    case .right: .browseKeyRight
    case .pageDown: .browseKeyPageDown
    case .pageUp: .browseKeyPageUp
    case .halfDown: .browseKeyHalfDown
    case .halfUp: .browseKeyHalfUp
    case .nextSection: .browseKeyNextSection
    case .previousSection: .browseKeyPreviousSection
    case .first: .browseKeyFirst
    case .last: .browseKeyLast
    case .previousMonth: .browseKeyPreviousMonth
    case .nextMonth: .browseKeyNextMonth
    case .previousYear: .browseKeyPreviousYear
    case .nextYear: .browseKeyNextYear
    case .today: .browseKeyToday
    case .days: .browseDays
    case .notes: .dayNotes
    case .toDos: .dayToDos
    case .commits: .dayCommits
    case .search: .browseSearch
    case .nextPanel: .browseKeyNextPanel
    case .previousPanel: .browseKeyPreviousPanel
    case .full: .browseKeyFull
    case .yearSize: .browseKeyYearSize
    case .open: .browseKeyOpen
    case .back: .browseKeyBack
    case .find: .browseKeyFind
    case .nextMatch: .browseKeyNextMatch
    case .previousMatch: .browseKeyPreviousMatch
    case .command: .browseKeyCommand
    case .edit: .browseKeyEdit
    case .jot: .browseKeyJot
    case .addToDo: .browseKeyAddToDo
    case .finish: .browseKeyFinish
    case .moveToDo: .browseKeyMove
    case .tags: .browseKeyTags
    case .measure: .browseKeyMeasure
    case .mark: .browseKeyMark
    case .note: .browseKeyNote
    case .delete: .browseKeyDelete
    case .undo: .browseKeyUndo
    case .redo: .browseKeyRedo
    case .openPage: .browseKeyOpenPage
    case .copy: .browseKeyCopy
    case .share: .browseKeyShare
    case .why: .browseKeyWhy
    case .resume: .browseKeyResume
    case .refresh: .browseKeyRefresh
    case .log: .browseKeyLog
    case .mouse: .browseKeyMouse
    case .help: .browseKeyHelp
    case .redraw: .browseKeyRedraw
    case .suspend: .browseKeySuspend
    case .quit: .browseKeyQuit
    }
  }
}

/// The keys of the actions.
enum KeyMap {
  /// A key in the table: a letter, or another key.
  enum Press: Hashable, Sendable {
    case letter(Character)
    case key(Key)
  }

  /// All bindings, in the order of the help. Each action has its first key on the bottom line.
  static let bindings: [(action: BrowseAction, presses: [Press])] = [
    (.edit, [.letter("e")]), (.jot, [.letter("i")]), (.addToDo, [.letter("a")]),
    (.finish, [.letter(" ")]), (.moveToDo, [.letter("m")]), (.tags, [.letter("#")]),
    (.note, [.letter("c")]), (.delete, [.letter("d"), .key(.delete)]),
    (.undo, [.letter("u")]), (.redo, [.letter("U"), .key(.control("r"))]),
    (.find, [.letter("/")]), (.nextMatch, [.letter("n"), .letter(";")]),
    (.previousMatch, [.letter("N"), .letter(",")]), (.command, [.letter(":")]),
    (.open, [.key(.enter)]), (.back, [.key(.escape)]),
    (.copy, [.letter("y")]), (.share, [.letter("s")]), (.openPage, [.letter("o")]),
    (.why, [.letter("w")]), (.resume, [.letter("b")]), (.mark, [.letter("v")]),
    (.days, [.letter("1")]), (.notes, [.letter("2")]), (.toDos, [.letter("3")]),
    (.commits, [.letter("4")]), (.search, [.letter("5")]),
    (.nextPanel, [.key(.tab)]), (.previousPanel, [.key(.backTab)]),
    (.full, [.letter("+"), .letter("_")]),
    (.yearSize, [.letter("z")]), (.measure, [.letter("f")]),
    (.log, [.letter("@")]), (.refresh, [.letter("r")]),
    (.mouse, [.letter("M"), .key(.control("t"))]), (.help, [.letter("?")]),
    (.redraw, [.key(.control("l"))]), (.suspend, [.key(.control("z"))]),
    (.quit, [.letter("q"), .key(.control("c"))]),
    (.today, [.letter("t")]),
    (.previousMonth, [.letter("H"), .letter("<")]), (.nextMonth, [.letter("L"), .letter(">")]),
    (.previousYear, [.letter("["), .letter("{")]), (.nextYear, [.letter("]"), .letter("}")]),
    (.down, [.letter("j"), .key(.down)]), (.up, [.letter("k"), .key(.up)]),
    (.left, [.letter("h"), .key(.left)]), (.right, [.letter("l"), .key(.right)]),
    (.pageDown, [.key(.pageDown), .key(.control("f"))]),
    (.pageUp, [.key(.pageUp), .key(.control("b"))]),
    (.halfDown, [.key(.control("d"))]), (.halfUp, [.key(.control("u"))]),
    (.nextSection, [.letter("J"), .letter(")")]), (.previousSection, [.letter("K"), .letter("(")]),
    (.first, [.letter("g"), .key(.home)]), (.last, [.letter("G"), .key(.end)]),
  ]

  private static let actions: [Press: BrowseAction] = {
    var actions: [Press: BrowseAction] = [:]
    for (action, presses) in bindings {
      for press in presses { actions[press] = action }
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
    let presses = bindings.first { $0.action == action }?.presses ?? []
    return presses.map { press in
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
