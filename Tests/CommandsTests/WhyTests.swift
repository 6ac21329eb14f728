import JSON
import Platform
import Testing

@testable import ProgramSupport

/// `why`: the commits of lines, with their notes and days.
@Suite(.inProcess) struct WhyTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(at: "2026-11-22T08:30:00Z", in: "UTC")
    try sandbox.shell("git remote add origin git@github.com:octocat/hello.git")
    try commit("printf 'one\\ntwo\\nthree\\n' > code.c", "Write the code", on: "2026-11-18")
    try commit("printf 'one\\nTWO\\nthree\\n' > code.c", "Make two louder", on: "2026-11-19")
  }

  private func commit(_ change: String, _ subject: String, on day: String) throws {
    try sandbox.shell(
      "set -e; \(change); git add -A; git commit -q -m \"$subject\"",
      environment: [
        "GIT_AUTHOR_DATE": "\(day)T10:00:00Z", "GIT_COMMITTER_DATE": "\(day)T10:00:00Z",
        "subject": subject,
      ])
  }

  private func sha(_ revision: String) throws -> String {
    try sandbox.shell("git rev-parse \(revision)").split(separator: "\n").joined()
  }

  private func answer(_ target: String, in folder: String? = nil) throws -> JSONValue {
    let outcome = try sandbox.run("why", target, "--json", in: folder)
    try #require(outcome.status == 0, "\(target): \(outcome.testDescription)")
    let value = try outcome.json()
    #expect(Shape.why.faults(in: value) == [], "\(target)")
    return value
  }

  /// The lines of an answer, such as `1-2 Write the code` and `3 not committed`.
  private func lines(_ target: String, in folder: String? = nil) throws -> [String] {
    try (answer(target, in: folder)["lines"]?.array ?? []).map { line in
      let (from, to) = (line["from"]?.integer ?? 0, line["to"]?.integer ?? 0)
      let numbers = from == to ? "\(from)" : "\(from)-\(to)"
      return "\(numbers) \(line["message"]?.string ?? "not committed")"
    }
  }

  private func subjects(_ target: String, in folder: String? = nil) throws -> [String?] {
    try (answer(target, in: folder)["commits"]?.array ?? []).map { $0["message"]?.string }
  }

  // MARK: The answer

  @Test func `shows lines, commits, notes, and the diary and to-dos that name them`() throws {
    try sandbox.run(
      "notes", "add", "--commit", "HEAD", "--title", "Why loud", "--body", "Nobody heard it.")
    let (first, second) = (try sha("HEAD").prefix(7), try sha("HEAD~1").prefix(7))
    try sandbox.run(
      "diary", "write", "2026-11-19", "--body", "A quiet day\n\nToo quiet: see \(first).")
    try sandbox.run("todo", "add", "Shout", "--day", "2026-11-19")
    try sandbox.run("todo", "add", "Revert \(first)?")
    let outcome = try sandbox.run("why", "code.c").expectExactly(error: "")
    let id = try sandbox.notes()[0]["id"]?.string ?? ""
    #expect(
      outcome.output == """
        1  \(second)  one
        2  \(first)  TWO
        3  \(second)  three

        \(first)  Make two louder
        Nov 19, 2026 at 10:00 AM  저자
        Diary: Nov 19  Too quiet: see \(first).
        To-dos: [ ] Revert \(first)?

          Why loud
          \(id.prefix(4))  octocat/hello  Nov 22, 2026 at 8:30 AM

          Nobody heard it.

        \(second)  Write the code
        Nov 18, 2026 at 10:00 AM  저자

        """)
  }

  @Test func `without a note the commit says why`() throws {
    let body = (1...12).map { "Reason \($0)." }.joined(separator: "\n")
    try commit("printf 'louder\\n' >> code.c", "Shout (#12)\n\n\(body)", on: "2026-11-20")
    let short = try sha("HEAD").prefix(7)
    let outcome = try sandbox.run("why", "code.c:4").expect(
      output: "\(short)  Shout (#12)\n", error: "notes add --commit \(short)")
    #expect(
      outcome.output.hasSuffix(
        "\n\n" + (1...10).map { "  Reason \($0).\n" }.joined() + "  …\n"), "\(outcome.output)")
    #expect(try answer("code.c:4")["commits"]?.array?.first?["body"]?.string == body)
    #expect(!File.exists(sandbox.journal))
    try sandbox.run("notes", "add", "--commit", "HEAD", "--body", "Nobody heard it.")
    #expect(try !sandbox.run("why", "code.c:4").output.contains("Reason 1."))
  }

  @Test func `JSON has the lines, and each commit with all that belongs to it`() throws {
    try sandbox.run("notes", "add", "--commit", "HEAD~1", "--body", "first")
    let short = try sha("HEAD~1").prefix(7)
    try sandbox.run("diary", "write", "2026-11-18", "--body", "An entry\n\nAbout \(short)1234")
    try sandbox.run("todo", "add", "A to-do of \(short)", "--day", "2026-11-18")
    try sandbox.run("todo", "add", "Another to-do", "--day", "2026-11-18")
    let value = try answer("code.c:1-2")
    let line = value["lines"]?.array?.first
    let first = try sha("HEAD~1")
    #expect(line?["path"] == "code.c" && line?["sha"]?.string == first)
    #expect(line?["date"] == "2026-11-18T10:00:00Z" && line?["author"] == "저자")
    let commits = value["commits"]?.array ?? []
    #expect(commits.map { $0["message"] } == ["Make two louder", "Write the code"])
    #expect(commits.map { $0["notes"]?.array?.count } == [0, 1])
    #expect(commits[1]["entry"]?["title"] == "An entry" && commits[0]["entry"] == .null)
    #expect(
      commits[1]["todos"]?.array?.compactMap { $0["text"]?.string } == ["A to-do of \(short)"])
    #expect(commits[1]["url"]?.string?.hasPrefix("https://github.com/octocat/hello/") == true)
  }

  @Test func `a to-do that a commit completed belongs to it`() throws {
    for text in ["Shout", "Whisper"] {
      try sandbox.run("todo", "add", text, environment: ["COMMITDIARY_NOW": "2026-11-19T09:00:00Z"])
    }
    try sandbox.shell("git config user.email author@example.com")
    try commit("printf 'louder\\n' >> code.c", "Louder\n\nTodo: 1", on: "2026-11-20")
    try sandbox.run("digest")
    try sandbox.run("todo", "done", "2")
    let toDos = try answer("HEAD")["commits"]?.array?.first?["todos"]?.array
    #expect(toDos?.map { $0["text"] } == ["Shout"])
  }

  @Test func `a commit has no lines`() throws {
    for typed in ["HEAD", "HEAD~0", try sha("HEAD"), String(try sha("HEAD").prefix(8))] {
      #expect(try subjects(typed) == ["Make two louder"])
      #expect(try lines(typed) == [])
    }
    #expect(try sandbox.run("why", "HEAD").error.contains("notes add --commit"))
    try sandbox.run("notes", "add", "--commit", "HEAD", "--body", "known")
    let elsewhere = try answer(try sha("HEAD"), in: sandbox.file("home"))
    #expect(elsewhere["commits"]?.array?.first?["notes"]?.array?.count == 1)
  }

  @Test func `a note that was written before a rebase is shown`() throws {
    try sandbox.run("notes", "add", "--commit", "HEAD", "--body", "before")
    try sandbox.shell(
      "git commit -q --amend -m 'Another subject'",
      environment: ["GIT_COMMITTER_DATE": "2026-11-20T10:00:00Z"])
    let commit = try answer("code.c:2")["commits"]?.array?.first
    #expect(commit?["message"] == "Another subject")
    #expect(commit?["notes"]?.array?.map { $0["body"] } == ["before"])
  }

  // MARK: Which lines

  @Test func `lines that are not committed say so`() throws {
    try sandbox.shell("printf 'zero\\none\\nTWO\\nthree\\nfour' > code.c")
    #expect(
      try lines("code.c") == [
        "1 not committed", "2 Write the code", "3 Make two louder", "4 Write the code",
        "5 not committed",
      ])
    #expect(try lines("code.c:3") == ["3 Make two louder"])
    #expect(try lines("code.c:5") == ["5 not committed"])
    #expect(try subjects("code.c:5") == [])
    #expect(try sandbox.run("why", "code.c:5").output == "5  not committed  four\n")
    // Staged, deleted, and with other line breaks.
    try sandbox.shell("git add code.c")
    #expect(try lines("code.c:1-2") == ["1 not committed", "2 Write the code"])
    try sandbox.shell("printf 'one\\r\\nTWO\\r\\nthree\\r\\n' > code.c")
    #expect(try lines("code.c").count == 3 && lines("code.c:1") == ["1 Write the code"])
    try sandbox.shell("printf 'three\\n' > code.c")
    #expect(try lines("code.c:1") == ["1 Write the code"])
    try sandbox.shell("git rm -q --cached code.c; rm code.c")
    #expect(try lines("code.c:2") == ["2 Make two louder"])
    #expect(try sandbox.run("why", "code.c").error.contains("was deleted"))
  }

  @Test func `follows renames, moves, copies, and ignores listed revisions`() throws {
    try commit("git mv code.c renamed.c", "Rename it", on: "2026-11-20")
    #expect(
      try lines("renamed.c") == ["1 Write the code", "2 Make two louder", "3 Write the code"])
    try sandbox.shell("git mv renamed.c staged.c")
    #expect(try lines("staged.c:2") == ["2 Make two louder"])
    try sandbox.shell("git mv staged.c renamed.c")
    try commit("sed -i 's/^/    /' renamed.c", "Indent it", on: "2026-11-21")
    #expect(try lines("renamed.c") == ["1-3 Indent it"])
    try sandbox.shell("git rev-parse HEAD > .git-blame-ignore-revs")
    #expect(try lines("renamed.c:2") == ["2 Make two louder"])
    try sandbox.shell("git config blame.ignoreRevsFile .git-blame-ignore-revs")
    #expect(try lines("renamed.c:2") == ["2 Make two louder"])
    // A list in another format does not count where it is not configured.
    try sandbox.shell(
      "git config --unset blame.ignoreRevsFile; echo nonsense > .git-blame-ignore-revs")
    #expect(try lines("renamed.c:2") == ["2 Indent it"])
    // Many users configure the file for all clones.
    try sandbox.shell(
      "rm .git-blame-ignore-revs; git config --global blame.ignoreRevsFile .git-blame-ignore-revs")
    #expect(try lines("renamed.c:2") == ["2 Indent it"])
    try sandbox.shell("mkfifo .git-blame-ignore-revs")
    try sandbox.run("why", "renamed.c:2").expectRefusal(1)
  }

  @Test func `a missing list of ignored revisions in the settings of the clone is named`() throws {
    let folder = sandbox.file("temporary")
    try File.makeDirectory(folder)
    sandbox.environment["TMPDIR"] = folder
    try sandbox.shell("git rev-parse HEAD > list; git config blame.ignoreRevsFile missing")
    let outcome = try sandbox.run("why", "code.c:2", "--json").expect(0)
    #expect(try outcome.json()["commits"]?.array?.first?["message"] == "Make two louder")
    #expect(outcome.error.contains("\(sandbox.directory)/missing"), "\(outcome.testDescription)")
    #expect(outcome.error.split(separator: "\n").count == 1)
    // The other lists still count, and so do those of the working tree.
    try sandbox.shell("git config --add blame.ignoreRevsFile list")
    #expect(try lines("code.c:2") == ["2 Write the code"])
    try sandbox.shell(
      "git config --unset blame.ignoreRevsFile list; mv list .git-blame-ignore-revs")
    #expect(try lines("code.c:2") == ["2 Write the code"])
    #expect(try File.list(folder).isEmpty)
  }

  @Test func `commits of the same second are in the order of the history`() throws {
    var history: [String] = []
    for number in 1...6 {
      try commit("echo \(number) >> many.c", "Line \(number)", on: "2026-11-20")
      history.insert("Line \(number)", at: 0)
    }
    #expect(try subjects("many.c") == history)
    // The author dates of rebased commits count before the time of the rebase.
    try sandbox.shell("git rebase -q -f --root")
    #expect(try subjects("many.c") == history)
  }

  @Test func `a path in a submodule or outside of any clone is about its own clone`() throws {
    try sandbox.shell(
      """
      set -e; mkdir "$sandbox/outside"; echo a > "$sandbox/outside/file"
      ln -s "$sandbox/outside/file" escape; ln -s nowhere dangling; git add -A
      git commit -q -m Links
      """)
    try sandbox.run("why", "../outside/file").expectRefusal(2)
    try sandbox.run("why", "escape:1").expectRefusal(2)
    try sandbox.run("why", "dangling").expectRefusal(1)
  }

  // MARK: Names

  @Test func `finds files from any folder, and with any name`() throws {
    let names = ["a:1", "a b", "-n", "*.c", "line\nbreak", "HEAD", ":(top)x", "한글.c"]
    for name in names {
      try sandbox.shell(
        "mkdir -p sub/deep; cp code.c \"./$name\"; cp code.c \"sub/$name\"",
        environment: ["name": name])
    }
    try commit("git add -A", "Copy it", on: "2026-11-20")
    let sub = sandbox.directory + "/sub"
    for name in names {
      let typed = name.hasPrefix("-") ? "./" + name : name
      #expect(try lines("\(typed):2") == ["2 Copy it"], "\(name)")
      #expect(
        try answer("\(typed):2", in: sub)["lines"]?.array?.first?["path"] == .string("sub/\(name)"))
      #expect(try lines("../\(name):2", in: sub + "/deep").count == 1)
      #expect(try lines("\(sandbox.directory)/\(name):2", in: sandbox.file("home")).count == 1)
    }
    // A file takes precedence over a revision.
    #expect(try lines("HEAD") == ["1-3 Copy it"])
    try sandbox.shell("git checkout -q -b sub && ln -s code.c link && rm ./HEAD")
    #expect(try subjects("sub") == ["Copy it"])
    #expect(try lines("link:2") == ["2 Make two louder"])
  }

  @Test func `finds the clone of the file`() throws {
    try sandbox.shell(
      """
      set -e; git clone -q . "$sandbox/part"
      git -c protocol.file.allow=always submodule add -q "$sandbox/part" part
      git worktree add -q "$sandbox/tree"; git clone -q --bare . "$sandbox/bare.git"
      git clone -q --depth 1 "file://$PWD" "$sandbox/shallow"
      """)
    #expect(try lines("part/code.c:2") == ["2 Make two louder"])
    #expect(try lines(sandbox.file("tree/code.c:2"), in: sandbox.file("home")).count == 1)
    #expect(try lines("code.c:2", in: sandbox.file("bare.git")) == ["2 Make two louder"])
    #expect(try lines("code.c", in: sandbox.file("shallow")) == ["1-3 Make two louder"])
    #expect(try sandbox.run("why", "code.c", in: sandbox.file("shallow")).error.contains("shallow"))
    try sandbox.run("why", "part").expectRefusal(2)
    try sandbox.shell("touch \"$sandbox/home/alone\"")
    try sandbox.run("why", "alone", in: sandbox.file("home")).expectRefusal(2)
  }

  // MARK: Refusals

  @Test func `refuses what does not exist`() throws {
    try sandbox.shell(
      """
      mkdir folder; touch untracked; echo ignored > .gitignore; touch ignored; mkfifo fifo
      printf 'a\\0b\\n' > binary; : > empty; printf 'new\\n' > staged; git add binary empty staged
      git commit -q -m 'Add files' binary empty; echo secret > locked; git add locked
      """)
    let refusals: [(String, Int32, String)] = [
      ("missing.c", 3, "no such file or commit: missing.c"), ("missing.c:3", 3, "missing.c:3"),
      ("no/where.c:3", 3, "no/where.c"), ("nowhere", 3, "nowhere"), ("", 3, "no such file"),
      ("HEAD..HEAD~1", 3, "HEAD..HEAD~1"), ("0123456789abcdef", 3, "0123456789abcdef"),
      ("untracked", 3, "untracked"), ("ignored:1", 3, "ignored"), (".git/config", 3, ".git/config"),
      ("code.c:4", 2, "line 4"), ("code.c:2-9", 2, "line 9"), ("code.c:0", 2, "code.c:0"),
      ("code.c:3-1", 2, "code.c:3-1"), ("code.c:99999999999999999999", 2, "code.c"),
      ("empty:1", 2, "line 1"), ("binary:1", 2, "binary"), ("folder", 2, "folder"),
      ("folder:3", 2, "folder"), ("fifo", 1, "fifo"),
    ]
    for (target, status, words) in refusals {
      try sandbox.run("why", target, "--offline").expectRefusal(status, words)
      try sandbox.run("why", target, "--offline", "--json").expectRefusalAsJSON(status)
    }
    #expect(try subjects("binary") == ["Add files"] && subjects("empty") == ["Add files"])
    #expect(try lines("staged") == ["1 not committed"])
  }

  @Test func `a clone without commits has no committed lines`() throws {
    try sandbox.shell("git init -q \"$sandbox/new\"; cd \"$sandbox/new\"; echo a > f; git add f")
    #expect(try lines("f", in: sandbox.file("new")) == ["1 not committed"])
    try sandbox.run("why", "g", in: sandbox.file("new")).expectRefusal(3)
    try sandbox.run("why", "HEAD", in: sandbox.file("new")).expectRefusal(3)
  }

  // MARK: Everywhere
}

