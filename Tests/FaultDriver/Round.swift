import FaultPlan
import JSON
import Platform
import TestSupport

/// What was wrong after a command.
struct RoundFailure: Error, CustomStringConvertible {
  var faults: [String]

  init(_ faults: [String]) { self.faults = faults }

  var description: String { faults.joined(separator: "\n  ") }
}

/// A sequence of commands under faults in one home directory.
struct Round {
  let home: Home
  var ledger: Ledger
  var choice: CommandChoice
  private(set) var tally: Tally
  /// The commands so far, one per line.
  private(set) var story: [String] = []
  private var hasDamagedCopy = false
  /// Purges that were killed or failed, so that some of the purged text may remain. The next
  /// command that writes completes them.
  private var unfinishedPurges: [Attempt] = []
  /// The row numbers of these purges in the journal.
  private var unfinishedNumbers: Set<Int64> = []
  private var unfinishedSecrets: Set<String> = []
  /// The damaged texts that an interrupted repair has reported.
  private var changedTexts: [String] = []
  /// The journal could not be repaired, so further commands would show nothing.
  private(set) var isOver = false

  init(home: Home, ledger: Ledger, random: Seeded, tally: Tally) {
    self.home = home
    self.ledger = ledger
    choice = CommandChoice(random: random)
    self.tally = tally
  }

  mutating func nextCommand() -> PlannedCommand {
    choice.next(ledger.state, drafted: ledger.drafted, hasJournal: home.hasJournal())
  }

  mutating func nextFault(for command: PlannedCommand) -> Fault {
    // A purge fails if a copy is damaged, and may find that another has completed it.
    let canPurge = !hasDamagedCopy && unfinishedPurges.isEmpty
    let fault = choice.fault(for: command, notes: canPurge ? ledger.state.notes.keys.sorted() : [])
    switch fault {
    // There is nothing to read or damage yet.
    case .reader, .damage: return home.hasReadableJournal() ? fault : .none
    default: return fault
    }
  }

  static let repair = PlannedCommand(
    .doctorRepair, ["doctor", "--repair", "--yes", "--offline", "--json"])

  // MARK: Running a command

  mutating func run(_ command: PlannedCommand, _ fault: Fault) throws {
    story.append("\(command.summary)    [\(fault)]")
    if let change = command.change { ledger.remember(change) }
    if let draft = command.draft, let note = command.draftedNote {
      ledger.remember(draft: draft, of: note)
      try File.writeAtomically(Array(draft.utf8), to: home.typed)
    }
    try prepare(for: fault)

    let node = home.journalNode()
    let watch = PathWatch(folder: home.data, name: "journal.sqlite")
    let purges = SQLiteLook.purges(in: home.journal)
    let (outcome, others) = try runWithOthers(command, fault)
    story[story.count - 1] += " -> \(outcome.status)"
    tally.count(command.kind, fault.kind, isStruck: outcome.isStruck)

    var faults = complaints(command, fault, outcome)
    if let node {
      let events = watch?.events() ?? []
      if home.journalNode() != node || !events.isEmpty {
        faults.append("another file is at the journal's path: \(events.joined(separator: ", "))")
      }
    }
    faults += home.faultsOfHooks()
    if outcome.isStruck { try home.removeLocksOfNotes() }
    guard faults.isEmpty else {
      throw RoundFailure(faults + ["its errors: \(outcome.errors)"])
    }
    try settle(command, fault, outcome, others, purgesBefore: purges)
  }

  private mutating func prepare(for fault: Fault) throws {
    switch fault {
    case .damage(let damage, let first):
      try home.damageJournal(damage)
      hasDamagedCopy = true
      if let first { try interruptRepair(first) }
      let reading = PlannedCommand(.notesList, ["notes", "list", "--json"])
      let outcome = try Runner(home: home).run(reading, fault)
      guard Outcome.allowed(reading, fault, isStruck: true).contains(outcome.status) else {
        throw RoundFailure(["“notes list” of the damaged journal: \(outcome.status)"])
      }
    case .writers(let changes): for change in changes.joined() { ledger.remember(change) }
    default: break
    }
  }

