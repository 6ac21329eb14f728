import Diary
import Localization

/// A command line of the program, as far as the screen has to know it: whether it needs the terminal
/// and how it is undone.
struct TypedCommand: Hashable, Sendable {
  let words: [String]
  /// The name of the command and of its subcommand.
  private let name: String
  private let group: String

  init(_ words: [String]) {
    self.words = words
    name = words.first ?? ""
    let second = words.dropFirst().first ?? ""
    group = second.hasPrefix("-") ? "" : second
  }

  private func has(_ options: String...) -> Bool {
    words.contains { word in options.contains { word == $0 || word.hasPrefix($0 + "=") } }
  }

  /// The operands after the command, without options. `nil` if an option with a value makes that
  /// unsure.
  private var operands: [String]? {
    let rest = words.dropFirst(2)
    if rest.first == "--" { return Array(rest.dropFirst()) }
    return rest.contains { $0.hasPrefix("-") && $0 != "--yes" && $0 != "-y" }
      ? nil : rest.filter { !$0.hasPrefix("-") }
  }

  /// Whether the command asks questions or opens an editor.
  var usesTerminal: Bool {
    switch (name, group) {
    case ("diary", "write"): !has("--body", "-b", "--file", "-F")
    case ("diary", "edit"): !has("--tag", "--untag")
    case ("notes", "edit"):
      !has("--body", "-b", "--file", "-F", "--title", "-t", "--tag", "--untag")
    case ("notes", "add"): (operands ?? []).isEmpty && !has("--body", "-b", "--file", "-F")
    case ("notes", "delete"), ("diary", "delete"), ("tags", "rename"): !has("--yes", "-y")
    case ("config", "edit"), ("config", "set"): true
    case ("login", _), ("logout", _), ("setup", _), ("open", _): true
    case ("jot", _): words.count == 1
    default: false
    }
  }

  /// Whether the command leaves the texts of the user as they are.
  var isReading: Bool {
    switch name {
    case "notes":
      ["", "list", "ls", "show", "search", "history", "share", "mirror"].contains(group)
    case "diary": ["", "list", "ls", "show", "search", "history", "share"].contains(group)
    case "todo": ["", "list", "ls", "history", "export"].contains(group)
    case "tags": ["", "list", "ls"].contains(group)
    case "jot": has("--help", "-h")
    default: true
    }
  }

  /// The change, if its undo follows from the words alone.
  var change: Change? {
    guard let operands, !operands.isEmpty else { return nil }
    func toDos(_ inverse: String) -> Change? {
      // Ranges and numbers mean the same until the list changes.
      Change(words: words, undo: ["todo", inverse] + operands)
    }
    switch (name, group) {
    case ("todo", "done"): return toDos("undo")
    case ("todo", "undo"): return toDos("done")
    case ("todo", "delete"), ("todo", "rm"):
      // Deleted to-dos are named by id only.
      return operands.allSatisfy { !$0.utf8.allSatisfy { $0 < 0x3A } } ? toDos("restore") : nil
    case ("todo", "restore"): return toDos("delete")
    case ("todo", "add"):
      return Change(
        words: words, undo: ["todo", "delete", Change.id], redo: ["todo", "restore", Change.id])
    case ("notes", "add"):
      return Change(
        words: words, undo: ["notes", "delete", Change.id, "--yes"],
        redo: ["notes", "restore", Change.id])
    case ("notes", "delete"), ("notes", "rm"):
      return Change(words: words, undo: ["notes", "restore"] + operands)
    case ("diary", "delete"), ("diary", "rm"):
      return Change(words: words, undo: ["diary", "restore"] + operands)
    default: return nil
    }
  }
}

/// A text with versions, which a command may change.
enum EditedText: Hashable, Sendable {
  case entry(Day)
  case note(id: String)

  /// The text that a command changes; `nil` if it changes none, or if the words do not say which.
  init?(_ words: [String], today: Day, day: (String) -> Day?) {
    let command = words.prefix(2)
    let first = words.dropFirst(2).first { !$0.hasPrefix("-") }
    switch command {
    case ["diary", "write"], ["diary", "edit"], ["diary", "restore"]:
      guard let first, !words.dropFirst(2).starts(with: ["--body"]) else {
        self = .entry(today)
        return
      }
      guard let day = day(first) else { return nil }
      self = .entry(day)
    case ["notes", "edit"], ["notes", "move"], ["notes", "detach"], ["notes", "restore"]:
      guard let first else { return nil }
      self = .note(id: first)
    default:
      guard words.first == "jot" else { return nil }
      guard let place = words.firstIndex(of: "--at") else {
        self = .entry(today)
        return
      }
      // Another time of today is not a day.
      self = .entry(words.dropFirst(place + 1).first.flatMap(day) ?? today)
    }
  }

  /// The command that restores a version; 0 is a day without an entry.
  func restoring(_ version: Int) -> [String]? {
    switch self {
    case .entry(let day):
      if version == 0 { return ["diary", "delete", "\(day)", "--yes"] }
      return ["diary", "restore", "\(day)", "--version", "\(version)"]
    case .note(let id):
      return version == 0 ? nil : ["notes", "restore", id, "--version", "\(version)"]
    }
  }
}
