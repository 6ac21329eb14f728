import Platform
import Testing

@testable import ProgramSupport

/// The candidates in real shells, with the completions installed by `scripts/install`.
@Suite(.serialized) struct CompletionTests {
  private let sandbox: Sandbox
  private let installation: Installation
  /// The values of the names between braces.
  private var known: [String: String] = [:]

  init() throws {
    sandbox = try Sandbox()
    installation = try Installation(in: sandbox)
    for (repository, tag) in [("octocat/hello", "회고"), ("octocat/other", "perf")] {
      try sandbox.run(
        "notes", "add", "--repo", repository, "--no-commit", "--title", "이름: a \"title\"", "--tag",
        tag)
    }
    let deleted = try sandbox.add("--title", "gone")
    try sandbox.run("notes", "delete", deleted, "--yes")
    try sandbox.run("diary", "write", "2020-11-20", "--body", "gone")
    try sandbox.run("todo", "add", "--each", "one", "two")
    try sandbox.run("diary", "delete", "2020-11-20", "--yes")
    for (names, option) in [(["a", "b"], "--sort=oldest"), (["deleted"], "--deleted")] {
      let lines = try sandbox.run("notes", "list", option).output.split(separator: "\n")
      for (name, line) in zip(names, lines) { known[name] = String(line.prefix { $0 != " " }) }
    }
    known["sha"] = try sandbox.shell("git rev-parse --short=7 HEAD").split(separator: "\n").joined()
  }

  /// A command line up to the cursor, and the expected candidates.
  static let offers: [(line: String, words: [String])] = [
    ("commitdiary no", ["notes"]),
    ("commitdiary tod", ["today", "todo"]),
    ("commitdiary todo done ", ["1", "2"]),
    ("commitdiary export t", ["todotxt", "taskwarrior"]),
    ("commitdiary diary share ", ["today", "yesterday", "monday", "-7d"]),
    ("commitdiary diary restore ", ["2020-11-20"]),
    ("commitdiary diary share --format ", ["text", "markdown", "json", "html"]),
    ("commitdiary notes list --sort ", ["newest", "oldest", "repo", "title"]),
    ("commitdiary man notes sh", ["show", "share"]),
    ("commitdiary --lang k", ["ko"]),
    // Candidates from the journal, the config and the clone.
    ("commitdiary notes show ", ["{a}", "{b}"]),
    ("commitdiary notes show {a}", ["{a}"]),
    ("commitdiary notes delete {b} {a}", ["{a}"]),
    ("commitdiary notes restore ", ["{a}", "{b}", "{deleted}"]),
    ("commitdiary notes list --tag ", ["회고", "perf"]),
    ("commitdiary notes list --tag 회", ["회고"]),
    ("commitdiary notes list --tag p", ["perf"]),
    ("commitdiary tags ", ["list", "rename"]),
    ("commitdiary tags rename p", ["perf"]),
    ("commitdiary tags rename perf 회", ["회고"]),
    ("commitdiary notes list --repo ", ["octocat/hello", "octocat/other"]),
    ("commitdiary notes list --repo octocat/o", ["octocat/other"]),
    (
      "commitdiary config get ",
      [
        "github.account", "github.clientID", "github.tokenCommand",
        "language", "week.start", "terminal.ambiguousWidth", "terminal.background", "graph.theme",
        "graph.style", "me.emails", "clones.paths", "streak.excluded",
        "streak.agents", "agents.marks", "day.endsAt", "todo.fromCommits", "notes.remind",
        "tags.inText",
        "pages.title", "export.public", "sync.auto", "backup.path", "browse.keys",
        "browse.commands", "weather.place",
        "weather.grades",
        "weather.units",
      ]
    ),
    ("commitdiary theme set ", ThemeNames.all),
    ("commitdiary graph --theme git", ["github", "github-dimmed", "github-classic"]),
    (
      "commitdiary graph --of ",
      [
        "contributions", "commits", "notes", "entries", "words", "todos", "temperature", "pm25",
        "tag:회고", "tag:perf",
      ]
    ),
    ("commitdiary graph --style ", ["block", "compact", "dots", "digits", "ascii"]),
    ("commitdiary config set graph.", ["graph.theme", "graph.style"]),
    ("commitdiary config set graph.theme ", ThemeNames.all),
    ("commitdiary config set export.public p", ["perf"]),
    ("commitdiary config set language ", ["en", "de", "ja", "ko"]),
    ("commitdiary config set streak.excluded sat,su", ["sat,sun"]),
    ("commitdiary config set day.endsAt ", ["0", "1", "2", "3", "4", "5", "6"]),
    ("commitdiary config set weather.grades k", ["korea"]),
    ("commitdiary notes add --commit ", ["{sha}"]),
  ]

