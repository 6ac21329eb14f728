import Arguments
import Diary
import Journal
import Localization

/// `commitdiary todo move`: to the end of another day's list.
struct ToDoMove: Command {
  var selection = ToDoSelection()
  var to = DayWord(argument: "")

  static let declaration = Declaration<Self>(
    .toDoMoveSummary, details: .toDoMoveDetails,
    examples: [Example("todo move 2 --to tomorrow", .toDoMoveExample)],
    ToDoSelection.parameters(\.selection) + [
      .option("to", help: .optionMoveTo, isRequired: true) { $0.to = $1 }
    ])

  func run(in session: Session) async throws {
    let day = try session.listDay(to)
    let journal = try session.journal(for: .writing)
    let toDos = try await selection.found(in: journal, session)
    let moved = try await journal.move(toDos.map(\.toDo.id), to: day)
    try await session.acknowledge(moved, in: journal, on: day) {
      .toDoMoved(day: day, number: $0, text: $1.text)
    }
  }
}

/// `commitdiary todo carry`: what is left over from earlier days, to today.
struct ToDoCarry: Command {
  static let declaration = Declaration<Self>(
    .toDoCarrySummary, examples: [Example("todo carry", .toDoCarryExample)])

  func run(in session: Session) async throws {
    let today = session.today
    let journal = try session.journal(for: .writing)
    let carried = try await journal.carryToDos(to: today)
    if carried.isEmpty, !session.globals.wantsJSON { return session.say(.toDoNothingToCarry) }
    try await session.acknowledge(carried, in: journal, on: today) {
      .toDoMoved(day: today, number: $0, text: $1.text)
    }
  }
}
