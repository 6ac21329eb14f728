import FaultPlan
import TestSupport
import Testing

@Suite struct CommandChoiceTests {
  /// A journal with an item for every command.
  private static let state: JournalState = {
    typealias Text = JournalState.Text
    var state = JournalState()
    state.notes["n1"] = JournalState.Writing([Text("a", "b"), Text("c", "d #alpha", commit: "aa")])
    state.notes["n2"] = JournalState.Writing([Text("e", "f")], isDeleted: true)
    state.entries["2026-11-20"] = JournalState.Writing([Text("g", "h"), Text("i", "j")])
    state.entries["2026-11-19"] = JournalState.Writing([Text("k", "l")], isDeleted: true)
    state.toDos["t1"] = JournalState.ToDo("m", day: "2026-11-20", number: 1)
    state.toDos["t2"] = JournalState.ToDo("n", day: "2026-11-20", number: 2, isDeleted: true)
    state.settings["week.start"] = "mon"
    return state
  }()

  private func commands(_ count: Int, seed: UInt64, on state: JournalState) -> [PlannedCommand] {
    var choice = CommandChoice(random: Seeded(seed))
    return (0..<count).map { _ in
      let command = choice.next(state, drafted: [], hasJournal: state != JournalState())
      choice.lastImport = command.change?.isImport == true ? command.change : nil
      return command
    }
  }

  @Test func `the same seed chooses the same commands`() {
    #expect(commands(50, seed: 7, on: Self.state) == commands(50, seed: 7, on: Self.state))
    #expect(commands(50, seed: 7, on: Self.state) != commands(50, seed: 8, on: Self.state))
  }

  @Test func `chooses every command eventually`() {
    let chosen = Set(commands(2000, seed: 1, on: Self.state).map(\.kind))
    #expect(chosen == Set(CommandKind.allCases))
  }

  @Test func `chooses every fault eventually`() {
    var choice = CommandChoice(random: Seeded(1))
    let command = PlannedCommand(.doctorRepair, ["doctor", "--repair"])
    let kinds = Set((0..<500).map { _ in choice.fault(for: command).kind })
    #expect(kinds == Set(Fault.Kind.allCases))
  }

  @Test func `only repairs get damage and only editors get signals`() {
    var choice = CommandChoice(random: Seeded(1))
    let add = PlannedCommand(.notesAdd, ["notes", "add"])
    let edit = PlannedCommand(.notesEditor, ["notes", "edit"])
    for _ in 0..<500 {
      #expect(choice.fault(for: add).kind != .damage)
      #expect([.none, .kill].contains(choice.fault(for: edit).kind))
    }
  }

  @Test func `the same seed gives the same round`() {
    #expect(RoundPlan(seed: 5) == RoundPlan(seed: 5))
    let plans = (0..<200).map(RoundPlan.init)
    #expect(Set(plans.map(\.past)) == Set(Past.allCases.map { $0 } + [nil]))
    #expect(Set(plans.map(\.commands)) == Set(3...12))
  }
}
