import Glibc
import JSON
import Platform
import SQLite
import StandIn
import Terminal
import TestSupport
import Testing

@testable import ProgramSupport

/// How a graph looks on terminals of every kind, and elsewhere.
@Suite struct GraphRenderingProcessTests {
  private let stage: YearOfCommits
  private var sandbox: Sandbox { stage.sandbox }

  init() throws { stage = try YearOfCommits() }

  private func graph(_ words: String..., environment: [String: String] = [:]) throws -> String {
    try stage.graph(words, environment: environment)
  }

  // MARK: On a terminal

  @Test(arguments: [20, 80])
  func `no line exceeds the terminal`(columns: Int) throws {
    try sandbox.run("config", "set", "terminal.background", "dark")
    var script = "cd \"$sandbox/clone\"\n"
    for language in YearOfCommits.languages {
      for style in YearOfCommits.styles {
        script += "LANG=\(language) \"$commitdiary\" graph --no-pager --style \(style)\n"
      }
    }
    let window = try TmuxWindow(
      script + "echo end; sleep 60", in: sandbox, columns: columns, rows: 30)
    try window.wait(for: "end")
    // A wrapped line is one line in the joined output, and several in the other.
    let shown = try window.history(withStyles: true).split(separator: "\n")
    let whole = try window.history(withStyles: true, joined: true).split(separator: "\n")
    #expect(shown.count == whole.count && shown.count > 100, "\(shown)")
  }

  @Test(arguments: [(120, false, ""), (80, true, ""), (40, true, "for more.")])
  func `without a chosen style, a year is compact where blocks do not fit`(
    columns: Int, isCompact: Bool, hint: String
  ) throws {
    try sandbox.run("config", "set", "terminal.background", "dark")
    func screen(_ words: String) throws -> String {
      let window = try TmuxWindow(
        "cd \"$sandbox/clone\"; \"$commitdiary\" graph --no-pager \(words); echo end; sleep 60",
        in: sandbox, columns: columns, rows: 40)
      return try window.wait(for: "end")
    }
    let graph = try screen("")
    #expect(graph.contains { "▀▄".contains($0) } == isCompact, "\(graph)")
    #expect(graph.contains("Showing days since") == !hint.isEmpty, "\(graph)")
    #expect(hint.isEmpty || graph.contains(hint), "\(graph)")
    let blocks = try screen("--style block")
    #expect(!blocks.contains { "▀▄".contains($0) }, "\(blocks)")
    #expect(blocks.contains("for more.") == isCompact, "\(blocks)")
    try sandbox.run("config", "set", "graph.style", "dots")
    #expect(try screen("").contains("◼"))
  }

  // MARK: Colors

  @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]])
  func `a terminal without colors shows digits`(variables: [String: String]) throws {
    try sandbox.onTerminal(["graph"], environment: variables, in: sandbox.file("clone"))
      .expect(0, output: ". = 0", without: "\u{1B}[4", "8;5;")
  }
}

/// The commands for themes, and the effect of a theme on the output.
@Suite struct ThemeProcessTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(at: GitHubStage.now)
    try sandbox.shell("git config user.email author@example.com")
  }

  /// Everything that is sent to a terminal while a command line runs.
  private func sent(_ line: String, to terminal: TmuxWindow) throws -> String {
    // There is no file yet if the terminal was just started.
    let before = (try? terminal.sent().count) ?? 0
    try terminal.run(line)
    // The file may be written later than the screen.
    let end = ContinuousClock.now + Sandbox.timeout
    while true {
      let bytes = (try? terminal.sent().dropFirst(before)) ?? []
      let sent = String(decoding: bytes, as: UTF8.self)
      if sent.contains("finished ") { return sent }
      try #require(ContinuousClock.now < end, "\(sent.debugDescription)")
      usleep(10_000)
    }
  }

  @Test func `asks a terminal for its background unless it is set`() throws {
    let question = "\u{1B}]11;?"
    let terminal = try TmuxWindow(shellIn: sandbox)
    for line in ["graph", "streak", "theme preview"] {
      #expect(
        try sent("$commitdiary \(line) --no-pager", to: terminal).contains(question), "\(line)")
    }
    for line in [
      "TERM=dumb $commitdiary graph", "NO_COLOR=1 $commitdiary graph",
      "$commitdiary graph --color always | cat", "$commitdiary graph --json | tail -3",
      "$commitdiary graph --svg - | cat",
    ] {
      #expect(try !sent(line, to: terminal).contains(question), "\(line)")
    }
    try sandbox.run("config", "set", "terminal.background", "light")
    #expect(try !sent("$commitdiary graph --no-pager", to: terminal).contains(question))
  }
}

