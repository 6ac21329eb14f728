import Arguments
import JSON
import Platform
import Synchronization
import Terminal
import Testing

@testable import App
@testable import Commands
@testable import ProgramSupport

/// `setup`, answered by a value in place of a user.
@Suite(.inProcess) struct SetupTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: nil)
    sandbox.environment["SHELL"] = "/bin/bash"
    sandbox.environment["GIT_CONFIG_COUNT"] = "2"
    sandbox.environment["GIT_CONFIG_KEY_0"] = "user.email"
    sandbox.environment["GIT_CONFIG_VALUE_0"] = "me@example.com"
    sandbox.environment["GIT_CONFIG_KEY_1"] = "user.name"
    sandbox.environment["GIT_CONFIG_VALUE_1"] = "저자"
  }

  private var bashrc: String { sandbox.file("home/.bashrc") }

  /// Runs the program in an interactive session.
  private func run(
    _ words: String..., answering user: ScriptedUser, environment: [String: String] = [:]
  ) throws -> Outcome {
    try InProcessLauncher { process in
      process.prompter = user
      process.streams.isTerminal = { _ in true }
      process.streams.size = { _ in (80, 24) }
    }.run(
      words, environment: sandbox.environment.adding(environment), input: nil,
      in: sandbox.directory)
  }

  private func config() throws -> JSONValue { try JSONParser.parse(File.read(sandbox.config)) }

  @Test func `takes the suggestions without asking`() throws {
    let outcome = try sandbox.run("setup", "--defaults")
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    #expect(try config()["graph.emails"] == ["me@example.com"])
    #expect(!File.exists(bashrc))
    let again = try sandbox.run("setup", "--defaults")
    #expect(again.status == 0 && again.error == "Nothing to change.\n")
    let json = try sandbox.run("setup", "--defaults", "--json").json()
    #expect(json["settings"]?.array?.count == Setting.all.count)
  }

  @Test func `needs a terminal`() throws {
    for words in [["setup"], ["setup", "--no-input"], ["setup", "--json"]] {
      let outcome = try sandbox.run(words)
      #expect(outcome.status == 2 && outcome.error.contains("--defaults"))
      #expect(!File.exists(sandbox.config))
    }
    #expect(try sandbox.run("setup", "--defaults", "--undo-shell").status == 2)
  }

  @Test func `saves each answer, and suggests it the next time`() throws {
    let hasClones = (try? Setting(typed: "clones.paths")) != nil
    let clones = hasClones ? ["-"] : []
    let user = ScriptedUser(
      lines: ["a@example.com,b@example.com"] + clones + ["37.57,126.98", "9", "4"],
      picks: ["viridis"], confirmed: true)
    let outcome = try run("setup", "--offline", answering: user)
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    let saved = try config()
    #expect(saved["graph.emails"] == ["a@example.com", "b@example.com"])
    #expect(saved["weather.place"] == "37.57,126.98")
    #expect(saved["graph.theme"] == "viridis" && saved["day.endsAt"] == 4)
    // 9 is refused with a reason, and asked for again.
    #expect(outcome.error.contains("day.endsAt cannot be set to “9”"))
    #expect(File.exists(bashrc))

    let before = try File.read(sandbox.config)
    let shell = try File.read(bashrc)
    let second = ScriptedUser(
      lines: Array(repeating: "", count: 3 + clones.count), picks: ["viridis"], confirmed: true)
    #expect(try run("setup", "--offline", answering: second).status == 0)
    #expect(second.prompts.contains { $0.contains("[37.57,126.98]") })
    #expect(second.prompts.contains { $0.contains("[4]") })
    #expect(try File.read(sandbox.config) == before && File.read(bashrc) == shell)
  }

  @Test func `what was answered stays if the input ends`() throws {
    let outcome = try run(
      "setup", "--offline", answering: ScriptedUser(lines: ["x@example.com"]))
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    #expect(try config()["graph.emails"] == ["x@example.com"])
  }

  @Test(arguments: [nil, "alias x=y\n", "alias x=y"])
  func `undoes its lines in start files`(original: String?) throws {
    if let original {
      try File.writeAtomically(Array(original.utf8), to: bashrc, permissions: 0o640)
    }
    let user = ScriptedUser(
      lines: Array(repeating: "", count: 5), picks: [], confirmed: true)
    _ = try run("setup", "--offline", answering: user)
    let added = try sandbox.text(of: bashrc)
    #expect(added.contains("completion bash") && added.contains("streak --short"))
    if original != nil { #expect(File.permissions(bashrc) == 0o640) }
    let outcome = try sandbox.run("setup", "--undo-shell")
    #expect(outcome.status == 0 && outcome.error.contains("~/.bashrc"))
    #expect((try? sandbox.text(of: bashrc)) == original)
    let again = try sandbox.run("setup", "--undo-shell")
    #expect(again.status == 0 && again.error.hasPrefix("Nothing to undo"))
    #expect(try sandbox.run("setup", "--undo-shell", "--json").json() == ["changed": []])
  }

  @Test func `declined lines are not added`() throws {
    let user = ScriptedUser(
      lines: Array(repeating: "", count: 5), picks: [], confirmed: false)
    #expect(try run("setup", "--offline", answering: user).status == 0)
    #expect(!File.exists(bashrc))
  }

  @Test func `is offered once`() throws {
    let no = ScriptedUser(lines: [], confirmed: false)
    let outcome = try run(answering: no)
    #expect(outcome.status == 0 && no.prompts.count == 1, "\(outcome.testDescription)")
    #expect(outcome.error.contains("commitdiary setup"))
    let again = ScriptedUser(lines: [], confirmed: true)
    #expect(try run(answering: again).status == 0 && again.prompts == [])
  }

  @Test func `is not offered where nothing can be asked or where it was used before`() throws {
    #expect(try sandbox.run([]).status == 0)
    #expect(!File.exists(sandbox.file("state/commitdiary/setup-offered")))
    try sandbox.run("todo", "add", "x")
    let user = ScriptedUser(lines: [], confirmed: true)
    #expect(try run(answering: user).status == 0 && user.prompts == [])
    let named = ScriptedUser(lines: [], confirmed: true)
    #expect(try run("today", answering: named).status == 0 && named.prompts == [])
  }
}

