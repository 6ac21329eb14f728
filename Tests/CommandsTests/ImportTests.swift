import JSON
import Platform
import Testing

@testable import ProgramSupport

/// `import` and `export` as commands: what is recognized, repeated, undone, deleted and purged.
@Suite(.inProcess) struct ImportTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: nil, at: "2026-11-21T18:00:00+09:00", in: "Asia/Seoul")
  }

  private func write(_ name: String, _ text: String) throws -> String {
    let path = sandbox.file(name)
    try File.writeAtomically(Array(text.utf8), to: path)
    return path
  }

  @discardableResult
  private func take(_ words: String..., input: [UInt8] = []) throws -> JSONValue {
    let outcome = try sandbox.run(["import", "--json"] + words, input: input).expect(0)
    return try outcome.json()
  }

  /// Imports the journal, and returns its path.
  private func taken() throws -> String {
    let file = try write("journal.txt", Self.journal)
    try take(file)
    return file
  }

  private func added(_ result: JSONValue) -> [Int?] {
    ["entries", "notes", "todos"].map { result["imported"]?[$0]?.integer }
  }

  private func export(_ words: String...) throws -> String {
    try sandbox.run(["export"] + words).expect(0).output
  }

  private func body(_ day: String) throws -> String? {
    let outcome = try sandbox.run("diary", "show", day, "--json")
    return outcome.status == 0 ? try outcome.json()["body"]?.string : nil
  }

  private static let journal = """
    [2026-11-18 09:05] A title
    and a body with @perf

    [2026-11-19 08:00] First of two *

    [2026-11-19 21:30] Second of two
    more


    """

  // MARK: Once, and again

  @Test func `entries of one day become paragraphs, and come apart again`() throws {
    let file = try write("journal.txt", Self.journal)
    #expect(try added(take(file)) == [3, 0, 0])
    #expect(try body("2026-11-18") == "and a body with @perf")
    #expect(try body("2026-11-19") == "8:00 AM First of two\n\n9:30 PM Second of two\n\nmore")
    #expect(try export("jrnl") == Self.journal)
    #expect(try sandbox.run("tags", "starred").output.contains("First of two"))
    let again = try take(file)
    #expect(added(again) == [0, 0, 0] && again["unchanged"] == 3)
  }

  @Test func `an entry is not put into another one that has times in its text`() throws {
    let journal = """
      [2026-11-19 01:00] First
      8:00 AM coffee

      9:00 AM more

      """
    let file = try write("journal.txt", journal)
    try take(file)
    let later = journal + "\n[2026-11-19 02:00] Second\n\n8:30 AM tea\n"
    _ = try write("journal.txt", later + "\n[2026-11-19 02:30] Third\n")
    try take(file)
    #expect(try export("jrnl") == later + "\n[2026-11-19 02:30] Third\n")
    _ = try sandbox.run("jot", "--at", "2026-11-19 02:10", "jot")
    #expect(try export("jrnl").contains("Second\n\n8:30 AM tea\n"))
  }

  @Test func `a jot between imported entries is exported beside them`() throws {
    try take(write("journal.txt", Self.journal))
    _ = try sandbox.run("jot", "--at", "2026-11-19 12:00", "A jot")
    let exported = try export("jrnl")
    #expect(exported.contains("[2026-11-19 08:00] First of two *\n"), "\(exported)")
    #expect(exported.contains("[2026-11-19 12:00] A jot\n"), "\(exported)")
    #expect(exported.contains("[2026-11-19 21:30] Second of two\nmore\n"), "\(exported)")
  }

  @Test func `a day goes to jrnl with an entry for each time, and comes back once`() throws {
    try sandbox.run("diary", "write", "2026-11-20", "--body", "A day\n\nwith a body").expect(0)
    for (time, line) in [
      ("2026-11-20 09:15", "Slept on it"), ("2026-11-21 09:15", "Tea"),
      ("2026-11-21 17:40", "Found the slow query"),
    ] {
      try sandbox.run("jot", "--at", time, line).expect(0)
    }
    let exported = try export("jrnl")
    #expect(
      exported == """
        [2026-11-20] A day
        with a body

        [2026-11-20 09:15] Slept on it

        [2026-11-21 09:15] Tea

        [2026-11-21 17:40] Found the slow query

        """, "\(exported)")
    // jrnl writes the whole file anew, with times everywhere, and an entry of its own.
    let rewritten = """
      [2026-11-20 09:00:00 AM] A day
      with a body

      [2026-11-20 09:15:00 AM] Slept on it

      [2026-11-21 09:15:00 AM] Tea

      [2026-11-21 05:40:00 PM] Found the slow query

      [2026-11-21 05:50:00 PM] Added in jrnl.


      """
    let file = try write("rewritten.txt", rewritten)
    let first = try take(file)
    #expect(try added(first) == [1, 0, 0] && first["unchanged"] == 4)
    #expect(
      try body("2026-11-21")
        == "9:15 AM Tea\n\n5:40 PM Found the slow query\n\n5:50 PM Added in jrnl.")
    #expect(try take(file)["unchanged"] == 5)
    #expect(try export("jrnl") == rewritten)
  }

  @Test func `what changed outside is merged with what changed here`() throws {
    let file = try taken()
    _ = try sandbox.run("diary", "write", "2026-11-18", "--body", "Written here.")
    _ = try write(
      "journal.txt",
      Self.journal.replacing("and a body", with: "and another body")
        .replacing("more", with: "much more"))
    let again = try take(file)
    #expect(added(again) == [0, 0, 0] && again["changed"] == 2 && again["unchanged"] == 1)
    #expect(try body("2026-11-18") == "and another body with @perf\n\nWritten here.")
    #expect(try body("2026-11-19")?.hasSuffix("Second of two\n\nmuch more") == true)
    #expect(try sandbox.json("diary", "history", "2026-11-19")["versions"]?.array?.count == 2)
  }

  @Test func `an import is one change, and undoing it forgets it`() throws {
    let file = try taken()
    try sandbox.run("undo").expect(output: "import jrnl")
    #expect(try body("2026-11-18") == nil)
    #expect(try added(take(file)) == [3, 0, 0])
    #expect(try export("jrnl") == Self.journal)
    _ = try sandbox.run("undo")
    _ = try sandbox.run("redo")
    #expect(try take(file)["unchanged"] == 3)
  }

  /// A folder with three days.
  private func threeDays() throws -> String {
    try File.makeDirectory(sandbox.file("days"))
    for number in 1...3 { _ = try write("days/2024-05-0\(number).md", "Day \(number)\n") }
    return sandbox.file("days")
  }

  @Test(arguments: [[], ["jot", "a line"]])
  func `an undone import comes back although it was exported`(_ between: [String]) throws {
    let folder = try threeDays()
    try take(folder)
    _ = try export("markdown", sandbox.file("elsewhere"))
    try sandbox.run("undo").expect(0)
    if !between.isEmpty { try sandbox.run(between).expect(0) }
    #expect(try added(take(folder)) == [3, 0, 0])
    #expect(try take(folder)["unchanged"] == 3)
  }

  @Test func `also a day that was exported to its folder with a line more`() throws {
    let folder = try threeDays()
    try take(folder)
    try sandbox.run("jot", "--at", "2024-05-02 22:15", "more").expect(0)
    _ = try export("markdown", folder)
    try sandbox.run("undo", "--yes").expect(0)
    try sandbox.run("undo", "--yes").expect(0)
    #expect(try added(take(folder)) == [3, 0, 0])
    #expect(try sandbox.run("diary", "show", "2024-05-02").output.contains("more"))
  }

  @Test func `an import that changes nothing leaves redo alone`() throws {
    let file = try taken()
    try sandbox.run("diary", "write", "2026-11-17", "--body", "Written and undone")
    _ = try sandbox.run("undo")
    #expect(try take(file)["unchanged"] == 3)
    try sandbox.run("redo").expect(0)
    #expect(try sandbox.run("diary", "show", "2026-11-17").output.contains("Written and undone"))
    // One that changes something clears it, as every change does.
    _ = try sandbox.run("undo")
    _ = try write("journal.txt", Self.journal.replacing("more", with: "much more"))
    #expect(try take(file)["changed"] == 1)
    #expect(try sandbox.run("redo").status == 3)
  }

  @Test func `texts of another diary come back after an undo`() throws {
    // Their IDs are in the file.
    let other = try Sandbox(clone: nil)
    other.environment["COMMITDIARY_NOW"] = sandbox.environment["COMMITDIARY_NOW"]
    try other.run("todo", "add", "from elsewhere")
    let file = sandbox.file("todos.ics")
    try other.run("export", "ics", file)
    #expect(try added(take(file)) == [0, 0, 1])
    _ = try sandbox.run("undo")
    #expect(try added(take(file)) == [0, 0, 1])
    #expect(try sandbox.run("todo", "list").output.contains("from elsewhere"))
  }

  @Test func `a preview leaves redo alone`() throws {
    try sandbox.run("diary", "write", "2026-11-17", "--body", "Written and undone")
    _ = try sandbox.run("undo")
    let file = try write("journal.txt", Self.journal)
    #expect(try added(take(file, "--dry-run")) == [3, 0, 0])
    #expect(try sandbox.run("redo").status == 0)
  }

  @Test func `an export that was changed elsewhere becomes a version`() throws {
    try sandbox.run("diary", "write", "2026-11-18", "--body", "Mine")
    let file = sandbox.file("out.json")
    _ = try export("dayone", file)
    let text = String(decoding: try File.read(file), as: UTF8.self)
    _ = try write("out.json", text.replacing("Mine", with: "Mine, changed"))
    #expect(try take("dayone", file)["changed"] == 1)
    let history = try sandbox.json("diary", "history", "2026-11-18")
    #expect(history["versions"]?.array?.map { $0["title"] } == ["Mine", "Mine, changed"])
  }

  @Test func `an entry that was moved to another day moves here too`() throws {
    let file = try taken()
    _ = try write("journal.txt", Self.journal.replacing("2026-11-18", with: "2026-11-16"))
    #expect(try take(file)["changed"] == 1)
    #expect(try body("2026-11-18") == nil)
    #expect(try body("2026-11-16") == "and a body with @perf")
    _ = try sandbox.run("undo")
    #expect(try body("2026-11-18") == "and a body with @perf")
  }

  @Test func `a preview changes nothing and creates no journal`() throws {
    let file = try write("journal.txt", Self.journal)
    try sandbox.run("import", file, "--dry-run").expect(0, output: "3 entries", "  A title")
    #expect(!File.exists(sandbox.file("home/.local/share/commitdiary/journal.sqlite")))
    #expect(try take(file, "--dry-run")["dryRun"] == true)
  }

  @Test func `tags of an import are added to what is new`() throws {
    try take(write("todo.txt", "2026-11-20 one\n2026-11-20 two @x\n"), "--tag", "old")
    let toDos = try sandbox.json("todo", "list", "--all")["todos"]?.array
    #expect(toDos?.map { $0["tags"] } == [["old"], ["x", "old"]])
  }

  // MARK: Deleted and purged

  @Test func `a deleted text stays deleted, and a purged one with an id stays away`() throws {
    let uuid = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
    let tasks = #"{"description":"one","entry":"20261120T000000Z","uuid":"\#(uuid)"}"#
    try take("taskwarrior", write("tasks.json", tasks))
    _ = try sandbox.run("todo", "delete", "1")
    #expect(try take(sandbox.file("tasks.json"))["left"] == [["what": "deletedHere", "count": 1]])

    let entries = #"""
      {"metadata":{"version":"1.0"},"entries":[{"uuid":"0123456789ABCDEF0123456789ABCDEF",
      "creationDate":"2026-11-17T03:00:00Z","timeZone":"Asia/Seoul","text":"Secret"}]}
      """#
    let file = try write("Journal.json", entries)
    #expect(try added(take("dayone", file)) == [1, 0, 0])
    try sandbox.run("diary", "delete", "2026-11-17", "--purge", "--yes").expect(error: file)
    let third = try take("dayone", file)
    #expect(added(third) == [0, 0, 0])
    #expect(third["left"] == [["what": "purgedHere", "count": 1]])
    // A format without ids cannot know, and says so.
    try sandbox.run("import", try write("journal.txt", Self.journal)).expect(error: "has no IDs")
  }

  // MARK: Damage

  @Test func `a damaged item is named, and nothing is imported without asking for it`() throws {
    let file = try write("tasks.json", "{\"description\":\"a\"}\n{\"description\":1}\n")
    try sandbox.run("import", "taskwarrior", file).expect(
      1, error: "tasks.json:2", "--skip-damaged")
    #expect(try sandbox.run("todo", "list").output.contains("a") == false)
    try sandbox.run("import", "taskwarrior", file, "--skip-damaged").expect(
      0, error: "tasks.json:2")
    #expect(try sandbox.json("todo", "list")["todos"]?.array?.count == 1)
  }

  @Test func `a file of a form that is known and not read is named as such`() throws {
    let plist = "<plist version=\"1.0\"><dict><key>Creation Date</key><date>x</date></dict></plist>"
    try File.makeDirectory(sandbox.file("Journal.dayone/entries"))
    try File.makeDirectory(sandbox.file("vault/old"))
    let entry = try write("Journal.dayone/entries/0123.doentry", plist)
    for (words, says) in [
      ([sandbox.file("Journal.dayone")], "entries/0123.doentry: entries from Day One Classic"),
      (["dayone", entry], "entries from Day One Classic"),
      ([try write("entry.xml", plist)], "entries from Day One Classic"),
      ([try write("journal.json", "{\"tags\": {}, \"entries\": []}")], "JSON from jrnl"),
      (["jrnl", sandbox.file("journal.json")], "JSON from jrnl"),
      ([try write("journal.txt", "JRNLv3 \u{1}")], "the content is encrypted"),
      (["todotxt", try write("todo.txt.gpg", "a")], "the content is encrypted"),
    ] {
      let outcome = try sandbox.run(["import"] + words).expect(1, error: says)
        .expectExactly(output: "")
      #expect(outcome.error.split(separator: "\n").count <= 2, "\(outcome.testDescription)")
    }
    #expect(try sandbox.json("diary", "list")["entries"] == [])
    // In a folder of another program, such a file is left out.
    _ = try write("vault/2026-11-18.md", "Written")
    _ = try write("vault/old/0123.doentry", plist)
    #expect(try added(take(sandbox.file("vault"))) == [1, 0, 0])
  }

  // MARK: Everything

  @Test func `the whole journal is the same in another place`() throws {
    try take(write("journal.txt", Self.journal))
    try sandbox.run("todo", "add", "--every", "week", "water", "due:friday", "#home")
    try sandbox.run("todo", "done", "1")
    try sandbox.run("diary", "write", "2026-11-01", "--body", "Purged\u{0301}")
    try sandbox.run("diary", "delete", "2026-11-01", "--purge", "--yes")
    try sandbox.run("diary", "delete", "2026-11-18", "--yes")
    let first = sandbox.file("first.json")
    _ = try export("json", first)
    sandbox.environment["XDG_DATA_HOME"] = sandbox.file("other")
    try take(first)
    let second = sandbox.file("second.json")
    _ = try export("json", second)
    #expect(try File.read(first) == File.read(second))
    #expect(try take(first)["unchanged"] == 4)
    // What was deleted before stays deleted.
    try sandbox.run("undo")
    try sandbox.run("redo")
    #expect(try take(first)["unchanged"] == 4)
    #expect(try sandbox.run(["import", "json", sandbox.directory]).status == 1)
    // The origins came along.
    #expect(try take(sandbox.file("journal.txt"))["unchanged"] == 2)
  }

  @Test func `notes stay on their commits, also when no reflog knows any more`() throws {
    let sandbox = try Sandbox.withOrigin(
      commits: "echo a >f; git add f; git commit -q -m 'Cache the rows'")
    let id = try #require(sandbox.json("notes", "add", "--body", "Why")["id"]?.string)
    // Content, message and date are others, so that only the reflog knows.
    try sandbox.shell(
      """
      echo b >f
      git commit -q -a --amend -m 'Keep them' --date 2026-11-20T10:00:00Z
      """)
    func place() throws -> JSONValue? { try sandbox.json("notes", "show", id)["commit"]?["now"] }
    let before = try place()
    let head = String(try sandbox.shell("git rev-parse HEAD").dropLast())
    #expect(before?["sha"] == .string(head))
    let file = sandbox.file("all.json")
    #expect(try sandbox.run("export", "json", file).status == 0)
    try sandbox.shell("git reflog expire --expire=all --all; git gc -q --prune=now")
    sandbox.environment["XDG_DATA_HOME"] = sandbox.file("other")
    #expect(try sandbox.run("import", "json", file).status == 0)
    #expect(try place() == before)
    let again = sandbox.file("again.json")
    #expect(try sandbox.run("export", "json", again).status == 0)
    #expect(try File.read(again) == File.read(file))
    // What was left out of the texts leaves out what is known of commits.
    try sandbox.run("export", "json", "-", "--tag", "none").expect(without: "rewrites")
  }

  @Test func `journals that went on apart are merged`() throws {
    try sandbox.run("diary", "write", "2026-11-18", "--body", "one\ntwo\nthree")
    let file = sandbox.file("all.json")
    _ = try export("json", file)
    let home = sandbox.environment["XDG_DATA_HOME"]
    sandbox.environment["XDG_DATA_HOME"] = sandbox.file("other")
    try take(file)
    try sandbox.run("diary", "write", "2026-11-18", "--replace", "--body", "one\ntwo\n3")
    _ = try export("json", sandbox.file("theirs.json"))
    sandbox.environment["XDG_DATA_HOME"] = home
    // An older file changes nothing; a newer one adds its versions.
    #expect(try take(sandbox.file("theirs.json"))["changed"] == 1)
    #expect(try body("2026-11-18") == "two\n3")
    #expect(try take(file)["unchanged"] == 1)
    try sandbox.run("diary", "write", "2026-11-18", "--body", "four")
    sandbox.environment["XDG_DATA_HOME"] = sandbox.file("other")
    try sandbox.run("diary", "write", "2026-11-18", "--replace", "--body", "One\n2\n3")
    _ = try export("json", sandbox.file("theirs.json"), "--yes")
    sandbox.environment["XDG_DATA_HOME"] = home
    #expect(try take(sandbox.file("theirs.json"))["changed"] == 1)
    #expect(try body("2026-11-18") == "2\n3\n\nfour")
  }

  @Test func `a record that is not as it was written is refused`() throws {
    try sandbox.run("diary", "write", "--body", "Written")
    let text = try export("json").replacing("Written", with: "Changed")
    sandbox.environment["XDG_DATA_HOME"] = sandbox.file("other")
    try sandbox.run("import", "-", input: Array(text.utf8)).expect(1, error: "hash")
  }

  @Test func `texts that were purged elsewhere are purged after a question`() throws {
    try sandbox.run("diary", "write", "2026-11-18", "--body", "Secret")
    let old = sandbox.file("old.json")
    _ = try export("json", old)
    let home = sandbox.environment["XDG_DATA_HOME"]
    sandbox.environment["XDG_DATA_HOME"] = sandbox.file("other")
    try take(old)
    try sandbox.run("diary", "delete", "2026-11-18", "--purge", "--yes")
    let new = sandbox.file("new.json")
    _ = try export("json", new)
    #expect(try added(take(old)) == [0, 0, 0])
    sandbox.environment["XDG_DATA_HOME"] = home
    #expect(try sandbox.run("import", new).status == 2)
    try take(new, "--yes")
    #expect(try body("2026-11-18") == nil)
    #expect(try !export("json").contains("Secret"))
  }
}
