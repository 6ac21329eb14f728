import FaultPlan
import JSON
import Platform
import SQLite
import TestSupport

/// A kill inside a purge with the mirror on: once the purge is recorded, the next command removes the
/// note also from the notes reference, from what was fetched, and from their histories.
struct MirrorPurgeRound {
  let home: Home
  private(set) var tally: Tally
  private var random: Seeded
  /// The commands so far, one per line.
  private(set) var story: [String] = []

  /// One in twelve rounds is of this kind.
  static func isChosen(_ seed: UInt64) -> Bool { seed % 12 == 5 }

  init(home: Home, random: Seeded, tally: Tally) {
    self.home = home
    self.random = random
    self.tally = tally
  }

  private static let secret = "hunter2purged"

  mutating func run() throws {
    try home.empty()
    try git("init -q --bare ../server.git && git remote add server ../server.git")
    try run(.notesAdd, "notes", "add", "--body", "kept", "--quiet")
    let added = try run(.notesAdd, "notes", "add", "--body", Self.secret, "--json")
    let id = try JSONParser.parse(added.output)["id"]?.string ?? ""
    let isPushed = Bool.random(using: &random)
    let push = isPushed ? ["--push", "server"] : []
    try run(.notesMirrorOn, ["notes", "mirror", "on", "--json"] + push)

    let call = SystemCall.allCases.randomElement(using: &random) ?? .write
    let kill = Fault.kill(Kill(call, at: Int.random(in: 1...120, using: &random)))
    let purge = ["notes", "delete", "--purge", "--yes", id, "--json"]
    try run(.notesPurge, purge, kill)
    // A git that was killed leaves its locks behind.
    try git("rev-parse --git-dir && find .git -name '*.lock' -delete")

    let recorded = SQLiteLook.purges(in: home.journal).values.contains(id)
    try run(.jot, "jot", "--quiet", "x")
    try run(.doctor, "doctor", "--offline", "--json")
    guard recorded else { return }
    let logs = "for-each-ref --format='%(refname)' | xargs -n 1 git log -g -p"
    for command in ["log --all -p", logs] {
      guard try !git(command).contains(Self.secret) else {
        throw RoundFailure(["“git \(command)” shows what was purged"])
      }
    }
    guard try git("notes --ref=commitdiary show HEAD").contains("kept") else {
      throw RoundFailure(["another note is lost"])
    }
    let open = try SQLiteLook.unfinishedPurges(in: home.journal)
    guard open == 0 else { throw RoundFailure(["\(open) purges are not complete"]) }
    guard isPushed else { return }
    let state = try JSONParser.parse(run(.notesMirrorOn, "notes", "mirror", "--json").output)
    guard state["purgePendingAt"] == ["server"] else {
      throw RoundFailure(["it is not said that the remote still has the note: \(state)"])
    }
    try run(.notesMirrorOn, ["notes", "mirror", "on", "--json"] + push)
    guard try !git("-C ../server.git log --all -p").contains(Self.secret) else {
      throw RoundFailure(["the remote still has what was purged"])
    }
  }

  @discardableResult
  private mutating func run(_ kind: CommandKind, _ words: String...) throws -> Outcome {
    try run(kind, words)
  }

  @discardableResult
  private mutating func run(
    _ kind: CommandKind, _ words: [String], _ fault: Fault = .none
  ) throws -> Outcome {
    var command = PlannedCommand(kind, words)
    command.folder = FaultClone.folder
    let outcome = try Runner(home: home).run(command, fault)
    story.append("\(command.summary)    [\(fault)] -> \(outcome.status)")
    tally.count(kind, fault.kind, isStruck: outcome.isStruck)
    guard fault != .none || outcome.status == .exited(0) else {
      throw RoundFailure(["it has ended with \(outcome.status): \(outcome.errors)"])
    }
    return outcome
  }

  @discardableResult
  private func git(_ command: String) throws -> String {
    let result = try Child.run(
      ["sh", "-c", "git \(command)"], in: "\(home.path)/\(FaultClone.folder)",
      environment: home.environment)
    guard result.status.isSuccess else { throw DriverError(result.errorText) }
    return result.text
  }
}

extension SQLiteLook {
  /// The number of purges that are not complete.
  fileprivate static func unfinishedPurges(in path: String) throws(SQLiteError) -> Int64 {
    try Connection(path: path, mode: .readWrite)
      .rows("SELECT count(*) FROM purge WHERE completed_at IS NULL") { $0.integer(0) }[0]
  }
}
