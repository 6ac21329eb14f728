import Arguments
import JSON
import Platform
import Synchronization
import Terminal
import TestSupport
import Testing

@testable import App
@testable import Commands
@testable import Context
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
    try sandbox.run("setup", "--defaults").expect(0)
    #expect(try config()["me.emails"] == ["me@example.com"])
    #expect(!File.exists(bashrc))
    try sandbox.run("setup", "--defaults").expect(0).expectExactly(error: "No changes.\n")
    #expect(try sandbox.json("setup", "--defaults")["settings"]?.array?.count == Setting.all.count)
  }

  @Test func `needs a terminal`() throws {
    for words in [["setup"], ["setup", "--no-input"], ["setup", "--json"]] {
      try sandbox.run(words).expect(2, error: "--defaults")
      #expect(!File.exists(sandbox.config))
    }
    #expect(try sandbox.run("setup", "--defaults", "--undo-shell").status == 2)
  }

  @Test func `saves each answer, and suggests it the next time`() throws {
    let user = ScriptedUser(
      lines: ["-", "mina@", "a@example.com,b@example.com", "dy zap", "", "37.57,126.98"])
    let outcome = try run("setup", "--offline", answering: user).expect(0)
    let saved = try config()
    #expect(saved["me.emails"] == ["a@example.com", "b@example.com"])
    #expect(saved["weather.place"] == "37.57,126.98")
    // These are refused with a reason, and asked for again.
    #expect(outcome.error.contains("me.emails cannot be set to “mina@”"))
    #expect(outcome.error.contains("“zap” is not in the list"))
    #expect(File.exists(bashrc))

    let before = try File.read(sandbox.config)
    let shell = try File.read(bashrc)
    let second = ScriptedUser(lines: Array(repeating: "", count: 3))
    try run("setup", "--offline", answering: second).expect(0, error: "Nothing to add to ~/.bashrc")
    #expect(second.prompts.contains { $0.contains("[37.57,126.98]") })
    #expect(second.prompts.count == 3, "\(second.prompts)")
    #expect(try File.read(sandbox.config) == before && File.read(bashrc) == shell)
  }

  @Test func `asks again for directories that do not exist`() throws {
    try sandbox.shell("mkdir \"$sandbox/home/src\"")
    let user = ScriptedUser(lines: ["~/scr", "~/src"])
    try run("setup", "--offline", answering: user).expect(error: "no such directory: ~/scr")
    #expect(try config()["clones.paths"] == ["~/src"])
  }

  /// A clone with commits by these authors, given as `name <address>`.
  private func clone(_ name: String, authors: [String], email: String? = nil) throws {
    try sandbox.shell("git init -q \"$sandbox/home/src/\(name)\"")
    for author in authors {
      try sandbox.shell(
        "git -C \"$sandbox/home/src/\(name)\" commit -q --allow-empty -m x --author '\(author)'")
    }
    guard let email else { return }
    try sandbox.shell("git -C \"$sandbox/home/src/\(name)\" config user.email \(email)")
  }

  @Test func `suggests the addresses in the clones that are likely the user's`() throws {
    sandbox.environment["GIT_CONFIG_COUNT"] = nil
    try sandbox.shell(
      "git config --global user.email me@example.com; git config --global user.name Mina")
    try clone("own", authors: ["Mina <old@example.com>", "Other <other@example.com>"])
    try clone("work", authors: ["Mina P <x@work.example>"], email: "me@work.example")
    let stranger = ["Mina <stranger@example.com>"]
    try clone("foreign", authors: stranger + Array(repeating: "A <a@example.com>", count: 12))
    try sandbox.run("setup", "--defaults").expect(0)
    #expect(try config()["clones.paths"] == ["~/src"])
    let found = ["me@example.com", "old@example.com", "me@work.example"]
    #expect(try config()["me.emails"] == .array(found.map { .string($0) }))
  }

  @Test func `what was answered stays if the input ends`() throws {
    try run("setup", "--offline", answering: ScriptedUser(lines: ["", "x@example.com"])).expect(0)
    #expect(try config()["me.emails"] == ["x@example.com"])
  }

  @Test(arguments: [nil, "alias x=y\n", "alias x=y"])
  func `undoes its lines in start files`(original: String?) throws {
    if let original {
      try File.writeAtomically(Array(original.utf8), to: bashrc, permissions: 0o640)
    }
    _ = try run("setup", "--offline", answering: ScriptedUser(lines: ["", "", "", ""]))
    let added = try sandbox.text(of: bashrc)
    for part in ["completion bash", "streak --short", "alias dy=", "alias jot=", "alias td="] {
      #expect(added.contains(part), "\(added)")
    }
    if original != nil { #expect(File.permissions(bashrc) == 0o640) }
    try sandbox.run("setup", "--undo-shell").expect(0, error: "~/.bashrc")
    #expect((try? sandbox.text(of: bashrc)) == original)
    #expect(try sandbox.run("setup", "--undo-shell").expect(0).error.hasPrefix("Nothing to undo"))
    #expect(try sandbox.json("setup", "--undo-shell") == ["changed": []])
  }

  @Test func `offers no short name that something has`() throws {
    try File.writeAtomically(Array("alias jot='jrnl'\n".utf8), to: bashrc)
    try sandbox.shell("mkdir \"$sandbox/bin\"")
    try ExecutableFile.write("#!/bin/sh\n", to: sandbox.file("bin/dy"))
    let path = sandbox.file("bin") + ":" + (sandbox.environment["PATH"] ?? "")
    let user = ScriptedUser(lines: Array(repeating: "", count: 4))
    let outcome = try run("setup", "--offline", answering: user, environment: ["PATH": path])
      .expect(error: "jot is not offered")
    #expect(outcome.error.contains(sandbox.file("bin/dy")), "\(outcome.testDescription)")
    let text = try sandbox.text(of: bashrc)
    #expect(!text.contains("alias dy") && !text.contains("commitdiary jot"), "\(text)")
  }

  @Test func `adds what is named to every shell, and nothing unasked later`() throws {
    let zshrc = sandbox.file("home/.zshrc")
    try File.writeAtomically([], to: zshrc)
    let none = try run("setup", "--offline", answering: ScriptedUser(lines: ["", "", "-", ""]))
      .expect(0)
    #expect(!File.exists(bashrc), "\(none.testDescription)")
    #expect(try File.read(zshrc) == [])
    try run("setup", "--offline", answering: ScriptedUser(lines: ["", "", "completion, dy", ""]))
      .expect(error: "source ~/.bashrc")
    for file in [bashrc, zshrc] {
      let text = try sandbox.text(of: file)
      #expect(text.contains("alias dy=") && text.contains("commitdiary completion"), "\(text)")
      #expect(!text.contains("alias td=") && !text.contains("streak"), "\(text)")
    }
    let before = try File.read(bashrc)
    let later = ScriptedUser(lines: ["", "", "", ""])
    #expect(try run("setup", "--offline", answering: later).status == 0)
    #expect(later.prompts.contains { $0.contains("[skip]") }, "\(later.prompts)")
    #expect(try File.read(bashrc) == before)
  }

  @Test func `shows what each answer changes, and ends with today's page`() throws {
    sandbox.environment["COMMITDIARY_NOW"] = "2026-11-21T09:00:00Z"
    sandbox.environment["GIT_AUTHOR_DATE"] = "2026-11-20T09:00:00Z"
    try clone("own", authors: ["Mina <old@example.com>"])
    let user = ScriptedUser(lines: ["~/src", "old@example.com", "-", ""])
    let outcome = try run("setup", "--offline", answering: user).expect(0)
    // The year of the clones, then with the commits of the address.
    let titles = outcome.output.split(separator: "\n").filter { $0.contains(" commit") }
    #expect(titles.first?.contains("0") == true, "\(outcome.output)")
    #expect(titles.dropFirst().first?.contains("1") == true, "\(outcome.output)")
    #expect(outcome.output.contains("Good"), "\(outcome.output)")
    for step in ["theme list", "config set day.endsAt", "browse"] {
      #expect(outcome.error.contains("commitdiary \(step)"), "\(outcome.error)")
    }
    #expect(!outcome.error.contains("source "), "\(outcome.error)")
  }

  @Test func `without an address, no year is shown before the question about it`() throws {
    sandbox.environment["GIT_CONFIG_COUNT"] = nil
    try clone("own", authors: ["Mina <me@example.com>"])
    try run(
      "setup", "--offline", answering: ScriptedUser(lines: ["~/src", "me@example.com", "-", ""])
    ).expect(output: "own", without: "user.email")
  }

  @Test func `accepted at the start, it shows today's page once`() throws {
    sandbox.environment["COMMITDIARY_NOW"] = "2026-11-21T09:00:00+09:00"
    let user = ScriptedUser(lines: [], confirmed: true)
    #expect(try run("--offline", answering: user).output.ranges(of: "Good ").count == 1)
  }

  @Test func `is offered once`() throws {
    let no = ScriptedUser(lines: [], confirmed: false)
    let outcome = try run(answering: no).expect(0, error: "commitdiary setup")
    #expect(no.prompts.count == 1, "\(outcome.testDescription)")
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
  private let state: Mutex<(lines: [String], prompts: [String])>
  private let isConfirmed: Bool

  init(lines: [String], confirmed isConfirmed: Bool = false) {
    state = Mutex((lines: lines, prompts: []))
    self.isConfirmed = isConfirmed
  }

  var prompts: [String] { state.withLock { $0.prompts } }

  func confirm(
    prompt: String, defaultAnswer: Bool, yes: [String], no: [String]
  ) throws(TerminalError) -> Bool? {
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
    .cancelled
  }

  func edit(
    _ words: [String], in directory: String?, environment: Environment
  ) async throws(ChildError) -> ChildStatus { .exited(1) }
}
