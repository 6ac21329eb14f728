import JSON
import Platform
import StandIn
import Testing

@testable import ProgramSupport

/// Commands that use the data of a refresh, and those that send a single request to GitHub.
@Suite struct RemoteCommandProcessTests {
  private let stage: GitHubStage
  private var sandbox: Sandbox { stage.sandbox }

  private static let twins = ["abcdef0", "abcdef1"].map { $0 + String(repeating: "7", count: 33) }

  private static let world: World = {
    var world = World(
      .octocats("hello", 1, commits: 40, daysAgo: 3), .octocats("Zebra", 2, commits: 2, daysAgo: 1),
      .octocats("apple", 3, commits: 2, daysAgo: 400), .octocats("fork", 4, commits: 2),
      .octocats("archive", 5, commits: 2, daysAgo: 2))
    world.edit("octocat/fork") { $0.isFork = true }
    world.edit("octocat/archive") { $0.isArchived = true }
    world.edit("octocat/Zebra") { $0.isPrivate = true }
    world.edit("octocat/hello") { repository in
      for (index, sha) in twins.enumerated() {
        repository.commits[index].sha = sha
        repository.commits[index].author.login = "octocat"
        repository.commits[index].author.name = "octocat"
      }
    }
    return world
  }()

  init() throws {
    stage = try GitHubStage(Self.world)
    try stage.refresh()
    stage.gitHub.server.forgetRequests()
  }

  // MARK: notes add

  private func add(
    _ commit: String, to repository: String = "octocat/hello", _ more: String...
  ) throws -> Outcome {
    try sandbox.run(
      ["notes", "add", "--repo", repository, "--commit", commit, "--body", "why", "--json"] + more)
  }

  @Test func `picks a repository and a commit from the journal`() throws {
    let terminal = try TmuxWindow(
      "\"$commitdiary\" notes add --body picked; echo \"exit $?\"; exec cat", in: sandbox,
      columns: 80, rows: 12)
    try terminal.wait(for: "octocat/Zebra")
    try terminal.wait(for: "octocat/hello")
    try terminal.type("hel")
    try terminal.wait("only one") { !$0.contains("Zebra") && $0.contains("octocat/hello") }
    try terminal.press("Enter")
    try terminal.wait(for: "abcdef0")
    try terminal.press("Down", "Enter")
    try terminal.wait(for: "exit 0")
    let note = try sandbox.notes().first
    #expect(note?["repo"] == "github.com/octocat/hello")
    #expect(note?["commit"]?["sha"]?.string == Self.twins[1])
    #expect(stage.gitHub.requests.isEmpty)
  }

  @Test func `picks a commit in the named repository`() throws {
    let terminal = try TmuxWindow(
      "\"$commitdiary\" notes add --repo octocat/hello --body picked; echo \"exit $?\"; exec cat",
      in: sandbox, columns: 40, rows: 12)
    try terminal.wait(for: "abcdef1")
    try terminal.type("abcdef1")
    try terminal.wait("the one in front") { $0.contains("? abcdef1") && $0.contains("> abcdef1") }
    try terminal.press("Enter")
    try terminal.wait(for: "exit 0")
    #expect(try sandbox.notes().first?["commit"]?["sha"]?.string == Self.twins[1])
    // The session is not interactive, so no commit can be chosen.
    try sandbox.run("notes", "add", "--repo", "octocat/hello", "--body", "a").expectRefusal(2)
  }

  // MARK: open

