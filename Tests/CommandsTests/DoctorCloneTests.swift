import JSON
import Platform
import SQLite
import Testing

@testable import ProgramSupport

/// What `doctor` says about the user's clones.
@Suite(.inProcess) struct DoctorCloneTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(clone: nil)
    sandbox.environment = sandbox.environment.adding([
      "TZ": "UTC", "COMMITDIARY_NOW": GitHubStage.now,
    ])
  }

  private struct Finding: Equatable {
    var isFine: Bool
    var detail: String
    var hint: String?
  }

  private func examine(_ words: String...) throws -> [String: Finding] {
    let outcome = try sandbox.run(["doctor", "--offline", "--json"] + words)
    #expect(outcome.status == 0, "\(outcome.testDescription)")
    let document = try outcome.json()
    #expect(Shape.checks.faults(in: document) == [], "\(outcome.testDescription)")
    let checks = (document["checks"]?.array ?? []).map {
      (
        $0["name"]?.string ?? "",
        Finding(
          isFine: $0["ok"] == true, detail: $0["detail"]?.string ?? "", hint: $0["hint"]?.string)
      )
    }
    return Dictionary(checks) { first, _ in
      Issue.record("\(first) and another")
      return first
    }
  }

  private func makeClones() throws {
    try sandbox.make("src/one", of: .daily(3))
    try sandbox.make("src/deep/two", of: .daily(5))
  }

  @Test func `without clones it says how to name them`() throws {
    let found = try examine()
    #expect(found["clones"]?.detail == "none yet")
    #expect(found["clones"]?.hint?.contains("config set clones.paths") == true)
    #expect(found["clones.paths"] == nil)
    #expect(!File.exists(sandbox.journal))
    let shown = try sandbox.run("doctor", "--offline").output
    #expect(shown.contains("– clones  none yet"), "\(shown)")
  }

  @Test func `counts the clones of the directories`() throws {
    try makeClones()
    try sandbox.run("config", "set", "clones.paths", sandbox.file("src"))
    // Before and after the clones were read.
    for _ in 0...1 {
      let found = try examine()
      #expect(
        found["clones"]
          == Finding(isFine: true, detail: "2 clones in \(sandbox.file("src"))", hint: nil))
      #expect(found["clones.paths"] == nil)
      _ = try sandbox.graph([])
    }
  }

  @Test func `counts the clones in which the program has run`() throws {
    try makeClones()
    for name in ["src/one", "src/deep/two"] { _ = try sandbox.graph([], in: sandbox.file(name)) }
    let detail = "2 clones in which commitdiary has run"
    #expect(try examine()["clones"] == Finding(isFine: true, detail: detail, hint: nil))
    try sandbox.shell("rm -rf \"$sandbox/src/one\"")
    let found = try examine()["clones"]
    #expect(found?.isFine == true && found?.detail.hasPrefix("1 clone in which") == true)
    #expect(
      found?.detail.contains("other is not included: no such directory") == true, "\(found as Any)")
  }

  @Test func `names paths that are missing or not directories`() throws {
    try makeClones()
    try sandbox.shell("touch \"$sandbox/file\"")
    try sandbox.run(
      "config", "set", "clones.paths", sandbox.file("src"), sandbox.file("gone"))
    let one = try examine()
    #expect(one["clones"]?.detail.hasPrefix("2 clones in ") == true)
    #expect(
      one["clones.paths"]?.detail == "no such directory: \(sandbox.file("gone"))",
      "\(one["clones.paths"] as Any)")
    #expect(one["clones.paths"]?.hint?.contains("config edit") == true)
    try sandbox.run(
      "config", "set", "clones.paths", sandbox.file("file"), sandbox.file("gone"))
    let both = try examine()
    let detail = both["clones.paths"]?.detail ?? ""
    #expect(detail.hasPrefix("not searched: ") && detail.contains("gone"), "\(detail)")
    #expect(detail.contains(sandbox.file("file")), "\(detail)")
    let shown = try sandbox.run("doctor", "--offline").output
    #expect(shown.contains("\n! clones.paths  "), "\(shown)")
  }

  @Test func `names clones that cannot be read, and saves nothing`() throws {
    try makeClones()
    try sandbox.run("config", "set", "clones.paths", sandbox.file("src"))
    _ = try sandbox.graph([])
    try sandbox.shell(
      """
      cd "$sandbox/src" && mkdir broken && echo 'gitdir: /nowhere' > broken/.git
      echo '[' >> one/.git/config
      """)
    func problems() throws -> Int? {
      try Connection(path: sandbox.journal, mode: .readWrite, closing: .leaveLog)
        .first("SELECT count(*) FROM clone_problem") { $0.int(0) }
    }
    let found = try examine()["clones"]
    #expect(found?.isFine == true, "\(found as Any)")
    #expect(found?.detail.contains("1 clone in ") == true, "\(found as Any)")
    #expect(found?.detail.contains("2 others are not included") == true, "\(found as Any)")
    #expect(found?.hint?.contains("--verbose") == true)
    let verbose = try sandbox.run("doctor", "--offline", "--verbose")
    let all = verbose.output + verbose.error
    #expect(all.contains("src/broken") && all.contains("src/one"), "\(all)")
    #expect(try problems() == 0)
  }

  @Test func `a directory without clones is named`() throws {
    try sandbox.shell("mkdir \"$sandbox/empty\"")
    try sandbox.run("config", "set", "clones.paths", sandbox.file("empty"))
    let found = try examine()["clones"]
    #expect(found?.detail == "no clones found in \(sandbox.file("empty"))")
    #expect(try sandbox.run("doctor", "--offline").output.contains("\n! clones  no clones"))
  }
}
