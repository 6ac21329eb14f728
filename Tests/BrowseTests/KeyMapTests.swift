import Diary
import Localization
import Terminal
import Testing

@testable import Browse
@testable import Context

@Suite struct KeyMapTests {
  @Test func `binds every action, and no key twice`() {
    let bound = KeyMap.standard.bindings.map(\.action)
    #expect(Set(bound) == Set(BrowseAction.allCases))
    #expect(bound.count == Set(bound).count)
    let presses = KeyMap.standard.bindings.flatMap(\.presses)
    #expect(presses.count == Set(presses).count)
  }

  @Test(arguments: [
    (Key.text("j"), [BrowseAction.down]), (.text("ㅓ"), [.down]), (.textWithKey("о", "j"), [.down]),
    (.textWithKey("j", "c"), [.down]), (.down, [.down]), (.text(" "), [.finish]),
    (.text("한"), [.first]),
    (.control("c"), [.quit]), (.pasted("q"), []), (.unknown, []),
  ])
  func `finds the actions of a key`(key: Key, actions: [BrowseAction]) {
    #expect(KeyMap.standard.actions(for: key).prefix(actions.count) == actions[...])
    if actions.isEmpty { #expect(KeyMap.standard.actions(for: key).isEmpty) }
  }

  private func keys(
    _ keys: [String: [String]], _ commands: [String: BrowseCommandSetting] = [:]
  ) -> KeyMap {
    KeyMap(keys: keys, commands: commands)
  }

  private func said(_ problems: [Message]) -> [String] {
    problems.map { Reader(.english).say($0) }
  }

  @Test func `keys of the settings take the place of others`() {
    let keys = keys(["undo": ["X", "Ctrl-Y"], "delete": ["u"]])
    #expect(said(keys.problems) == [])
    #expect(keys.actions(for: .text("X")) == [.undo])
    #expect(keys.actions(for: .control("y")) == [.undo])
    #expect(keys.actions(for: .text("u")) == [.delete])
    #expect(keys.actions(for: .text("d")) == [])
    #expect(keys.names(of: .undo, unicode: true) == ["X", "Ctrl-Y"])
    // Another action keeps what is left of its keys.
    let moved = self.keys(["why": ["j"]])
    #expect(moved.actions(for: .down) == [.down])
    #expect(moved.actions(for: .text("j")) == [.why])
  }

  @Test(arguments: [
    (["undo": ["x"], "redo": ["x"]], "browse.keys: “x” is unknown or already in use (redo)"),
    (["undo": ["two"]], "browse.keys: “two” is unknown or already in use (undo)"),
    (["undoo": ["x"]], "browse.keys: “undoo” is unknown or already in use (undo)"),
    (["why": ["e"]], "browse.keys: “e” is unknown or already in use (edit)"),
  ])
  func `names a clash, and every action keeps a key`(typed: [String: [String]], problem: String) {
    let keys = keys(typed)
    #expect(said(keys.problems) == [problem])
    for binding in keys.bindings {
      let acts = binding.presses.contains { press in
        switch press {
        case .letter(let letter): keys.actions(for: .text(String(letter))) == [binding.action]
        case .key(let key): keys.actions(for: key) == [binding.action]
        }
      }
      #expect(acts, "\(binding.action)")
    }
  }

  @Test func `a command runs on what is selected, without a shell`() {
    var state = BrowseStage.state()
    var settings = Settings()
    settings.browseCommands = [
      "X": BrowseCommandSetting(name: "Show in tig", words: ["tig", "show", "{sha}; rm -r {day}"]),
      "W": BrowseCommandSetting(
        name: "Week", words: ["commitdiary", "digest", "--since", "{day}"]),
    ]
    state.takeKeys(of: settings)
    #expect(BrowseStage.press(&state, .text("X")) == [])
    #expect(state.remark?.isFailure == true)
    #expect(
      BrowseStage.press(&state, .text("W")) == [.show(["digest", "--since", "2026-11-21"])])
    BrowseStage.press(&state, .text("4"))
    state.apply(BrowseStage.commits([BrowseStage.commit]))
    let sha = BrowseStage.commit.commit.sha
    #expect(
      BrowseStage.press(&state, .text("X"))
        == [.runProgram(["tig", "show", "\(sha); rm -r \(state.day)"])])
    BrowseStage.press(&state, .text("?"), .text("tig"))
    #expect(BrowseStage.lines(state).contains { $0.contains("Show in tig") })
    #expect(
      BrowseStage.press(&state, .enter)
        == [.runProgram(["tig", "show", "\(sha); rm -r \(state.day)"])])
  }

  @Test func `the settings are read from JSON`() throws {
    let text =
      #"{"browse": {"keys": {"undo": "x", "redo": ["X", "Ctrl-Y"]}, "commands": "#
      + #"{"T": "tig show {sha}", "V": {"name": "View", "run": "less 'a b'"}}}}"#
    let file = try ConfigFile(Array(text.utf8), at: "config.json")
    let settings = try Settings(file)
    #expect(settings.browseKeys == ["undo": ["x"], "redo": ["X", "Ctrl-Y"]])
    #expect(settings.browseCommands["T"]?.words == ["tig", "show", "{sha}"])
    #expect(settings.browseCommands["V"]?.name == "View")
    #expect(settings.browseCommands["V"]?.words == ["less", "a b"])
  }
}
