import Diary
import JSON
import Platform
import Testing

@testable import ProgramSupport

/// The activity of a user is the same in every directory.
@Suite(.inProcess) struct EverywhereTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(clone: nil, at: GitHubStage.now, in: "UTC") }

  /// A clone, a copy, a fork with other commits, a bare one, a worktree and a submodule.
  private func makeFolder() throws {
    try sandbox.make("src/one", of: .lively(seed: 11))
    try sandbox.make("src/deep/er/two", of: .daily(30))
    try sandbox.make("src/three", of: .daily(3))
    try sandbox.shell(
      """
      set -e; cd "$sandbox/src" && cp -r one copy && git clone -q one fork && git clone -q --bare one b.git
      for c in fork b.git; do git -C $c config user.email author@example.com; done
      git -C fork -c user.name=A commit -q --allow-empty -m forked
      git -C one worktree add -q -b elsewhere ../tree
      git -C tree -c user.name=A commit -q --allow-empty -m worktree
      cd three && git -c protocol.file.allow=always submodule add -q "$sandbox/src/deep/er/two" part
      git -C part -c user.name=A -c user.email=author@example.com commit -q --allow-empty -m part
      git -C part config user.email author@example.com
      mkdir "$sandbox/empty"
      """,
      environment: [
        "GIT_AUTHOR_DATE": "2026-11-20T06:06:06Z", "GIT_COMMITTER_DATE": "2026-11-20T06:06:06Z",
      ])
  }

  /// The number of own commits in all clones, from `git log` and `sort -u`.
  private func listed(_ clones: String) throws -> Int {
    let output = try sandbox.shell(
      """
      cd "$sandbox/src" && for clone in \(clones); do
        git -C $clone log --branches --remotes --tags HEAD --format='%H %ad %ae' \
          --date=format-local:%Y-%m-%d
      done | grep -i author@example.com | sort -u |
      awk '$2 >= "2025-11-16" && $2 <= "2026-11-21"' | wc -l
      """, environment: ["TZ": "UTC"])
    return Int(output.trimmed) ?? -1
  }

  private func outputs(in folder: String) throws -> [String] {
    try sandbox.run(
      "diary", "write", "2026-11-20", "--body", "A day", "--replace", in: sandbox.file(folder))
    return try [
      ["graph", "--json"], ["streak", "--json"], ["streak", "--short"],
      ["digest", "--since", "2026-11-01", "--json"], ["calendar", "2026-11", "--json"],
      ["diary", "show", "2026-11-20"], ["today", "--json"],
    ].map { words in
      try sandbox.run(words, in: sandbox.file(folder)).expect(0).output
    }
  }

  @Test func `five directories show the same`() throws {
    try makeFolder()
    try sandbox.run("config", "set", "clones.paths", sandbox.file("src"))
    let expected = try outputs(in: "empty")
    let graph = try sandbox.graph([], in: sandbox.file("empty"))
    #expect(try graph.total == listed("one copy fork b.git tree deep/er/two three three/part"))
    #expect(graph.remarks == "")
    for folder in ["src", "src/one", "src/tree", "src/three/part"] {
      #expect(try outputs(in: folder) == expected, "\(folder)")
    }
    let digest = try JSONParser.parse(Array(expected[3].utf8))
    let commits = (digest["days"]?.array ?? []).flatMap { $0["commits"]?.array ?? [] }
    let shas = commits.compactMap { $0["sha"]?.string }
    #expect(Set(shas).count == shas.count && shas.count > 30)
  }

  @Test func `nothing new needs no git`() throws {
    try makeFolder()
    try sandbox.run("config", "set", "clones.paths", sandbox.file("src"))
    let first = try outputs(in: "empty")
    sandbox.environment = sandbox.environment.adding(["PATH": "/nonexistent"])
    var second = try outputs(in: "empty")
    // The branches of a digest are read by git each time.
    second[3] = first[3]
    #expect(second == first)
  }

  @Test func `--here means only the clone in the working directory`() throws {
    try makeFolder()
    try sandbox.run("config", "set", "clones.paths", sandbox.file("src"))
    let there = sandbox.file("src/deep/er/two")
    let here = try sandbox.graph(["--here"], in: there)
    #expect(here.json["source"] == "local" && here.total == 30)
    #expect(try sandbox.graph(["--local", there]).days == here.days)
    #expect(try sandbox.json("streak", "--here", in: there)["source"] == "local")
    for words in [["digest", "--since", "2026-11-01"], ["calendar", "2026-11-20"], ["today"]] {
      let all = try sandbox.run(words + ["--json"], in: there)
      let narrow = try sandbox.run(words + ["--here", "--json"], in: there).expect(
        0, without: "worktree")
      #expect(narrow.output != all.output, "\(words)")
    }
    for words in [["graph"], ["streak"], ["digest"], ["calendar"], ["today"]] {
      try sandbox.run(words + ["--here"], in: sandbox.file("empty")).expectRefusal(
        2, "Run the command in a git repository")
    }
    try sandbox.run("graph", "--here", "--local", there).expectRefusal(2)
  }

  @Test func `clones in which the program has run are remembered`() throws {
    try makeFolder()
    try sandbox.run("graph", in: sandbox.file("empty")).expectRefusal(2)
    #expect(try sandbox.graph([], in: sandbox.file("src/deep/er/two")).total == 30)
    let both = try listed("one deep/er/two")
    let second = try sandbox.graph([], in: sandbox.file("src/tree"))
    #expect(second.total == both, "\(second.remarks)")
    let elsewhere = try sandbox.graph([], in: sandbox.file("empty"))
    #expect(elsewhere.total == both, "\(elsewhere.remarks)")
    // A setting replaces what was remembered.
    try sandbox.run("config", "set", "clones.paths", sandbox.file("src/deep"))
    #expect(try sandbox.graph([], in: sandbox.file("empty")).total == 30)
  }

  @Test func `the current clone counts in addition to those of the setting`() throws {
    try makeFolder()
    try sandbox.run("config", "set", "clones.paths", sandbox.file("src/deep"))
    let here = sandbox.file("src/one")
    let both = try listed("one deep/er/two")
    #expect(try sandbox.graph([], in: here).total == both)
    let commits = try sandbox.json("today", "2026-11-20", in: here)["commits"]
    #expect(commits?.array?.contains { $0["message"] == "worktree" } == true)
    try sandbox.run(["doctor", "--offline"], in: here).expect(
      output: "1 clone in \(sandbox.file("src/deep")), and the clone in")
    // It is not remembered.
    #expect(try sandbox.graph([], in: sandbox.file("empty")).total == 30)
    #expect(try sandbox.graph([], in: sandbox.file("src/deep/er/two")).total == 30)
  }

  @Test func `a lost clone is named once`() throws {
    try makeFolder()
    try sandbox.run("config", "set", "clones.paths", sandbox.file("src"))
    let before = try sandbox.graph([])
    try sandbox.shell(
      """
      cd "$sandbox/src" && rm -rf deep && mkdir broken && echo 'gitdir: /nowhere' > broken/.git
      """)
    let after = try sandbox.graph([])
    #expect(after.remarks.split(separator: "\n").count == 2, "\(after.remarks)")
    #expect(after.remarks.contains("deep/er/two") && after.remarks.contains("src/broken"))
    #expect((after.total ?? 0) > 0 && (after.total ?? 0) <= before.total ?? 0)
    let again = try sandbox.graph([])
    #expect(again.remarks == "" && again.days == after.days)
    #expect(try sandbox.run("graph", "--verbose").error.contains("src/broken"))
    try sandbox.shell("rm -r \"$sandbox/src/broken\"")
    #expect(try sandbox.graph([]).remarks == "")
  }

  @Test func `a remembered clone that is gone is named once`() throws {
    try sandbox.make("one", of: .daily(3))
    try sandbox.make("two", of: .daily(5))
    for name in ["one", "two"] { _ = try sandbox.graph([], in: sandbox.file(name)) }
    try sandbox.shell("rm -rf \"$sandbox/one\"")
    let first = try sandbox.graph([], in: sandbox.file("two"))
    #expect(first.remarks.contains("one") && first.total == 5, "\(first.remarks)")
    #expect(try sandbox.graph([], in: sandbox.file("two")).remarks == "")
  }

  @Test func `a prompt sees new commits`() throws {
    try sandbox.make("src/one", of: .daily(3))
    try sandbox.shell("mkdir \"$sandbox/empty\"")
    try sandbox.run("config", "set", "clones.paths", sandbox.file("src"))
    func short() throws -> String {
      try sandbox.run("streak", "--short", in: sandbox.file("empty")).output
    }
    // It does not search directories.
    #expect(try short() == "")
    _ = try sandbox.graph([])
    let before = try short()
    try sandbox.shell(
      "git -C \"$sandbox/src/one\" commit -q --allow-empty -m more",
      environment: ["GIT_AUTHOR_DATE": "2026-11-21T06:06:06Z"])
    // A prompt shows what can be read within 90 milliseconds, so it is asked until a busy machine
    // has had the time.
    var after = before
    for _ in 1...100 where after.contains("!") { after = try short() }
    #expect(!after.contains("!"), "\(before)")
  }

  @Test func `refuses relative directories`() throws {
    for value in ["src", "~other/src", "./src"] {
      try sandbox.run("config", "set", "clones.paths", value).expectRefusal(2, "~/")
    }
    try sandbox.run("config", "set", "clones.paths", "~/My Code,~/src /srv/x")
    let set = try sandbox.json("config", "get", "clones.paths")
    #expect(set["clones.paths"] == ["~/My Code", "~/src", "/srv/x"])
  }
}

