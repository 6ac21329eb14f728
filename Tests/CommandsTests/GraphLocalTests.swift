import JSON
import Platform
import Testing

@testable import ProgramSupport

/// The counts of `graph --local`, compared with `git log` and `awk`.
@Suite(.inProcess) struct GraphLocalTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(clone: nil, at: GitHubStage.now, in: "UTC") }

  private static let year = ["--since", "2026-01-01", "--until", "2026-11-21"]

  private func counts(
    _ words: String..., environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String: Int] {
    let paths = words.map { $0.hasPrefix("-") || $0.contains("@") ? $0 : sandbox.file($0) }
    let graph = try sandbox.graph(
      ["--local"] + paths + Self.year, environment: environment, sourceLocation: sourceLocation)
    #expect(graph.json["source"] == "local" && graph.json["login"] == .null)
    #expect(graph.total == graph.counts.values.reduce(0, +))
    return graph.counts
  }

  /// The number of commits by day, from `git log` and `awk`, for addresses that match.
  private func listed(
    _ clone: String, by pattern: String = "author@example.com", zone: String = "UTC"
  ) throws -> [String: Int] {
    let output = try sandbox.shell(
      """
      git -C "$sandbox/\(clone)" log HEAD --branches --remotes --tags \
        --format='%ad %ae %aE' --date=format-local:%Y-%m-%d |
      awk 'tolower($0) ~ /\(pattern)/ && $1 >= "2026-01-01" && $1 <= "2026-11-21" { n[$1]++ }
        END { for (day in n) print day, n[day] }'
      """, environment: ["TZ": zone])
    return Dictionary(
      uniqueKeysWithValues: output.split(separator: "\n").map { line in
        let words = line.split(separator: " ")
        return (String(words[0]), Int(words[1]) ?? 0)
      })
  }

  // MARK: What is counted

  @Test func `uses the reader's time zone for days`() throws {
    try sandbox.make("clone", of: .lively())
    var seen: Set<[String: Int]> = []
    for zone in ["UTC", "Asia/Seoul", "America/New_York", "Asia/Kolkata", "Pacific/Kiritimati"] {
      let expected = try listed("clone", zone: zone)
      #expect(expected.count > 100)
      #expect(try counts("clone", environment: ["TZ": zone]) == expected, "\(zone)")
      seen.insert(expected)
    }
    // Otherwise the test would not show anything.
    #expect(seen.count > 3)
  }

  @Test func `a day ends at the configured hour`() throws {
    try sandbox.make("clone", of: .lively(seed: 2))
    try sandbox.run("config", "set", "day.endsAt", "5")
    // Seoul is nine hours ahead; five hours less are four.
    #expect(
      try counts("clone", environment: ["TZ": "Asia/Seoul"]) == listed("clone", zone: "XXX-4"))
  }

  @Test func `own commits include all configured addresses`() throws {
    try sandbox.make("clone", of: .lively(seed: 3))
    let own = try listed("clone")
    #expect(try counts("clone") == own)
    try sandbox.run("config", "set", "me.emails", "OLD@example.com")
    let more = try listed("clone", by: "(author|old)@example.com")
    #expect(try counts("clone") == more && more != own)
    try sandbox.run("config", "unset", "me.emails")
    #expect(try counts("clone") == own)
    try sandbox.write(
      "Author <author@example.com> <old@example.com>\n", to: sandbox.file("clone/.mailmap"))
    #expect(try listed("clone") == more)
    #expect(try counts("clone") == more)
  }

  @Test func `an author matches any name or address with the text`() throws {
    try sandbox.make("clone", of: .lively(seed: 4))
    #expect(try counts("clone", "--author", "Hubot@") == listed("clone", by: "hubot@"))
    // In the working directory of the clone, its path is not needed.
    let here = try sandbox.graph(["--author", "hubot@"] + Self.year, in: sandbox.file("clone"))
    #expect(try here.counts == listed("clone", by: "hubot@"))
  }

  @Test func `shows the current clone by default`() throws {
    try sandbox.make("clone", of: .daily(40))
    try sandbox.shell("mkdir -p \"$sandbox/clone/inside/it\"")
    let graph = try sandbox.graph([], in: sandbox.file("clone/inside/it"))
    #expect(graph.json["source"] == "local" && graph.total == 40 && graph.days.count == 371)
    let picture = try sandbox.run("graph", in: sandbox.file("clone"))
    #expect(picture.output.hasPrefix("clone: 40 commits, "), "\(picture.testDescription)")
  }

  @Test func `a folder of clones is not the current clone`() throws {
    try sandbox.make("folder/clone", of: .daily(4))
    for words in [["graph"], ["streak"]] {
      try sandbox.run(words, in: sandbox.file("folder")).expectRefusal(2)
    }
    try sandbox.run("streak", "--short", in: sandbox.file("folder")).expect(0)
      .expectExactly(output: "")
  }

  @Test func `without own commits names the addresses`() throws {
    try sandbox.make("clone", of: .daily(4))
    try sandbox.shell("git -C \"$sandbox/clone\" config user.email nobody@example.com")
    let graph = try sandbox.graph([], in: sandbox.file("clone"))
    #expect(graph.total == 0)
    for words in ["nobody@example.com", "me.emails", "--author"] {
      #expect(graph.remarks.contains(words), "\(graph.remarks)")
    }
  }

  @Test func `reports a clone with a damaged HEAD`() throws {
    try sandbox.make("clone", of: .daily(4))
    try sandbox.shell("echo junk > \"$sandbox/clone/.git/HEAD\"")
    try sandbox.run(
      "graph", "--local", sandbox.file("clone"), environment: ["EMAIL": "author@example.com"]
    ).expect(error: ".git/HEAD")
  }

  // MARK: Many clones

  @Test func `counts a commit in several clones once`() throws {
    try sandbox.make("one", of: .lively(seed: 5))
    try sandbox.shell(
      """
      cd "$sandbox" && git clone -q one two && git clone -q --bare one three.git
      git -C two config user.email author@example.com
      git -C three.git config user.email author@example.com
      """)
    let expected = try listed("one")
    #expect(try counts("one", "two", "three.git", "one") == expected)
    #expect(try counts("three.git") == expected)
  }

  /// Two valid clones, and clones with every possible problem.
  private func makeFolder() throws {
    try sandbox.make("src/good", of: .lively(seed: 6))
    try sandbox.make("src/below/other", of: .daily(30), options: "--object-format=sha256")
    try sandbox.make("src/empty", of: ImportedHistory())
    try sandbox.make("src/broken", of: .daily(3))
    try sandbox.shell(
      """
      cd "$sandbox/src" && git clone -q --bare good bare.git
      git clone -q --depth 4 "file://$sandbox/src/good" shallow
      for clone in bare.git shallow; do git -C $clone config user.email author@example.com; done
      mkdir -p nothing/here "with spaces" && echo text > file
      rm -r broken/.git/objects/*
      """)
  }

  @Test func `combines the clones of a folder and reports unreadable ones`() throws {
    try makeFolder()
    let expected = try listed("src/good").merging(listed("src/below/other"), uniquingKeysWith: +)
    let graph = try sandbox.graph(["--local", sandbox.file("src")] + Self.year)
    #expect(graph.counts == expected)
    let lines = graph.remarks.split(separator: "\n")
    #expect(lines.count == 2, "\(graph.remarks)")
    #expect(lines.contains { $0.hasPrefix("Not included: ") && $0.contains("src/broken") })
    #expect(lines.contains { $0.contains("src/shallow") && $0.contains("shallow clone") })
  }

  @Test func `each clone alone gives a graph or a reason`() throws {
    try makeFolder()
    #expect(try counts("src/bare.git") == listed("src/good"))
    #expect(try counts("src/below/other") == listed("src/below/other"))
    #expect(try counts("src/empty") == [:])
    #expect(try counts("src/shallow") == listed("src/shallow"))
    for (path, status) in [
      ("src/broken", 1), ("src/nothing", 3), ("src/file", 3), ("src/missing", 3),
    ] as [(String, Int32)] {
      try sandbox.run("graph", "--local", sandbox.file(path)).expectRefusal(status, path)
    }
  }

  // MARK: Repeated runs

  @Test func `an unchanged clone is shown without git`() throws {
    try makeFolder()
    try sandbox.shell("rm -r \"$sandbox/src/broken\"")
    let words = ["--local", sandbox.file("src")] + Self.year
    let first = try sandbox.graph(words)
    let second = try sandbox.graph(words, environment: ["PATH": "/nonexistent"])
    #expect(second.days == first.days && second.remarks == first.remarks)
    #expect((first.total ?? 0) > 100)
  }

  @Test func `adds new commits and drops rewritten ones`() throws {
    try sandbox.make("clone", of: .lively(seed: 7))
    #expect(try counts("clone") == listed("clone"))
    let steps = [
      "git commit -q --allow-empty -m more && git commit -q --allow-empty -m more",
      "git commit -q --amend --allow-empty --date '2026-05-05T05:05:05Z' -m other",
      "git reset -q --hard HEAD~20", "git branch -q -D topic",
      "git checkout -q --orphan fresh && git commit -q --allow-empty -m first",
      "git reflog expire --expire=now --all && git gc -q --prune=now", "git branch -q -D main",
      "git tag kept HEAD && git commit -q --amend --allow-empty -m again",
    ]
    for step in steps {
      try sandbox.shell(
        "cd \"$sandbox/clone\" && \(step)",
        environment: ["GIT_AUTHOR_DATE": "2026-06-06T06:06:06Z"])
      #expect(try counts("clone") == listed("clone"), "\(step)")
    }
  }

  @Test func `an unwritable journal prevents caching, not the graph`() throws {
    try sandbox.make("clone", of: .daily(7))
    try sandbox.shell("echo > \"$sandbox/data\"")
    let graph = try sandbox.graph(["--local", sandbox.file("clone")])
    #expect(graph.total == 7 && graph.remarks == "")
  }
}