  private mutating func interruptRepair(_ kill: Kill) throws {
    let node = home.journalNode()
    let outcome = try Runner(home: home).run(Self.repair, .kill(kill))
    let allowed: [ChildStatus] = [.signaled(9), .exited(0), .exited(1), .exited(6)]
    guard allowed.contains(outcome.status),
      home.journalNode() == node
    else {
      throw RoundFailure(["the first repair has ended with \(outcome.status): \(outcome.errors)"])
    }
    changedTexts = Self.changedTexts(in: outcome)
  }

  /// The texts that a repair reports as damaged because no copy has them.
  private static func changedTexts(in repair: Outcome) -> [String] {
    let answer = try? JSONParser.parse(repair.output)
    return answer?["repair"]?["changed"]?.array?.compactMap(\.string) ?? []
  }

  /// Runs the command with its fault, and returns the outcome and the changes of other processes.
  private func runWithOthers(
    _ command: PlannedCommand, _ fault: Fault
  ) throws -> (Outcome, [Attempt]) {
    let runner = Runner(home: home)
    switch fault {
    case .writers(let changes):
      try File.remove(home.writerErrors)
      var writers = try Writers(changes, in: home)
      let outcome = try runner.run(command, fault)
      let ended = writers.finish()
      let failed = ended.filter { $0.status != 0 }
      guard failed.isEmpty else {
        let errors = (try? File.read(home.writerErrors)) ?? []
        throw RoundFailure(
          failed.map { "a writer has ended with \($0.status): \($0.change)" }
            + [String(decoding: errors, as: UTF8.self), "the command: \(outcome.status)"])
      }
      return (outcome, ended.map { Attempt($0.change, .done) })
    case .reader:
      let reader = try SnapshotReader(home.journal)
      let outcome = try runner.run(command, fault)
      guard try reader.isUnchanged() else { throw RoundFailure(["the snapshot has changed"]) }
      return (outcome, [])
    default:
      return (try runner.run(command, fault), [])
    }
  }

  private func complaints(
    _ command: PlannedCommand, _ fault: Fault, _ outcome: Outcome
  ) -> [String] {
    var faults: [String] = []
    let allowed = Outcome.allowed(
      command, fault, isStruck: outcome.isStruck, hasDamagedCopy: hasDamagedCopy,
      purged: unfinishedPurges.flatMap(\.change.purged),
      isEmpty: File.size(home.journal) == 0)
    if !allowed.contains(outcome.status) { faults.append("it has ended with \(outcome.status)") }
    if let complaint = outcome.complaint(command, fault) {
      faults.append("\(complaint): \(String(decoding: outcome.output.prefix(500), as: UTF8.self))")
    }
    return faults
  }

  // MARK: Checking the result

  private mutating func settle(
    _ command: PlannedCommand, _ fault: Fault, _ outcome: Outcome, _ others: [Attempt],
    purgesBefore: [Int64: String]
  ) throws {
    if case .damage(let damage, _) = fault {
      if case .declaration = damage { return try expectNothingLost(outcome) }
      guard outcome.status == .exited(0) else {
        isOver = true
        return
      }
      return try adoptWhatIsLeft(outcome)
    }
    choice.lastImport =
      fault == .none && outcome.status == .exited(0) && command.change?.isImport == true
      ? command.change : nil
    let found = try home.found()
    let attempts = command.change.map { [Attempt($0, outcome.certainty)] } ?? []
    let purged = (command.change?.purged ?? []) + others.flatMap(\.change.purged)
    let secrets = Set(purged.flatMap { ledger.secrets[$0] ?? [] })
    let happened: [Change]
    do {
      happened = try ledger.settle(others + unfinishedPurges + attempts, found: found)
    } catch {
      throw RoundFailure(error.differences)
    }
    for change in happened { try checkVersions(after: change) }
    if command.kind.isPurge, outcome.status == .exited(0) { return try checkGone(secrets) }
    if command.kind.isPurge {
      // A purge that ended before it was recorded in the journal has not begun.
      let begun = SQLiteLook.purges(in: home.journal).filter { purgesBefore[$0.key] == nil }
      guard !begun.isEmpty else { return }
      unfinishedPurges += attempts.filter { $0.certainty == .possible }
      unfinishedNumbers.formUnion(begun.keys)
      unfinishedSecrets.formUnion(secrets)
    } else if fault == .none, outcome.status == .exited(0), command.finishesPurges {
      try checkGone(unfinishedSecrets)
      forgetUnfinishedPurges()
    }
  }