/// The SVG of a graph, read by an independent XML parser.
@Suite struct GraphSVGProcessTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: nil, at: GitHubStage.now, in: "UTC")
    try sandbox.make("a <b> & 'c'", of: .lively())
  }

  private var clone: String { sandbox.file("a <b> & 'c'") }

  /// The language, the number of days with a title, and the title, as an XML parser finds them.
  private func found(in file: String) throws -> [String] {
    let script = """
      import sys, xml.dom.minidom
      root = xml.dom.minidom.parse(sys.argv[1]).documentElement
      words = lambda name: [e.firstChild.data for e in root.getElementsByTagName(name)]
      assert root.tagName == 'svg' and root.namespaceURI == 'http://www.w3.org/2000/svg'
      print(root.getAttribute('xml:lang'), len(root.getElementsByTagName('path')), sep='\\n')
      print(len(words('title')), words('title')[0], words('title')[1], *words('text'), sep='\\n')
      print('light and dark' if 'prefers-color-scheme:dark' in words('style')[0] else '')
      """
    let result = try Child.run(
      ["python3", "-c", script, file], in: sandbox.path, environment: sandbox.environment,
      deadline: Sandbox.timeout)
    try #require(result.status.isSuccess, "\(result.errorText)")
    return result.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `the SVG is well-formed and has a title for each day`() throws {
    let file = sandbox.file("year.svg")
    try sandbox.run("graph", "--svg", file, environment: Locales.language("ko_KR.UTF-8"), in: clone)
      .expect(0, error: file).expectExactly(output: "")
    let lines = try found(in: file)
    let days = try sandbox.graph([], in: clone).days.count
    #expect(lines[0].hasPrefix("ko"))
    // The cells of the legend have no title; the picture has one.
    #expect(lines[1] == "\(days + 5)" && lines[2] == "\(days + 1)", "\(lines)")
    #expect(lines[3].contains("a <b> & 'c'"), "\(lines[3])")
    #expect(lines[4].contains("2025"), "\(lines[4])")
    #expect(lines.contains("light and dark"))
    #expect(try File.read(file).count < 45_000)
  }

  @Test func `standard output gets the same SVG and nothing else`() throws {
    let file = sandbox.file("year.svg")
    let words = ["graph", "--year", "2025", "--theme", "dracula", "--svg"]
    try sandbox.run(words + [file], in: clone)
    let outcome = try sandbox.run(words + ["-"], in: clone).expect(0).expectExactly(error: "")
    #expect(try outcome.bytes == File.read(file))
    #expect(outcome.output.contains("#bd93f9"))
    #expect(try found(in: file)[2] == "366")
    // The picture does not depend on the terminal or its colors.
    for change in [["COLUMNS": "20"], ["CLICOLOR_FORCE": "1"], ["NO_COLOR": "1", "TERM": "dumb"]] {
      #expect(try sandbox.run(words + ["-"], environment: change, in: clone).bytes == outcome.bytes)
    }
  }

  @Test func `writes to a pipe, and keeps a file's permissions`() throws {
    let script = """
      cd "$clone" && mkfifo ../pipe && cat ../pipe > ../read &
      cd "$clone" && until [ -p ../pipe ]; do sleep 0.01; done
      "$commitdiary" graph --svg ../pipe && wait && test -p ../pipe && grep -c '<svg' ../read
      touch ../private && chmod 600 ../private && "$commitdiary" graph --svg ../private
      umask 027 && "$commitdiary" graph --svg ../new && stat -c %a ../private ../new
      umask 0 && "$commitdiary" graph --svg ../open && stat -c %a ../open
      """
    try sandbox.script(script, environment: ["clone": clone]).expectExactly(
      output: "1\n600\n640\n644\n")
  }
}

