import Browse
import JSON
import Platform
import Synchronization
import Terminal
import Testing

@testable import App
@testable import Commands
@testable import Context
@testable import ProgramSupport

/// What `browse` says where there is no screen to fill, and what it knows of commands.
@Suite(.inProcess) struct BrowseTests {
  @Test(arguments: [[], ["--json"], ["yesterday"], ["--no-input"]])
  func `needs a terminal`(words: [String]) throws {
    try Sandbox(clone: nil).run(["browse"] + words).expect(2, error: "browse needs a terminal")
      .expectExactly(output: "")
  }

  @Test(arguments: [
    ("diary write", true), ("diary write yesterday --body hi", false), ("notes add", true),
    ("notes add why it broke", false), ("notes add why --tag perf", false),
    ("notes edit 7kq2", true), ("notes edit 7kq2 --tag perf", false), ("notes rm 7kq2", true),
    ("notes delete 7kq2 --yes", false), ("digest", false), ("config edit", true), ("jot", true),
    ("jot a line", false), ("login", true), ("todo done 2", false), ("notes edit --oops", false),
  ])
  func `knows which commands use the terminal`(line: String, usesTerminal: Bool) throws {
    let process = ProcessContext(environment: Environment(["HOME": "/nonexistent"]))
    let commands = BrowseCommands(app: try App(RunOptions(), in: process))
    let words = line.split(separator: " ").map(String.init)
    #expect(commands.usesTerminal(words) == usesTerminal)
  }
}

/// `browse --plain` with typed lines, in the test process.
@Suite(.inProcess) struct BrowsePlainTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: "git@github.com:octocat/hello.git")
    try sandbox.run("diary", "write", "--body", "A steady day")
    try sandbox.run("diary", "write", "yesterday", "--body", "The day before")
    try sandbox.run("notes", "add", "--title", "Why it is cached", "--body", "It was slow.")
    try sandbox.run("todo", "add", "Measure the cache")
  }

  /// What is printed for the lines, and the questions.
  private func browse(
    _ lines: [String], options: [String] = [], environment: [String: String] = [:]
  ) throws -> (shown: String, prompts: TypedLines) {
    let prompts = TypedLines(lines)
    let outcome = try InProcessLauncher { process in
      process.browser = Browser()
      process.prompter = prompts
      process.streams.isTerminal = { _ in true }
      process.streams.size = { _ in (80, 24) }
    }.run(
      ["browse", "--plain"] + options,
      environment: sandbox.environment.adding(environment), input: nil, in: sandbox.directory
    ).expect(0)
    #expect(prompts.isEmpty)
    return (outcome.output + outcome.error, prompts)
  }

  private func texts(_ words: String..., key: String) throws -> [String] {
    let found = try sandbox.json(words)
    return (found[key]?.array ?? []).compactMap { ($0["text"] ?? $0["body"])?.string }
  }

  @Test func `a menu is printed, and asks for a number`() throws {
    let id = try #require(sandbox.json("todo", "list")["todos"]?.array?.first?["id"]?.string)
    // Any other line closes it, and is no key.
    let shown = try browse(["3", "y", "2", "y", "j", "q"]).shown
    #expect(shown.components(of: "1  Text") == 2, "\(shown)")
    #expect(shown.contains("\n\(id.prefix(4))"), "\(shown)")
  }

  @Test func `prints the page, and a page for each day`() throws {
    let shown = try browse(["k", "", "t", "j 3", "q"]).shown
    #expect(shown.components(of: "A steady day") == 2)
    #expect(shown.components(of: "The day before") == 2)
    #expect(!shown.contains("\u{1B}[?"))
    #expect(!shown.contains("\u{1B}[H"))
  }

  @Test func `ends with the input`() throws {
    #expect(try browse([]).shown.contains("A steady day"))
  }

  @Test func `adds, completes, moves, edits and deletes to-dos`() throws {
    let shown = try browse([
      "a Buy milk", "3", "j", ".", ".", "m tomorrow", "u", "U", "3", "e Buy two milks", "q",
    ]).shown
    #expect(shown.contains("Added: Buy milk"))
    let all = try sandbox.run("todo", "list", "--since", "today", "--until", "tomorrow", "--json")
      .expect(output: "Measure the cache", "milk")
    _ = try browse(["3", "d", "q"])
    let left = try sandbox.run("todo", "list", "--since", "today", "--until", "tomorrow", "--json")
    #expect(left.output != all.output)
    _ = try browse(["3", "d", "u", "q"])
  }

  @Test func `adds a line, undoes and does it again`() throws {
    let shown = try browse(["i A thought", "u", "U", "@", "q"]).shown
    #expect(shown.contains("commitdiary jot -- 'A thought'"))
    #expect(try texts("diary", "list", key: "entries").contains { $0.contains("A thought") })
  }

  @Test func `asks for the text that a key needs`() throws {
    let (shown, prompts) = try browse(["a", "Buy milk", "i", "", "q"])
    #expect(shown.contains("Added: Buy milk"))
    #expect(prompts.questions.contains { $0.contains("To-do:") })
  }

  @Test func `lists notes, searches and opens pages`() throws {
    let shown = try browse(["2", "o", "/cached", "/nothing at all", "5", "1", "q"]).shown
    #expect(shown.contains("> "))
    #expect(shown.components(of: "Why it is cached") >= 2)
  }

  @Test func `runs commands and finds days`() throws {
    let shown = try browse([
      "tags", "yesterday", ":todo list", "nonsense", "commitdiary streak", "q",
    ])
    .shown
    #expect(shown.contains("The day before"))
    #expect(shown.contains("Measure the cache"))
    #expect(shown.contains("Neither a day nor a command: nonsense"))
  }

  @Test func `opens the editor and undoes what was written`() throws {
    #expect(try browse(["e", "u", "q"]).shown.contains("A steady day"))
    #expect(try !texts("diary", "list", key: "entries").contains { $0.contains("the editor") })
  }

  @Test func `every key of the screen is safe to type`() throws {
    let keys = "?jkhlgGHL[]{}t12345+/nN:dcowsryM@.U u".map(String.init)
    _ = try browse(keys.flatMap { [$0, ""] } + ["q"])
  }

  @Test(arguments: [
    ("ko_KR.UTF-8", "ㅂ", "할 일"), ("ja_JP.UTF-8", "た", "ToDo"), ("C", "q", "To-dos"),
  ])
  func `speaks the language and takes its keys`(language: String, quit: String, word: String) throws
  {
    let shown = try browse(["?", "3", quit], environment: Locales.language(language)).shown
    #expect(shown.contains(word))
    if language == "C" { #expect(shown.utf8.allSatisfy { $0 < 0x80 }) }
  }
}