  /// The shells, each with a script that prints the candidates for every line in its arguments,
  /// followed by a line `---`.
  static let shells: [(name: String, words: [String])] = [
    (
      "bash",
      [
        "bash", "--norc", "-c",
        """
        . "$prefix/share/bash-completion/completions/commitdiary"
        for line in "$@"; do
          COMP_LINE=$line COMP_POINT=${#line}
          _commitdiary commitdiary
          printf '%s\\n' "${COMPREPLY[@]}" ---
        done
        """, "bash",
      ]
    ),
    (
      "zsh",
      [
        "zsh", "-f", "-c",
        """
        fpath=($prefix/share/zsh/site-functions $fpath)
        autoload -Uz _commitdiary
        _describe() { print -rl -- "${(@P)5}" }
        for line in "$@"; do
          words=(${(z)line})
          [[ $line == *' ' ]] && words+=('')
          CURRENT=$#words PREFIX=$words[-1]
          _commitdiary
          print -- ---
        done
        """, "zsh",
      ]
    ),
    (
      "fish",
      ["fish", "-c", "for line in $argv; complete -C $line; echo ---; end"]
    ),
  ]

  @Test(arguments: shells.map(\.name))
  func `completes commands, options, values and journal contents`(name: String) throws {
    let shell = try #require(Self.shells.first { $0.name == name })
    let lines = Self.offers.map { filled($0.line) }
    let outcome = Outcome(
      try Child.run(
        shell.words + lines, in: sandbox.directory,
        environment: sandbox.environment.adding(installation.environment),
        deadline: Sandbox.timeout))
    #expect(outcome.status == 0 && outcome.error == "", "\(outcome.testDescription)")
    let answers = outcome.output.split(separator: "---\n", omittingEmptySubsequences: false)
    try #require(answers.count == lines.count + 1, "\(outcome.testDescription)")
    for (offer, answer) in zip(Self.offers, answers) {
      let words = answer.split(separator: "\n").map { word in
        // A description may follow the candidate, in zsh after a colon. A colon of the candidate is
        // escaped there.
        String(
          word.replacing("\\:", with: "\u{1}").prefix {
            $0 != "\t" && $0 != " " && !(name == "zsh" && $0 == ":")
          }
        ).replacing("\u{1}", with: ":")
      }
      #expect(Set(words) == Set(offer.words.map(filled)), "\(name): \(offer.line) \(words)")
    }
  }

  private func filled(_ text: String) -> String {
    known.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  // MARK: On a terminal

  /// The startup file of each shell, which enables completion.
  private static let beginnings = [
    "bash": (
      "bashrc", ". \"$prefix/share/bash-completion/completions/commitdiary\"; PS1='ready> '"
    ),
    "zsh": (
      ".zshrc",
      """
      fpath=($prefix/share/zsh/site-functions $fpath)
      autoload -Uz compinit; compinit -u -d "$sandbox/dump"; PS1='ready> '
      """
    ),
    "fish": (
      "config/fish/config.fish",
      "set fish_greeting; function fish_prompt; echo -n 'ready> '; end"
    ),
  ]

  private static let commands = [
    "bash": "bash --noprofile --rcfile \"$sandbox/bashrc\" -i",
    "zsh": "ZDOTDIR=$sandbox zsh -d -i", "fish": "fish --private",
  ]

  private func terminal(_ shell: String) throws -> TmuxWindow {
    let (file, text) = try #require(Self.beginnings[shell])
    try File.makeDirectory(File.directory(of: sandbox.file(file)))
    try File.writeAtomically(Array((text + "\n").utf8), to: sandbox.file(file))
    let terminal = try TmuxWindow(
      try #require(Self.commands[shell]), in: sandbox, columns: 100, rows: 24,
      environment: installation.environment)
    try terminal.wait(for: "ready>")
    return terminal
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `Tab completes directories with clones`(shell: String) throws {
    try sandbox.shell("mkdir -p projects workshop")
    let terminal = try terminal(shell)
    try terminal.type("commitdiary config set clones.paths pro", until: "clones.paths pro")
    try terminal.press("Tab", until: "clones.paths projects/")
    try terminal.type(" wor", until: " wor")
    try terminal.press("Tab", until: "workshop/")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `Tab completes words and lists notes`(shell: String) throws {
    let terminal = try terminal(shell)
    try terminal.type("commitdiary no")
    // A shell treats a Tab that comes too early as a character.
    try terminal.wait(for: "commitdiary no")
    try terminal.press("Tab", until: "commitdiary notes")
    try terminal.type("show ", until: "commitdiary notes show")
    // The first Tab may only insert the common prefix of both ids. bash then needs another Tab to
    // list the candidates.
    let ids = [filled("{a}"), filled("{b}")]
    let beginTheSame = ids[0].first == ids[1].first
    try terminal.press("Tab", "Tab")
    if shell == "bash", beginTheSame { try terminal.press("Tab") }
    let screen = try terminal.wait("both ids") { screen in ids.allSatisfy(screen.contains) }
    #expect(screen.contains("이름: a \"title\""), "\(screen)")
    guard shell == "bash" else { return }
    // A single candidate is inserted without its title.
    let common = zip(ids[0], ids[1]).prefix { $0 == $1 }.count
    try terminal.type(
      String(ids[1].dropFirst(common).prefix(1)), press: "Tab",
      until: "commitdiary notes show \(ids[1])")
    try terminal.type("--json", until: "commitdiary notes show \(ids[1]) --json")
  }
}
