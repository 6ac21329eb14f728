import Glibc
import Platform
import Testing

@testable import ProgramSupport

/// `setup` on a real terminal, and what real shells make of its lines.
@Suite(.serialized) struct SetupProcessTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.shell("git config user.email author@example.com")
    sandbox.environment["SHELL"] = "/bin/bash"
  }

  private func terminal(
    columns: Int, locale: String = "en_US.UTF-8", _ line: String = "setup --offline"
  ) throws -> TmuxWindow {
    try TmuxWindow(
      // With a trap, the shell outlives Ctrl-C.
      "trap : INT\n\"$commitdiary\" \(line)\necho \"exit $?\"\nexec cat", in: sandbox,
      columns: columns, rows: 40,
      environment: Locales.language(locale))
  }

  /// Skips the question about the directories with clones.
  private func skipClones(in terminal: TmuxWindow) throws {
    try terminal.wait(for: "1/5")
    try terminal.wait("a prompt") { $0.split(separator: "\n").last?.hasSuffix("]:") == true }
    try terminal.press("Enter")
  }

  @Test(arguments: [(80, "en_US.UTF-8"), (40, "ko_KR.UTF-8")])
  func `asks every question and saves the answers`(columns: Int, locale: String) throws {
    let isKorean = locale.hasPrefix("ko")
    let terminal = try terminal(columns: columns, locale: locale)
    try skipClones(in: terminal)
    try terminal.wait(for: "[author@example.com]:")
    try terminal.press("Enter", until: "td prompt]:")
    try terminal.type(
      "completion", press: "Enter", until: isKorean ? "날씨를 조회할 장소" : "Place for the weather")
    try terminal.type("37.57,126.98", press: "Enter", until: "exit 0")
    let screen = try terminal.screen()
    #expect(screen.contains("source ~/.bashrc") && screen.contains("day.endsAt"), "\(screen)")
    let saved = try sandbox.text(of: sandbox.config)
    for part in ["author@example.com", "37.57,126.98"] {
      #expect(saved.contains(part), "\(saved)")
    }
    let bashrc = try sandbox.text(of: sandbox.file("home/.bashrc"))
    #expect(bashrc.contains("completion bash"))
    #expect(!bashrc.contains("alias") && !bashrc.contains("streak"))
  }

  @Test func `Ctrl-C keeps what was answered`() throws {
    let terminal = try terminal(columns: 80)
    try skipClones(in: terminal)
    try terminal.wait(for: "[author@example.com]:")
    try terminal.type("me@example.com", press: "Enter")
    try terminal.wait("the next question") { $0.contains("3/") }
    try terminal.press("C-c", until: "exit 130")
    #expect(try sandbox.text(of: sandbox.config).contains("me@example.com"))
  }

  @Test func `the first run offers it, and only once`() throws {
    let first = try terminal(columns: 80, "").showing("[Y/n]")
    try first.type("n", press: "Enter", until: "exit 0")
    let second = try terminal(columns: 80, "")
    #expect(!(try second.wait(for: "exit 0")).contains("[Y/n]"))
  }

  private static let sessions = [
    ("bash", ".bashrc", "bash -i"), ("zsh", ".zshrc", "zsh -d -i"),
    ("fish", "../config/fish/config.fish", "fish --private -i"),
  ]

  @Test(arguments: sessions.map(\.0))
  func `a shell starts with the lines, with its prompt and completion`(shell: String) throws {
    let session = try #require(Self.sessions.first { $0.0 == shell })
    let bin = sandbox.file("bin")
    try sandbox.shell("mkdir '\(bin)'; ln -s \"$commitdiary\" '\(bin)/commitdiary'")
    sandbox.environment["PATH"] = "\(bin):" + (sandbox.environment["PATH"] ?? "")
    sandbox.environment["SHELL"] = "/usr/bin/\(shell)"
    let file = sandbox.file("home/\(session.1)")
    let setup = try terminal(columns: 80)
    try skipClones(in: setup)
    try setup.wait(for: "[author@example.com]:")
    try setup.press("Enter", until: "td prompt]:")
    try setup.press("Enter", until: "Place for the weather")
    try setup.press("Enter", until: "exit 0")
    try sandbox.shell("git commit -q --allow-empty -m today")
    let window = try TmuxWindow(
      "cd '\(sandbox.directory)'; exec \(session.2)", in: sandbox, columns: 160, rows: 24)
    // A prompt is shown without the streak if git takes too long for it.
    for _ in 0..<20 where try !window.screen().contains("0! ") {
      usleep(500_000)
      try window.press("Enter")
    }
    try window.wait(for: "0! ")
    try window.type("commitdiary theme se", until: "theme se")
    try window.press("Tab", until: "theme set")
    // The short names run and complete the same commands.
    for (typed, completed) in [
      ("dy notes mir", "dy notes mirror"), ("jot --ta", "jot --tag"), ("td reop", "td reopen"),
    ] {
      try window.press("C-u")
      try window.type(typed, until: typed)
      try window.press("Tab", until: completed)
    }
    try window.press("C-u")
    try window.type(
      "jot Found it; dy theme get", press: "Enter",
      until: "commitdiary: unknown command “theme get”")
    #expect(try sandbox.run("diary", "show").output.contains("Found it"))
    #expect(try sandbox.run("setup", "--undo-shell").status == 0)
    #expect(!File.exists(file))
  }
}
