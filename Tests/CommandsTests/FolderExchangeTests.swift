import JSON
import Platform
import Testing

@testable import ProgramSupport

/// A folder of calendar files that another program changes too.
@Suite(.inProcess) struct FolderExchangeTests {
  private let sandbox: Sandbox
  private let folder: String

  init() throws {
    sandbox = try Sandbox(clone: nil, at: "2026-11-21T18:00:00+09:00", in: "Asia/Seoul")
    folder = sandbox.file("calendar")
    try File.makeDirectory(folder)
  }

  private func put(_ uid: String, _ title: String, at time: String = "20261118T090500") throws {
    let lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//other//EN", "BEGIN:VJOURNAL", "UID:\(uid)",
      "DTSTAMP:20261118T000000Z", "DTSTART:\(time)", "SUMMARY:\(title)", "X-COLOR:red",
      "END:VJOURNAL", "END:VCALENDAR", "",
    ]
    try sandbox.write(lines.joined(separator: "\r\n"), to: "\(folder)/\(uid).ics")
  }

  @discardableResult
  private func take(_ words: String...) throws -> JSONValue {
    try sandbox.json(["import", folder] + words)
  }

  private func takeOne() throws {
    try put("a", "One")
    try take()
  }

  private func takeTwo() throws {
    try put("b", "Two", at: "20261118T100000")
    try takeOne()
  }

  private func export() throws { try sandbox.run("export", "ics", folder).expect(0) }

  private func body() throws -> String? {
    let outcome = try sandbox.run("diary", "show", "2026-11-18", "--json")
    return outcome.status == 0 ? try outcome.json()["body"]?.string : nil
  }

  private func files() throws -> [String] { try File.list(folder).sorted() }

  @Test func `an unchanged folder is not written`() throws {
    try put("a", "One")
    try put("b", "Two", at: "20261118T100000")
    #expect(try take()["imported"]?["entries"] == 2)
    #expect(try body() == "9:05 AM One\n\n10:00 AM Two")
    let before = try File.read("\(folder)/a.ics")
    try export()
    #expect(try File.read("\(folder)/a.ics") == before)
    #expect(try take()["unchanged"] == 2)
  }

  @Test func `a file that is gone removes its part, and undo returns it`() throws {
    try takeTwo()
    try File.remove("\(folder)/a.ics")
    #expect(try take("--yes", "--delete")["deleted"] == 1)
    #expect(try body() == "10:00 AM Two")
    _ = try sandbox.run("undo")
    #expect(try body() == "9:05 AM One\n\n10:00 AM Two")
  }

  @Test func `a moved file is found, and that of a restored text is written again`() throws {
    try takeTwo()
    try File.writeAtomically(try File.read("\(folder)/a.ics"), to: "\(folder)/z.ics")
    try File.remove("\(folder)/a.ics")
    #expect(try take()["unchanged"] == 2)
    try export()
    #expect(try files() == ["b.ics", "z.ics"])
    try File.remove("\(folder)/z.ics")
    #expect(try take("--yes", "--delete")["deleted"] == 1)
    _ = try sandbox.run("undo")
    #expect(try take()["deleted"] == 0)
    #expect(try body() == "9:05 AM One\n\n10:00 AM Two")
    try export()
    #expect(try files() == ["b.ics", "z.ics"])
  }

  @Test func `what was changed here stays although its file is gone`() throws {
    try takeOne()
    try sandbox.run("diary", "write", "2026-11-18", "--body", "Written here.")
    try File.remove("\(folder)/a.ics")
    #expect(try take("--yes")["deleted"] == 0)
    #expect(try body() == "Written here.")
  }

  @Test func `without a question, what is missing stays and is not written again`() throws {
    try takeTwo()
    try File.remove("\(folder)/a.ics")
    for words in [[], ["--yes"], ["--delete"]] {
      let taken = try sandbox.json(["import", folder] + words)
      #expect(taken["deleted"] == 0 && taken["pending"] == 1 && taken["unchanged"] == 1)
    }
    try sandbox.run("import", folder).expect(
      0, error: "1 item is still in the diary even though its file is gone")
    try export()
    #expect(try files() == ["b.ics"])
    #expect(try body() == "9:05 AM One\n\n10:00 AM Two")
    // A text that is edited here is written again.
    try sandbox.run(
      "diary", "write", "2026-11-18", "--replace", "--body", "9:05 AM One more\n\n10:00 AM Two")
    try export()
    #expect(try files() == ["a.ics", "b.ics"])
    #expect(try take()["pending"] == 0)
  }

  @Test func `an empty folder deletes nothing, and is filled again`() throws {
    try takeTwo()
    for name in try files() { try File.remove("\(folder)/\(name)") }
    #expect(try take("--yes", "--delete")["pending"] == 2)
    #expect(try body() == "9:05 AM One\n\n10:00 AM Two")
    try export()
    #expect(try files() == ["a.ics", "b.ics"])
  }

  @Test func `nothing is written over what another program has changed`() throws {
    try takeOne()
    try sandbox.run("diary", "write", "2026-11-18", "--body", "Here.")
    try sandbox.run("diary", "write", "2026-11-19", "--body", "New.")
    try put("a", "One more")
    try sandbox.run("export", "ics", folder).expect(1, error: "a.ics")
    #expect(try files() == ["a.ics"])
    #expect(try take()["changed"] == 1)
    try export()
    #expect(try files().count == 2)
    let text = String(decoding: try File.read("\(folder)/a.ics"), as: UTF8.self)
    #expect(text.contains("SUMMARY:One more") && text.contains("DESCRIPTION:Here."))
    #expect(text.contains("X-COLOR:red"))
  }

  @Test func `a text that was deleted here is removed from the folder`() throws {
    try takeOne()
    try sandbox.run("diary", "delete", "2026-11-18", "--yes")
    try export()
    #expect(try files() == [])
    #expect(try take("--yes")["deleted"] == 0)
  }

  @Test func `a purge leaves nothing of an imported text in our files`() throws {
    try put("a", "Secretword")
    try take()
    try sandbox.run("diary", "write", "2026-11-18", "--replace", "--body", "Another text")
    try sandbox.run("diary", "delete", "2026-11-18", "--purge", "--yes").expect(0, error: folder)
    let data = try #require(sandbox.environment["XDG_DATA_HOME"]) + "/commitdiary"
    for name in try File.list(data) {
      let bytes = try File.read("\(data)/\(name)")
      #expect(bytes.firstRange(of: Array("Secretword".utf8)) == nil, "\(name)")
    }
    #expect(try take()["left"] == [["what": "purgedHere", "count": 1]])
  }
}
