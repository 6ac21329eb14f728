import SQLite
import Testing

@testable import ProgramSupport

/// What `doctor --repair` says about texts that it cannot save.
@Suite(.inProcess) struct RepairReportTests {
  @Test func `a repair that leaves a text behind fails`() throws {
    let sandbox = try Sandbox(clone: nil)
    for body in ["first", "second"] { try sandbox.add("--body", body) }
    // The rebuilt journal does not accept this row.
    try Connection(path: sandbox.journal, mode: .readWrite).execute(
      """
      PRAGMA ignore_check_constraints = ON;
      UPDATE record SET day = 99999999 WHERE number = 1
      """)
    let outcome = try sandbox.run("doctor", "--repair", "--offline")
    outcome.expectFailure(6, "1 item could not be recovered, and is only in the old file")
    #expect(try sandbox.notes().count == 1)
  }

  @Test func `a damaged declaration is found and repaired`() throws {
    let sandbox = try Sandbox(clone: nil)
    try sandbox.add("--body", "first")
    let connection = try Connection(path: sandbox.journal, mode: .readWrite)
    try connection.acceptDamage()
    try connection.execute(
      "UPDATE sqlite_schema SET sql = replace(sql, 'parents', 'Qarents') WHERE name = 'record'")
    for words in [["doctor", "--offline"], ["doctor", "--offline", "--full"]] {
      let outcome = try sandbox.run(words)
      #expect(outcome.status == 6 && outcome.output.contains("declaration of record"))
    }
    #expect(try sandbox.run("doctor", "--repair", "--offline").status == 0)
    #expect(try sandbox.notes().count == 1)
  }
}