  /// Checks that no file contains any of the purged words.
  private func checkGone(_ secrets: Set<String>) throws {
    let files = try home.files(holding: secrets)
    guard files.isEmpty else {
      throw RoundFailure(files.map { "\($0) holds what was purged: \(secrets.sorted())" })
    }
  }

  private func checkVersions(after change: Change) throws {
    switch change {
    case .editNote(let id, _), .moveNote(let id, _), .restoreNoteVersion(let id, _),
      .restoreNote(let id):
      try checkVersions(ledger.state.notes[id], of: id, in: "notes")
    case .appendToEntry(let day, _), .replaceEntry(let day, _), .restoreEntry(let day),
      .restoreEntryVersion(let day, _):
      try checkVersions(ledger.state.entries[day], of: day, in: "diary")
    default: break
    }
  }

  private func checkVersions(
    _ writing: JournalState.Writing?, of name: String, in group: String
  ) throws {
    guard let writing else { return }
    let texts = try home.history(of: name, in: group, isDeleted: writing.isDeleted).texts
    guard texts == writing.texts else {
      throw RoundFailure(["the versions of \(name) are \(texts), expected \(writing.texts)"])
    }
  }

  /// The declarations are known, so that a repair reads every text.
  private mutating func expectNothingLost(_ repair: Outcome) throws {
    guard repair.status == .exited(0) else {
      throw RoundFailure(["the repair has ended with \(repair.status): \(repair.errors)"])
    }
    let found = try home.found()
    do { _ = try ledger.settle(unfinishedPurges, found: found) } catch {
      throw RoundFailure(error.differences)
    }
    try checkGone(unfinishedSecrets)
    forgetUnfinishedPurges()
  }

  /// Continues with the contents that a repair could read from a damaged journal.
  private mutating func adoptWhatIsLeft(_ repair: Outcome) throws {
    var found = try home.found()
    for (id, note) in found.notes {
      found.notes[id] = try home.history(of: id, in: "notes", isDeleted: note.isDeleted)
    }
    for (day, entry) in found.entries {
      found.entries[day] = try home.history(of: day, in: "diary", isDeleted: entry.isDeleted)
    }
    do {
      // The first repair may have ended before it could be interrupted. It has reported the texts
      // then, and the second repair accepts them as they are.
      try ledger.adopt(found, changed: changedTexts + Self.changedTexts(in: repair))
      changedTexts = []
    } catch {
      throw RoundFailure(error.differences)
    }
    // The repair has completed the purges that the journal still lists. If the damage removed the
    // row of a purge, the purge was never confirmed, and its text may still exist.
    let known = SQLiteLook.purges(in: home.journal)
    if unfinishedNumbers.allSatisfy({ known[$0] != nil }) { try checkGone(unfinishedSecrets) }
    forgetUnfinishedPurges()
  }

  private mutating func forgetUnfinishedPurges() {
    unfinishedPurges = []
    unfinishedNumbers = []
    unfinishedSecrets = []
  }

  /// Checks that no word of this journal is in the other one or in its copies, that no word of that one is
  /// elsewhere, and that all copies are whole.
  func checkSecondJournal() throws {
    let words = Set(ledger.secrets.values.joined())
    let faults = try home.faultsOfSecondJournal(without: words) + home.faultsOfCopies()
    guard faults.isEmpty else { throw RoundFailure(faults) }
  }

  /// Checks every version of every text, and finds every note by its words.
  mutating func checkEverything() throws {
    guard home.hasJournal() else { return }
    // The table counts only the commands that were chosen.
    let counted = tally
    defer { tally = counted }
    let found = try home.found()
    do { try ledger.settle([], found: found) } catch { throw RoundFailure(error.differences) }
    for (id, note) in ledger.state.notes { try checkVersions(note, of: id, in: "notes") }
    for (day, entry) in ledger.state.entries { try checkVersions(entry, of: day, in: "diary") }
    let notes = ledger.state.notes.sorted { $0.value.text.title < $1.value.text.title }
    for (id, note) in notes.prefix(3) {
      try run(
        PlannedCommand(
          .notesSearch, ["notes", "search", note.text.title, "--json"],
          shows: note.isDeleted ? [] : [id], hides: note.isDeleted ? [id] : []), .none)
    }
    try run(PlannedCommand(.doctor, ["doctor", "--offline", "--json"]), .none)
  }
}