/// A user with prepared answers. Without further lines, the input ends.
private final class ScriptedUser: Prompter {
  private struct State {
    var lines: [String]
    var picks: [String]
    var prompts: [String] = []
  }

  private let state: Mutex<State>
  private let isConfirmed: Bool

  init(lines: [String], picks: [String] = [], confirmed isConfirmed: Bool = false) {
    state = Mutex(State(lines: lines, picks: picks))
    self.isConfirmed = isConfirmed
  }

  var prompts: [String] { state.withLock { $0.prompts } }

  func confirm(prompt: String, yes: [String], no: [String]) throws(TerminalError) -> Bool? {
    state.withLock { $0.prompts.append(prompt) }
    return isConfirmed
  }

  func edit(_ line: LineEditor, on screen: Screen) throws(TerminalError) -> LineAnswer {
    .interrupted("")
  }

  func ask(prompt: String) throws(TerminalError) -> String? {
    state.withLock { state in
      state.prompts.append(prompt)
      return state.lines.isEmpty ? nil : state.lines.removeFirst()
    }
  }

  func askSecret(prompt: String) throws(TerminalError) -> String? { nil }

  func pick(_ picker: Picker, on screen: Screen) throws(TerminalError) -> PickerOutcome {
    state.withLock { state in
      guard !state.picks.isEmpty else { return .cancelled }
      let name = state.picks.removeFirst()
      return picker.items.first { $0.searchText == name }.map { .picked($0.id) } ?? .cancelled
    }
  }

  func edit(
    _ words: [String], in directory: String?, environment: Environment
  ) async throws(ChildError) -> ChildStatus { .exited(1) }
}