/// `why --signs`, and notes about ways that were tried and dropped.
@Suite(.inProcess) struct WhySignsTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.shell(
      """
      mkdir src && printf 'one\\ntwo\\nthree\\n' > src/a.c && git add src && git commit -qm 'Write a'
      """)
    try #require(
      try sandbox.run("notes", "add", "--body", "Tried two", "--tag", "rejected").status == 0)
    try #require(try sandbox.run("notes", "add", "--body", "The reason").status == 0)
    try sandbox.shell("printf 'one\\n2\\nthree\\n' > src/a.c && git commit -qam 'Change it'")
  }

  @Test func `lists the lines with notes as compilers list errors`() throws {
    try sandbox.run("why", "--signs", "src/a.c").expectExactly(
      output: "src/a.c:1:1: The reason (+1)\nsrc/a.c:3:1: The reason (+1)\n")
    let json = try sandbox.json("why", "--signs", "src/a.c")
    #expect(json["signs"]?.array?.count == 2)
    #expect(json["signs"]?.array?.last?["line"] == 3)
    try sandbox.run("why", "--signs", "HEAD").expect(3, error: "HEAD: ")
    #expect(try sandbox.run("why", "--signs", "none.c").status == 3)
  }

  @Test func `ways that were dropped come last, under a heading`() throws {
    let shown = try sandbox.run("why", "src/a.c:1").output
    let reason = try #require(shown.firstRange(of: "The reason"))
    let heading = try #require(shown.firstRange(of: "Tried and dropped:"))
    let tried = try #require(shown.firstRange(of: "Tried two"))
    #expect(reason.upperBound < heading.lowerBound && heading.upperBound < tried.lowerBound)
  }
}
