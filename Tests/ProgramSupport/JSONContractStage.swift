import Foundation
import JSON
import Platform
import Testing

/// A journal with something of every kind, and the check of a JSON document.
struct JSONContractStage {
  static let now = ["COMMITDIARY_NOW": "2026-11-21T08:30:00+09:00"]
  static let later = ["COMMITDIARY_NOW": "2026-11-22T00:15:30.250Z"]

  let sandbox: Sandbox
  /// A note on a commit with a URL.
  let id: String

  init() throws {
    sandbox = try Sandbox()
    try sandbox.shell("git remote add origin git@github.com:octocat/hello.git")
    try sandbox.shell("git config user.email author@example.com")
    let added = try sandbox.run(
      "notes", "add", "--title", "회고", "--body", "주간회고를 썼다", "--tag", "회고 노트", "--json",
      environment: Self.now)
    id = try #require(added.json()["id"]?.string)
    try sandbox.run(
      Sandbox.anywhere + ["--body", "on no commit, found by 회고"], environment: Self.now)
    for (day, text) in [("today", "월말\n\n월말회고를 썼다"), ("-1y", "작년"), ("-2d", "지운 날")] {
      try sandbox.run("diary", "write", day, "--body", text, environment: Self.now)
    }
    try sandbox.run("diary", "delete", "-2d", "--yes", environment: Self.now)
    try sandbox.run(
      "todo", "add", "--each", "할 일 하나", "말", "할 일 둘", "지운 것", environment: Self.now)
    try sandbox.run("todo", "delete", "4", "--yes", environment: Self.now)
  }

  func document(
    _ words: [String], _ shape: Shape, environment: [String: String] = now,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    let outcome = try sandbox.run(words + ["--json"], environment: environment)
    let comment: Comment = "\(words) \(outcome.testDescription)"
    #expect(outcome.status == 0, comment, sourceLocation: sourceLocation)
    #expect(outcome.error == "", comment, sourceLocation: sourceLocation)
    // Foundation's parser is stricter than the one of this project, which accepts JSON5.
    #expect(throws: Never.self, comment, sourceLocation: sourceLocation) {
      try JSONSerialization.jsonObject(with: Data(outcome.bytes))
    }
    let value = try outcome.json()
    #expect(shape.faults(in: value) == [], comment, sourceLocation: sourceLocation)
    return value
  }
}

/// A commit, a note, an entry and a to-do from half past two in the morning, where a day ends at four.
struct LateNightStage {
  /// Half past two on Sunday the 22nd, which still belongs to Saturday the 21st.
  static let night = ["COMMITDIARY_NOW": "2026-11-22T02:30:00+09:00"]
  let sandbox: Sandbox
  /// The note.
  let id: String

  init() throws {
    sandbox = try Sandbox()
    sandbox.environment = sandbox.environment.adding(Self.night)
    try sandbox.commit("Late at night", at: "2026-11-22T02:00:00+0900", committed: true)
    try sandbox.run("config", "set", "day.endsAt", "4")
    let note = try sandbox.run("notes", "add", "--title", "Late note", "--body", "why", "--json")
    id = try #require(note.json()["id"]?.string)
    let later = ["COMMITDIARY_NOW": "2026-11-22T02:31:00+09:00"]
    try sandbox.run("notes", "edit", id, "--body", "because", environment: later)
    try sandbox.run("diary", "write", "--body", "Late entry")
    try sandbox.run("todo", "add", "Late task")
    try sandbox.run("todo", "done", "1")
  }
}

/// A clone with a year of commits, and its graph.
struct YearOfCommits {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: nil)
    sandbox.environment = sandbox.environment.adding([
      "TZ": "UTC", "COMMITDIARY_NOW": GitHubStage.now,
    ])
    try sandbox.make("clone", of: .lively())
  }

  static let styles = ["block", "compact", "dots", "digits", "ascii"]
  static let languages = ["en_US.UTF-8", "ko_KR.UTF-8", "ja_JP.UTF-8", "de_DE.UTF-8"]

  func graph(_ words: [String], environment: [String: String] = [:]) throws -> String {
    let outcome = try sandbox.run(
      ["graph"] + words, environment: environment, in: sandbox.file("clone"))
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    return outcome.output
  }
}