/// A user who types these lines, and whose editor adds a line to each text.
private final class TypedLines: Prompter {
  private let lines: Mutex<[String]>
  private let asked = Mutex<[String]>([])

  init(_ lines: [String]) { self.lines = Mutex(lines) }

  var isEmpty: Bool { lines.withLock(\.isEmpty) }
  var questions: [String] { asked.withLock { $0 } }

  func ask(prompt: String) throws(TerminalError) -> String? {
    asked.withLock { $0.append(prompt) }
    return lines.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  func confirm(
    prompt: String, defaultAnswer: Bool, yes: [String], no: [String]
  ) throws(TerminalError) -> Bool? { true }

  func askSecret(prompt: String) throws(TerminalError) -> String? { throw .noTerminal }

  func edit(_ line: LineEditor, on screen: Screen) throws(TerminalError) -> LineAnswer {
    .interrupted("")
  }

  func pick(_ picker: Picker, on screen: Screen) throws(TerminalError) -> PickerOutcome {
    throw .noTerminal
  }

  func edit(
    _ words: [String], in directory: String?, environment: Environment
  ) async throws(ChildError) -> ChildStatus {
    guard let path = words.last, let text = try? File.read(path) else { return .exited(1) }
    try? File.write(text + Array("\nfrom the editor\n".utf8), to: path)
    return .exited(0)
  }
}

extension String {
  fileprivate func components(of word: String) -> Int {
    split(separator: word, omittingEmptySubsequences: false).count - 1
  }
}