  @Test
  func `prints a page without a browser, opens it on a terminal`()
    throws
  {
    let sandbox = try Sandbox()
    sandbox.environment["COMMITDIARY_WEB_URL"] = nil
    try sandbox.shell("git remote add origin git@github.com:octocat/hello.git")
    let sha = try sandbox.shell("git rev-parse HEAD").split(separator: "\n").joined()
    let added = try sandbox.run("notes", "add", "--body", "why", "--json")
    let id = try #require(added.json()["id"]?.string)
    let alone = try sandbox.add("--body", "on no commit")
    let browser = try sandbox.makeScript(
      "browser", "echo \"$#\" \"$1\" >> \"\(sandbox.file("opened"))\"; echo noise; echo noise >&2")
    let page = "https://github.com/octocat/hello"
    let pages: [(words: [String], url: String)] = [
      ([], page), (["HEAD"], "\(page)/commit/\(sha)"),
      ([String(sha.prefix(8))], "\(page)/commit/\(sha)"),
      ([id], "\(page)/commit/\(sha)"), ([String(alone.prefix(6))], page), (["."], page),
      (["octocat/Zebra"], "https://github.com/octocat/Zebra"),
      (["git@github.com:octocat/other.git"], "https://github.com/octocat/other"),
    ]
    for (words, url) in pages {
      let printed = try sandbox.run(["open"] + words, environment: ["BROWSER": browser])
      #expect(printed.status == 0 && printed.output == url + "\n", "\(printed.testDescription)")
      #expect(!File.exists(sandbox.file("opened")))
      let opened = try sandbox.onTerminal(["open"] + words, environment: ["BROWSER": browser])
      #expect(opened.status == 0, "\(opened.testDescription)")
      #expect(try sandbox.awaitedText(of: sandbox.file("opened")) == "1 \(url)\n")
      try sandbox.shell("rm \"$sandbox/opened\"")
      #expect(!opened.output.contains("noise"), "\(opened.testDescription)")
      #expect(
        try sandbox.run(["open", "--json"] + words).json() == ["url": .string(url)], "\(words)")
    }
    // If the browser fails, the URL is printed, and that is not an error.
    let failing = try sandbox.onTerminal("open", environment: ["BROWSER": "false"])
    #expect(failing.status == 0 && failing.output.contains(page), "\(failing.testDescription)")
    let web = try sandbox.run(
      "open", environment: ["COMMITDIARY_WEB_URL": "http://127.0.0.1:8080"])
    #expect(web.output == "http://127.0.0.1:8080/octocat/hello\n")
    for words in [["zzzz"], ["nothing"]] { try sandbox.run(["open"] + words).expectRefusal(3) }
    try sandbox.shell("git remote remove origin")
    for words in [[], ["."], ["HEAD"]] { try sandbox.run(["open"] + words).expectRefusal(2) }
  }

  @Test func `opens a browser that keeps running without ending it`() throws {
    let (leave, left) = (sandbox.file("leave"), sandbox.file("left"))
    let browser = try sandbox.makeScript(
      "browser",
      "until [ -e '\(leave)' ] || [ ! -d '\(sandbox.path)' ]; do sleep 0.1; done; "
        + "echo noise; echo noise >&2; "
        + "echo \"$1\" > '\(left)'")
    let page = "\(stage.gitHub.webURL)/octocat/hello"
    let outcome = try sandbox.onTerminal(
      "open", "octocat/hello", environment: ["BROWSER": browser])
    #expect(outcome.status == 0 && !outcome.output.contains("noise"), "\(outcome.testDescription)")
    #expect(outcome.output.contains("Opened \(page)"), "\(outcome.testDescription)")
    #expect(!File.exists(left))
    // By now the terminal is closed.
    try sandbox.shell("touch '\(leave)'")
    #expect(try sandbox.awaitedText(of: left) == "\(page)\n")
  }

  @Test func `opens a text browser`() throws {
    let browser = try sandbox.makeScript(
      "lynx", "[ -t 0 ] && [ -t 1 ] && : < /dev/tty && read -r key && echo \"<$1> <$key>\"")
    let outcome = try sandbox.onTerminal(
      "open", "octocat/hello", environment: ["BROWSER": browser], typing: "q\n")
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    #expect(
      outcome.output.contains("<\(stage.gitHub.webURL)/octocat/hello> <q>"),
      "\(outcome.testDescription)")
  }
}
