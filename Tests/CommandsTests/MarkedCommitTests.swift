import JSON
import Platform
import Testing

@testable import ProgramSupport

/// Commits with the mark of a coding agent, in all commands that show commits.
@Suite(.inProcess) struct MarkedCommitTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(at: "2026-11-21T12:00:00+09:00", in: "Asia/Seoul")
    for (message, day) in [
      ("Plain", "19"), ("By trailer\n\nCo-authored-by: Claude <noreply@anthropic.com>", "20"),
      ("By note", "21"), ("Plain today", "21"),
    ] {
      try sandbox.commit(message, at: "2026-11-\(day)T08:00:00+0900", committed: true)
    }
    try sandbox.shell("git notes --ref=ai add -m 'src/a 1-3' HEAD~1")
  }

  @Test func `graphs have both numbers, and any of them`() throws {
    let graph = try sandbox.json("graph", "--since", "2026-11-01")
    #expect(graph["total"] == 4 && graph["marked"] == 2)
    for (agents, total) in [("with", 4), ("without", 2), ("only", 2)] {
      let graph = try sandbox.json("graph", "--since", "2026-11-01", "--agents", agents)
      #expect(graph["total"]?.integer == total, "\(agents)")
    }
    try sandbox.run("graph").expect(
      0, output: "2 commits in clones are marked as made by a coding agent.")
    try sandbox.run("graph", "--agents", "only").expect(
      0, error: "Only agent commits are counted.")
    try sandbox.run("graph", "--of", "words", "--agents", "only").expectRefusal(2, "--agents")
    try sandbox.run("graph", "--svg", sandbox.file("year.svg")).expect(0)
    try sandbox.run("streak", "--svg", sandbox.file("streak.svg")).expect(0)
    for card in ["year", "streak"] {
      let text = try sandbox.text(of: sandbox.file("\(card).svg"))
      #expect(!text.contains("mark") && !text.contains("agent"))
    }
  }

  @Test func `a streak says what it would be otherwise, and the setting decides`() throws {
    let streak = try sandbox.json("streak")
    #expect(streak["current"]?["length"] == 3)
    #expect(streak["withoutMarked"]?["current"]?["length"] == 1)
    try sandbox.run("streak").expect(0, output: "Without agent commits: 1 day")
    try sandbox.run("config", "set", "streak.agents", "without").expect(0)
    #expect(try sandbox.json("streak")["current"]?["length"] == 1)
    try sandbox.run("streak").expect(0, output: "With agent commits: 3 days")
    #expect(try sandbox.json("streak", "--agents", "with")["current"]?["length"] == 3)
    #expect(try sandbox.json("today")["streak"]?["current"]?["length"] == 1)
    #expect(try sandbox.json("streak", "--agents", "only")["current"]?["length"] == 2)
  }

  @Test func `lists have a glyph, and JSON a flag`() throws {
    let marked = [false, true, true, false, false]
    #expect(
      try sandbox.json("commits")["commits"]?.array?.map { $0["marked"]?.bool } == marked)
    try sandbox.run("commits").expect(0, output: "◦  By trailer", "◦  By note")
    try sandbox.run("commits", environment: ["LC_ALL": "C"]).expect(0, output: "%  By note")
    try sandbox.run("today").expect(0, output: "◦  By note")
    try sandbox.run("digest", "--since", "2026-11-19").expect(
      0, output: "◦ By trailer", "◦ By note")
    let totals = try sandbox.json("digest", "--since", "2026-11-19")["totals"]
    #expect(totals?["commits"] == 4 && totals?["marked"] == 2)
    let only = try sandbox.json("digest", "--since", "2026-11-19", "--agents", "without")["totals"]
    #expect(only?["commits"] == 2 && only?["marked"] == 0)
    for (commit, isMarked) in [("HEAD", false), ("HEAD~1", true), ("HEAD~2", true)] {
      #expect(
        try sandbox.json("why", commit)["commits"]?.array?.first?["marked"] == .bool(isMarked))
    }
  }

  @Test func `own patterns mark commits that were read before`() throws {
    #expect(try sandbox.json("graph")["marked"] == 2)
    try sandbox.run("config", "set", "agents.marks", "plain today, made by robots").expect(0)
    #expect(try sandbox.json("graph")["marked"] == 3)
    #expect(try sandbox.json("commits")["commits"]?.array?.first?["marked"] == true)
    try sandbox.run("config", "unset", "agents.marks").expect(0)
    #expect(try sandbox.json("graph")["marked"] == 2)
  }
}
