import Arguments
import Context
import Diary
import Journal
import Localization
import Terminal

/// A command of the user's, with its key.
struct OwnCommand: Hashable, Sendable {
  var press: KeyMap.Press
  var name: String
  /// The words, with `{day}`, `{note}`, `{sha}` and `{repo}` in them.
  var words: [String]
}

extension KeyMap {
  /// The keys with those of the settings. A key of the settings is taken from the action that has it
  /// otherwise, unless that would have none.
  init(keys: [String: [String]], commands: [String: BrowseCommandSetting]) {
    var owners: [Press: String] = [:]
    func claim(_ typed: String, for owner: String, in setting: String) -> Press? {
      guard let press = Self.press(named: typed) else {
        problems.append(.browseKeyClash(setting: setting, key: typed, other: owner))
        return nil
      }
      if let other = owners[press] {
        problems.append(.browseKeyClash(setting: setting, key: typed, other: other))
        return nil
      }
      owners[press] = owner
      return press
    }
    var chosen: [BrowseAction: [Press]] = [:]
    for (name, typed) in keys.sorted(by: { $0.key < $1.key }) {
      guard let action = BrowseAction(rawValue: name) else {
        let known = BrowseAction.allCases.map(\.rawValue)
        let nearest = Spelling.nearest(to: name, in: known) ?? known.joined(separator: ", ")
        problems.append(.browseKeyClash(setting: "browse.keys", key: name, other: nearest))
        continue
      }
      chosen[action] = typed.compactMap { claim($0, for: name, in: "browse.keys") }
    }
    for (key, command) in commands.sorted(by: { $0.key < $1.key }) {
      guard let press = claim(key, for: command.name, in: "browse.commands") else { continue }
      own.append(OwnCommand(press: press, name: command.name, words: command.words))
    }
    func presses(of binding: Binding) -> [Press] {
      let presses = chosen[binding.action] ?? []
      return presses.isEmpty ? binding.presses.filter { owners[$0] == nil } : presses
    }
    // Every action can be reached: one that has lost all of its keys gets the first one back.
    while let binding = bindings.first(where: { presses(of: $0).isEmpty }) {
      let lost = binding.presses[0]
      let isCommand = own.contains { $0.press == lost }
      problems.append(
        .browseKeyClash(
          setting: isCommand ? "browse.commands" : "browse.keys",
          key: Self.name(of: lost, unicode: false), other: binding.action.rawValue))
      owners[lost] = nil
      own.removeAll { $0.press == lost }
      for action in chosen.keys { chosen[action]?.removeAll { $0 == lost } }
    }
    for index in bindings.indices { bindings[index].presses = presses(of: bindings[index]) }
    index()
  }

  /// A key as it is typed in the settings: a character, or a name such as `Ctrl-X` and `F1`.
  static func press(named typed: String) -> Press? {
    if typed.lowercased() == "space" { return .letter(" ") }
    if typed.count == 1, let letter = typed.first, letter.isASCII { return .letter(letter) }
    let parts = typed.lowercased().split(separator: "-", omittingEmptySubsequences: false)
    if parts.count == 2, parts[0] == "ctrl", let letter = parts[1].first, parts[1].count == 1,
      ("a"..."z").contains(letter)
    {
      return .key(.control(letter))
    }
    let named: [Key] = [
      .enter, .tab, .backTab, .escape, .delete, .up, .down, .left, .right, .pageUp, .pageDown,
      .home, .end, .f1, .shiftUp, .shiftDown,
    ]
    return named.first { name(of: .key($0), unicode: false).lowercased() == typed.lowercased() }
      .map(Press.key)
  }

  /// The user's command for a key.
  func command(for key: Key) -> OwnCommand? {
    let presses = presses(of: key)
    return own.first { presses == [$0.press] }
  }
}

extension BrowseState {
  /// Takes the keys of the settings, and says what is wrong in them.
  mutating func takeKeys(of settings: Settings) {
    guard !settings.browseKeys.isEmpty || !settings.browseCommands.isEmpty else { return }
    keys = KeyMap(keys: settings.browseKeys, commands: settings.browseCommands)
    remark = keys.problems.first.map { Remark(text: reader.say($0), isFailure: true) }
  }

  /// Runs a command of the user's on what is selected.
  mutating func run(_ command: OwnCommand) -> [BrowseEffect] {
    var words: [String] = []
    let values: [(String, String?)] = [
      ("{day}", "\(day)"), ("{note}", selectedNote?.shortID), ("{sha}", shaForWhy),
      ("{repo}", (selectedCommit?.repository ?? selectedNote?.repository)?.shortName),
    ]
    for word in command.words {
      var word = word
      for (name, value) in values where word.contains(name) {
        guard let value else {
          remark = Remark(text: reader.say(.browseNotHere), isFailure: true)
          return []
        }
        word = word.split(separator: name, omittingEmptySubsequences: false)
          .joined(separator: value)
      }
      words.append(word)
    }
    guard words.first == "commitdiary" else { return [.runProgram(words)] }
    words.removeFirst()
    return [usesTerminal(words) ? .runOnTerminal(words) : .show(words)]
  }
}
