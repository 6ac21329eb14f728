import Platform
import SQLite
import TestSupport
import Testing

@testable import ProgramSupport

/// The daily copies of the journal, made by a process in the background.
@Suite struct CopyProcessTests {
  private let sandbox: Sandbox
  private let folder: String

  init() throws {
    sandbox = try Sandbox(at: "2026-11-21T09:00:00+09:00")
    folder = sandbox.file("copies")
    try File.makeDirectory(folder)
    try sandbox.run("config", "set", "backup.path", folder).expect(0)
  }

  /// The days of the copies, once no process makes one.
  private func days() throws -> [String] {
    try sandbox.shell("while pgrep -f '/commitdiary copy$' > /dev/null; do sleep 0.02; done")
    return try File.list(folder).filter { $0.hasSuffix(".sqlite") }
      .map { String($0.dropLast(7).suffix(10)) }.sorted()
  }

  private func bodies(of day: String) throws -> String {
    let data = sandbox.file("restored")
    try sandbox.shell(
      """
      rm -rf '\(data)' && mkdir -p '\(data)/commitdiary'
      cp '\(folder)'/*-\(day).sqlite '\(data)/commitdiary/journal.sqlite'
      """)
    return try sandbox.run("diary", "list", "--json", environment: ["XDG_DATA_HOME": data])
      .expect(0).output
  }

  @Test func `the first change of a day is followed by a copy`() throws {
    try sandbox.run("today").expect(0)
    #expect(try days() == [])
    try sandbox.run("jot", "the first line").expect(0)
    #expect(try days() == ["2026-11-21"])
    try sandbox.run("jot", "the second line").expect(0)
    #expect(try days() == ["2026-11-21"])
    let copied = try bodies(of: "2026-11-21")
    #expect(copied.contains("first line") && !copied.contains("second line"))
    try sandbox.run(
      "jot", "tomorrow", environment: ["COMMITDIARY_NOW": "2026-11-22T09:00:00+09:00"]
    )
    .expect(0)
    #expect(try days() == ["2026-11-21", "2026-11-22"])
    try sandbox.run("doctor").expect(output: "last copy of the journal: Nov 22, 2026")
  }

  @Test func `a folder that is not there costs nothing but a warning`() throws {
    try sandbox.shell("rm -r '\(folder)'")
    try sandbox.run("jot", "a line").expect(0).expectExactly(error: "")
    try sandbox.run("doctor").expect(output: "no such directory: \(folder)")
    #expect(!File.exists(folder))
    try sandbox.run("config", "set", "backup.path", "copies").expectRefusal(2)
    try sandbox.run("config", "set", "backup.path", folder)
      .expect(0, error: "no such directory: \(folder)")
  }

  @Test func `a copy that was killed is neither taken for one nor left`() throws {
    try sandbox.run("config", "unset", "backup.path").expect(0)
    for number in 1...40 { try sandbox.add("--body", "note \(number)") }
    try sandbox.run("config", "set", "backup.path", folder).expect(0)
    var killed = 0
    for (call, places) in [
      ("pwrite64", Array(stride(from: 1, to: 100, by: 14))), ("fsync", [1, 2]), ("rename", [1, 2]),
      ("openat", Array(stride(from: 20, to: 60, by: 8))), ("unlink", [1]),
    ] {
      for place in places {
        let status = try sandbox.shell(
          """
          strace -f -qq -o /dev/null -e trace=\(call) -e inject=\(call):signal=KILL:when=\(place) \
            '\(sandbox.program)' copy || echo "$?"
          """)
        killed += status.isEmpty ? 0 : 1
        for name in try File.list(folder) where name.hasSuffix(".sqlite") {
          let copy = try Connection(path: "\(folder)/\(name)", mode: .immutable)
          let check = try copy.rows("PRAGMA integrity_check") { $0.text(0) }
          #expect(check == ["ok"], "\(call) \(place)")
        }
        try sandbox.run("copy").expect(0)
        #expect(try days() == ["2026-11-21"], "\(call) \(place)")
        #expect(try File.list(folder).count { !$0.hasPrefix(".") } == 1, "\(call) \(place)")
        try sandbox.shell("rm '\(folder)'/*")
      }
    }
    #expect(killed > 10)
    #expect(try sandbox.notes().count == 40)
  }
}
