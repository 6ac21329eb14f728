import FaultPlan
import Platform
import TestSupport

/// Runs the rounds and counts the failures.
struct Driver {
  private let home: Home
  private var tally = Tally()
  private var failures = 0
  /// The expected contents of the prepared journals created so far.
  private var pasts: [Past: Ledger] = [:]

  init(program: String, folder: String) throws {
    home = try Home(program: program, folder: folder)
    let trial = try Child.run(["strace", "-qq", "-o", "/dev/null", "true"], environment: .current)
    guard trial.status.isSuccess else {
      throw DriverError("strace cannot trace here: \(trial.errorText)")
    }
  }

  /// - Returns: whether every round succeeded.
  mutating func run(_ options: Options) throws -> Bool {
    for number in 0..<options.rounds { try run(seed: options.seed &+ UInt64(number)) }
    Driver.say(tally.table + "\(options.rounds) rounds, \(failures) of them failed.\n")
    return failures == 0
  }

  private mutating func run(seed: UInt64) throws {
    let plan = RoundPlan(seed: seed)
    if MirrorPurgeRound.isChosen(seed) { return try runMirrorPurge(seed, plan) }
    var ledger = Ledger()
    if let past = plan.past {
      ledger = try made(past)
      try home.restore(from: saved(past))
    } else {
      try home.empty()
    }
    if plan.hasSpecialFiles { try home.addSpecialFiles() }
    if plan.hasSecondJournal { try home.beginSecondJournal() }
    var round = Round(home: home, ledger: ledger, random: plan.random, tally: tally)
    do {
      for _ in 0..<plan.commands where !round.isOver {
        let command = round.nextCommand()
        try round.run(command, round.nextFault(for: command))
        if plan.hasSecondJournal { try home.writeToSecondJournal() }
        try home.waitForCopies()
      }
      if !round.isOver { try round.checkEverything() }
      if plan.hasSecondJournal { try round.checkSecondJournal() }
    } catch {
      try fail(seed, plan, round.story, error)
    }
    tally = round.tally
  }

  private mutating func runMirrorPurge(_ seed: UInt64, _ plan: RoundPlan) throws {
    var round = MirrorPurgeRound(home: home, random: plan.random, tally: tally)
    do { try round.run() } catch { try fail(seed, plan, round.story, error) }
    tally = round.tally
  }

  private mutating func fail(
    _ seed: UInt64, _ plan: RoundPlan, _ story: [String], _ error: any Error
  ) throws {
    failures += 1
    let kept = "\(home.folder)/failed-\(seed)"
    try home.save(to: kept)
    Driver.say(report(seed, plan, story, error, kept))
  }

  private func report(
    _ seed: UInt64, _ plan: RoundPlan, _ story: [String], _ error: any Error, _ kept: String
  ) -> String {
    let past = plan.past.map { "a journal that was \($0)" } ?? "an empty home"
    let others =
      (plan.hasSpecialFiles ? " with pipes and folders" : "")
      + (plan.hasSecondJournal ? " beside another journal" : "")
    let lines =
      ["Round \(seed) failed: scripts/faults 1 --seed \(seed)", "  on \(past)\(others):"]
      + story.map { "    \($0)" } + ["  \(error)", "  The home is kept: \(kept)"]
    return lines.map { $0 + "\n" }.joined()
  }

  /// Bypasses the buffers of the standard library, so that the output is visible at once.
  static func say(_ text: String) { _ = DescriptorOutput.write(Array(text.utf8), to: 1) }

  private func saved(_ past: Past) -> String { "\(home.aside)/\(past)" }

  /// Creates a prepared journal if it does not exist yet.
  private mutating func made(_ past: Past) throws -> Ledger {
    if let ledger = pasts[past] { return ledger }
    try home.empty()
    var round = Round(
      home: home, ledger: Ledger(), random: Seeded(past.rawValue), tally: Tally())
    do {
      for number in 1...20 {
        if number == 8, past.isMigrated { try home.copyJournal(to: home.journal + ".schema-3") }
        if number == 14, past.isRepaired { try round.run(Round.repair, .none) }
        try round.run(round.nextCommand(), .none)
      }
    } catch {
      let story = round.story.map { "  \($0)\n" }.joined()
      throw DriverError("no journal that was \(past) can be made:\n\(story)\(error)")
    }
    try home.save(to: saved(past))
    pasts[past] = round.ledger
    return round.ledger
  }
}