/// Commits that another one of the user's clones has.
@Suite(.inProcess) struct OtherCloneTests {
  private let sandbox: Sandbox
  /// A commit of `deep/er/three`, whose remote is acme/infra.
  private let other: String

  init() throws {
    sandbox = try Sandbox()
    try sandbox.shell(
      """
      mkdir -p ../all/deep/er
      git init -q ../all/deep/er/three
      cd ../all/deep/er/three
      git remote add origin https://github.com/acme/infra.git
      git commit -q --allow-empty -m 'In another clone'
      """)
    other = String(try sandbox.shell("git -C ../all/deep/er/three rev-parse HEAD").trimmed)
    try sandbox.run("config", "set", "clones.paths", sandbox.file("all"))
  }

  private var short: String { String(other.prefix(7)) }

  @Test(arguments: ["clone", "home"])
  func `a note is added to a commit of another clone`(_ folder: String) throws {
    let note = try sandbox.json(
      ["notes", "add", "--commit", short, "--body", "Why", "--offline"], in: sandbox.file(folder))
    #expect(note["repo"] == "github.com/acme/infra" && note["commit"]?["sha"] == .string(other))
  }

  @Test func `the clone of a named repository is found`() throws {
    let words = ["notes", "add", "--repo", "acme/infra", "--commit", "HEAD", "--body", "Why"]
    let added = try sandbox.run(words + ["--json", "--offline"], in: sandbox.file("home")).expect(0)
    #expect(try added.json()["commit"]?["sha"] == .string(other))
  }

