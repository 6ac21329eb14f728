import JSON
import Platform
import TestSupport
import Testing

@testable import ProgramSupport

/// A to-do that was reported as saved is saved, whatever happens to the program.
@Suite struct ToDoDurabilityTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    sandbox.environment["COMMITDIARY_NOW"] = "2026-11-21T09:00:00+09:00"
  }

  private static let long = String(repeating: "words and words ", count: 40_000)

  @Test(arguments: [0, 40, 200])
  func `refuses a list without disk space and keeps the journal`(limit: Int) throws {
    try sandbox.toDos("add", "--each", "stays", "changes")
    let before = try FolderContents(sandbox.data)
    try File.writeAtomically(Array(Self.long.utf8), to: sandbox.file("long"))
    let command = "ulimit -f \(limit); \"$commitdiary\" todo add - < \"$sandbox/long\""
    try sandbox.script(command).expectRefusal(6)
    try sandbox.script(command.replacing("add -", with: "add --json -")).expectRefusalAsJSON(6)
    #expect(try sandbox.toDos("list").map(\.text) == ["stays", "changes"])
    #expect(try FolderContents(sandbox.data) == before)
    #expect(try sandbox.integrity() == ["ok"])
    // The number of the failed to-do is still free.
    #expect(try sandbox.toDos("add", "goes on") == [.init(3, "goes on")])
  }

  @Test(.enabled(if: SmallDisk.isAvailable, "\(SmallDisk.reason)"))
  func `refuses a list on a full disk and accepts it later`() throws {
    let disk = try SmallDisk(kilobytes: 1024)
    sandbox.environment["XDG_DATA_HOME"] = disk.path
    try sandbox.toDos("add", "stays")
    try disk.fill(leaving: 0)
    for words in [["add", Self.long], ["edit", "1", Self.long]] {
      try sandbox.run(["todo"] + words.map { String($0.prefix(100_000)) }).expectRefusal(6)
    }
    #expect(try sandbox.toDos("list") == [.init(1, "stays")])
    try disk.empty()
    #expect(try sandbox.toDos("add", "goes on") == [.init(2, "goes on")])
  }

  @Test func `says a change is saved when its output cannot be written`() throws {
    let outcome = try sandbox.script("\"$commitdiary\" todo add once > /dev/full")
    #expect(
      outcome.status == 1 && outcome.error.contains("was saved"), "\(outcome.testDescription)")
    #expect(try sandbox.run("todo", "list").output.contains("once"))
  }

  @Test func `does not import exported to-dos again`() throws {
    try sandbox.run(["todo", "add", "--each", " lead", "two\nlines", "trail "])
    let export = try sandbox.run("todo", "export", "--format", "todotxt")
    let again = try sandbox.run(
      "todo", "import", "--format", "todotxt", "-", "--json", input: export.bytes)
    #expect(try again.json()["todos"]?.array?.isEmpty == true, "\(again.testDescription)")
    #expect(try sandbox.run("todo", "list", "--json").json()["todos"]?.array?.count == 3)
  }

  @Test func `concurrent processes get distinct numbers`() throws {
    let outcome = try sandbox.script(
      """
      for writer in 1 2 3 4 5 6; do
        (
          for count in 1 2 3 4 5 6 7 8 9 10; do
            "$commitdiary" todo add "writer $writer, $count" --quiet >>"$sandbox/out.$writer" \
              2>>"$sandbox/err.$writer" || echo "exit $?" >>"$sandbox/failed"
          done
        ) &
      done
      wait
      cat "$sandbox/failed" "$sandbox"/err.* 2>/dev/null
      """)
    #expect(outcome.output == "")
    let list = try sandbox.toDos("list")
    #expect(list.map(\.number) == Array(1...60))
    #expect(Set(list.map(\.text)).count == 60)
    // The to-dos of each writer are in the order in which they were written.
    for writer in 1...6 {
      let own = list.filter { $0.text.hasPrefix("writer \(writer),") }.map(\.text)
      #expect(own == (1...10).map { "writer \(writer), \($0)" })
    }
    let printed = try sandbox.shell("cat \"$sandbox\"/out.*").split(separator: "\n")
    #expect(Set(printed).count == 60)
  }
}