/// The output of `streak`, and how little work the short form does.
@Suite struct StreakProcessTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(clone: nil, at: GitHubStage.now, in: "UTC") }

  // MARK: In a prompt

  @Test func `streak in a prompt does not wait for the disk`() throws {
    try sandbox.make("clone", of: .daily(12))
    try sandbox.run("notes", "add", "--body", "makes the journal", in: sandbox.file("clone"))
    // Runs that read the history within the 90 milliseconds that a prompt has.
    var complete = 0
    for _ in 1...50 where complete < 2 {
      try sandbox.shell("cd \"$sandbox/clone\" && git commit -q --allow-empty -m more")
      let file = sandbox.file("syncs")
      let result = try Child.run(
        [
          "strace", "-f", "-o", file, "-e",
          "trace=fsync,fdatasync,sync_file_range,sync,syncfs,msync", sandbox.program, "streak",
          "--short",
        ], in: sandbox.file("clone"), environment: sandbox.environment)
      #expect(result.status == .exited(0), "\(result.errorOutput)")
      if !result.output.isEmpty { complete += 1 }
      #expect(!String(decoding: try File.read(file), as: UTF8.self).contains("sync"))
    }
    // The next run has nothing to read from git.
    let kept = try Connection(path: sandbox.journal, mode: .readWrite, closing: .leaveLog)
    #expect(try kept.first("SELECT count(*) FROM clone_history") { $0.int(0) } == 1)
  }

  /// Runs the program under strace, and returns the calls that start a program or open a
  /// connection.
  private func reaches(_ words: [String], in sandbox: Sandbox, folder: String) throws -> [String] {
    let file = sandbox.file("trace")
    let outcome = Outcome(
      try Child.run(
        [
          "strace", "-f", "-o", file, "-e", "trace=execve,socket,connect,fork,vfork",
          sandbox.program, "streak", "--short",
        ] + words, in: sandbox.file(folder), environment: sandbox.environment,
        deadline: Sandbox.timeout))
    #expect(outcome.status == 0 && !outcome.output.isEmpty, "\(outcome.testDescription)")
    let lines = try sandbox.text(of: file).split(separator: "\n").map(String.init)
    #expect(lines.first?.contains("execve(") == true)
    return lines.dropFirst().filter { !$0.contains("+++") && !$0.contains("---") }
  }

  @Test func `streak in a prompt starts no program while no branch has moved`() throws {
    try sandbox.make("clone", of: .lively())
    try sandbox.run("config", "set", "streak.excluded", "sun,mon,tue,wed,thu,fri,sat")
    try sandbox.streak()
    #expect(try reaches([], in: sandbox, folder: "clone") == [])
    #expect(try reaches(["--local", sandbox.file("clone")], in: sandbox, folder: "home") == [])
  }

  @Test func `streak in a prompt uses neither network nor keyring`() throws {
    let stage = try GraphStage()
    let service = try SecretService()
    stage.sandbox.use(service)
    try stage.sandbox.logIn()
    _ = try stage.graph()
    stage.gitHub.server.forgetRequests()
    for words in [[], ["--user", "octocat"]] {
      let calls = try reaches(words, in: stage.sandbox, folder: "home")
      #expect(calls == [], "\(words)")
    }
    #expect(stage.gitHub.requests.isEmpty)
  }
}