  @Test func `why and browse know a commit of another clone`() throws {
    try sandbox.run("why", short, "--json", "--offline").expect(0, output: other)
    let page = try sandbox.json("open", short, "--offline")
    #expect(page["url"]?.string?.hasSuffix("/acme/infra/commit/\(other)") == true)
  }

  @Test(arguments: ["clone", "home"])
  func `a note is moved to a commit of its repository in another clone`(_ folder: String) throws {
    let words = ["notes", "add", "--repo", "acme/infra", "--no-commit", "--body", "Why"]
    let added = try sandbox.run(words + ["--json", "--offline"])
    let id = try #require(try added.json()["id"]?.string)
    let moved = try sandbox.json(
      ["notes", "move", id, short, "--offline"], in: sandbox.file(folder))
    #expect(moved["commit"]?["sha"] == .string(other))
  }

  @Test func `a commit that no clone has is refused`() throws {
    let outcome = try sandbox.run(
      "notes", "add", "--commit", "0123456789", "--body", "x", "--offline")
    #expect(outcome.status != 0 && !outcome.error.isEmpty)
  }

  @Test func `--local searches as deep as the setting`() throws {
    try sandbox.run("graph", "--local", sandbox.file("all"), "--author", "*", "--json").expect(0)
  }

  // MARK: Paths as remotes

  @Test func `a path as remote keeps the notes from before`() throws {
    try sandbox.run("notes", "add", "--body", "Why")
    try sandbox.shell("git init -q --bare ../o.git; git remote add origin ../o.git")
    #expect(try sandbox.json("commits")["commits"]?.array?.first?["notes"] == 1)
    #expect(try sandbox.run("notes", "show", "HEAD").status == 0)
  }

  @Test func `a clone that lost its path as remote keeps the notes`() throws {
    try sandbox.shell("git init -q --bare ../o.git; git remote add origin ../o.git")
    try sandbox.run("notes", "add", "--body", "Why")
    try sandbox.run("commits")
    try sandbox.shell("git remote remove origin; git commit -q --amend --allow-empty -m Other")
    #expect(try sandbox.run("notes", "show", "HEAD").status == 0)
  }

  @Test func `search shows the commit on which a note is now`() throws {
    try sandbox.run("notes", "add", "--body", "needle")
    try sandbox.shell("git commit -q --amend --allow-empty -m Other")
    try sandbox.run("notes", "list")
    try sandbox.run("commits")
    let now = try sandbox.shell("git rev-parse --short=7 HEAD").trimmed
    #expect(try sandbox.run("notes", "search", "needle").output.contains(now))
    #expect(try sandbox.run("search", "needle").output.contains(now))
  }
}
