import JSON
import Platform
import TestSupport
import Testing

@testable import ProgramSupport

/// What one pastes into a report of a problem.
@Suite(.inProcess) struct DoctorReportTests {
  /// Words that must not be in the report, each in every place that can hold it.
  private static let secrets = [
    "Geheimnis", "octo-secret", "private@example.com", "gho_privateToken", "werk",
    "private-folder",
  ]

  private func filled() throws -> Sandbox {
    let sandbox = try Sandbox(at: "2026-11-21T18:00:00+09:00", in: "Asia/Seoul")
    for words in [
      [
        "notes", "add", "Geheimnis", "--tag", "Geheimnis", "--no-commit", "--repo", "octo-secret/x",
      ],
      ["jot", "Geheimnis"], ["todo", "add", "Geheimnis", "--tag", "Geheimnis"],
      ["config", "set", "me.emails", "private@example.com"],
      ["config", "set", "journals.werk", sandbox.file("private-folder")],
      ["config", "set", "github.tokenCommand", "echo gho_privateToken"],
      ["config", "set", "pages.title", "Geheimnis"],
    ] {
      try sandbox.run(words).expect(0)
    }
    return sandbox
  }

  @Test func `the report has no text, name, address or token`() throws {
    let sandbox = try filled()
    let report = try sandbox.run(["--offline", "doctor", "--report"])
    #expect(report.status == 0 && report.error == "")
    let names = report.output.split(separator: "\n").map { $0.prefix { $0 != ":" } }
    #expect(
      names == [
        "commitdiary", "system", "libraries", "git", "journal", "filesystems", "drafts",
        "settings", "locale", "terminal", "checks",
      ])
    let home = sandbox.path.split(separator: "/").last.map(String.init) ?? "/"
    for secret in Self.secrets + [home] {
      #expect(!report.output.contains(secret), "\(secret)")
    }
    #expect(report.output.contains("note 1, entry 1, todo 1"))
    #expect(report.output.contains("github.tokenCommand, me.emails, pages.title, 1 more"))
    // It is for others, whatever the language of the reader is.
    #expect(try sandbox.run(["--lang", "ko", "--offline", "doctor", "--report"]).status == 0)
    let json = try sandbox.json("--offline", "doctor", "--report")["report"]
    #expect(json?.object?.map(\.name) == names.map(String.init))
  }

  @Test func `a damaged journal is reported too`() throws {
    let sandbox = try filled()
    try File.writeAtomically(
      Array("Geheimnis".utf8), to: sandbox.journal)
    let report = try sandbox.run(["--offline", "doctor", "--report"])
    #expect(report.status == 0)
    #expect(report.output.contains("journal failed (") && !report.output.contains("Geheimnis"))
  }
}