/// An account and clones in one graph.
@Suite(.inProcess) struct GraphTogetherTests {
  @Test func `counts pushed commits once and adds unpushed ones`() throws {
    let stage = try GraphStage()
    let sandbox = stage.sandbox
    var history = ImportedHistory()
    // These commits are on octocat's page already.
    for day in 0..<5 { history.commit(at: GitHubStage.today - day * 86_400) }
    try sandbox.make("clone", of: history)
    try sandbox.shell(
      """
      cd "$sandbox/clone" && git remote add origin git@github.com:octocat/hello.git
      git update-ref refs/remotes/origin/main HEAD
      """)
    let page = try stage.graph("--user", "octocat")
    #expect(page.json["source"] == "github")
    let clone = sandbox.file("clone")
    let pushed = try stage.graph("--user", "octocat", "--local", clone)
    #expect(pushed.json["source"] == "github+local" && pushed.json["login"] == "octocat")
    #expect(pushed.counts == page.counts)
    #expect(pushed.remarks.contains("Added 0 commits"), "\(pushed.remarks)")

    var more = ImportedHistory()
    more.commit(on: "topic", at: GitHubStage.today - 86_400)
    more.commit(on: "topic", at: GitHubStage.today - 86_300)
    more.commit(on: "topic", by: "Hubot <hubot@example.com>", at: GitHubStage.today)
    try sandbox.read(more, into: "clone")
    let both = try stage.graph("--user", "octocat", "--local", clone)
    let expected = page.counts.merging(["2026-11-20": 2], uniquingKeysWith: +)
    #expect(both.counts == expected)
    #expect(both.remarks == "Added 2 commits that github.com does not have yet.\n")
    #expect(try stage.graph("--user", "octocat", "--local", clone, "--offline").counts == expected)
    // A copy without a remote contains commits that another clone has pushed.
    try sandbox.shell("git clone -q --bare \"$sandbox/clone\" \"$sandbox/copy.git\"")
    try sandbox.shell("git --git-dir \"$sandbox/copy.git\" remote remove origin")
    let copied = try stage.graph("--user", "octocat", "--local", clone, sandbox.file("copy.git"))
    #expect(copied.counts == expected)
    // The remark counts only days of the graph.
    let past = try stage.graph("--user", "octocat", "--local", clone, "--year", "2025")
    #expect(past.remarks.contains("Added 0 commits"), "\(past.remarks)")
    // Without the account, all commits of the clone are counted.
    #expect(try stage.graph("--local", clone).total == 7)
  }
}
