import Diary
import TestSupport
import Testing

@testable import Journal

@Suite struct ToDoRecurrenceTests {
  private let place: JournalOnDisk
  /// A Saturday.
  private let day: Day
  private let now = Moment.test("2026-11-21T09:00:00+09:00")

  init() throws {
    place = try JournalOnDisk()
    day = try #require(Day(iso: "2026-11-21"))
  }

  private var journal: Journal { place.journal }

  private func add(
    _ text: String, every rule: Recurrence.Rule, due: Day? = nil, on day: Day? = nil
  ) async throws -> ToDo {
    let day = day ?? self.day
    let details = ToDo.Details(
      text: text, tags: ["home"], due: due, priority: ToDo.Priority("B"),
      recurrence: Recurrence(every: rule, from: day, due: due))
    return try await journal.add([details], on: day, at: now)[0]
  }

  private func finish(_ toDo: ToDo, on day: Day) async throws -> ToDo? {
    let done = try await journal.finish([toDo.id], on: day, at: now)
    return try await journal.nextOccurrences(of: done).first
  }

  private func open() async throws -> [ToDo] {
    try await journal.toDos(ToDoFilter(isDone: false), on: day).map(\.toDo)
  }

  @Test func `the next occurrence is added when a to-do is done`() async throws {
    let first = try await add("water", every: .week, due: day + 2)
    let second = try #require(try await finish(first, on: day))
    #expect(second.day == day + 7 && second.due == day + 9 && second.number == 2)
    #expect(second.text == "water" && second.tags == ["home"] && second.priority == first.priority)
    #expect(second.createdAt == now && second.id != first.id)
    // Three weeks late, those in between are not caught up on.
    let third = try #require(try await finish(second, on: day + 30))
    #expect(third.day == day + 35 && third.due == day + 37)
    // Done early, the next one is that of the week after.
    #expect(try await finish(third, on: day + 31)?.day == day + 42)
    #expect(try await open().count == 1)
    #expect(try await journal.search(SearchQuery(["water"]), ToDoFilter()).count == 4)
    #expect(try await journal.problems().isEmpty)
  }

  @Test func `a to-do that is done twice recurs once`() async throws {
    let first = try await add("water", every: .day)
    let (path, now, day) = (place.path, now, day)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let journal = try Journal(at: path, for: .writing)
          _ = try await journal.finish([first.id, first.id], on: day, at: now)
        }
      }
      try await group.waitForAll()
    }
    #expect(try await open().map(\.day) == [day + 1])
  }

  @Test func `a moved to-do keeps its recurrence`() async throws {
    let first = try await add("plan", every: .week)
    let moved = try await journal.move([first.id], to: day + 2, at: now)[0]
    #expect(try await finish(moved, on: day + 2)?.day == day + 7)
  }

  @Test func `undo removes the next occurrence, and done restores it`() async throws {
    let first = try await add("water", every: .day, due: day + 1)
    let second = try #require(try await finish(first, on: day))
    _ = try await journal.reopen([first.id], at: now)
    #expect(try await open().map(\.id) == [first.id])
    #expect(try await finish(first, on: day)?.id == second.id)
    // Reopening an open to-do changes nothing.
    _ = try await journal.reopen([second.id], at: now)
    #expect(try await open().map(\.id) == [second.id])
  }

  @Test(arguments: ["edit", "move", "due", "done"])
  func `undo keeps a next occurrence that was changed`(change: String) async throws {
    let first = try await add("water", every: .day)
    let second = try #require(try await finish(first, on: day))
    switch change {
    case "edit":
      var details = second.details
      details.text = "water all"
      _ = try await journal.editToDo(second.id, to: details, basedOn: 1, at: now)
    case "due":
      var details = second.details
      details.due = day + 5
      _ = try await journal.editToDo(second.id, to: details, basedOn: 1, at: now)
    case "move": _ = try await journal.move([second.id], to: day + 5, at: now)
    default: _ = try await journal.finish([second.id], on: day, at: now)
    }
    _ = try await journal.reopen([first.id], at: now)
    let kept = try await journal.toDo(second.id.text, on: day, deleted: true).toDo
    #expect(kept.deletedAt == nil)
    // The first one done again does not make a second open one.
    let count = try await open().count
    #expect(try await finish(first, on: day) != nil)
    #expect(try await open().count == count - 1)
  }

  @Test func `a to-do without its rule does not recur`() async throws {
    let first = try await add("water", every: .day)
    var details = first.details
    details.recurrence = nil
    let edited = try await journal.editToDo(first.id, to: details, basedOn: 1, at: now)
    #expect(edited.recurrence == nil && edited.occurrence == nil && edited.version == 1)
    #expect(try await finish(edited, on: day) == nil)
  }

  @Test func `the list of a day has what earlier days left open`() async throws {
    _ = try await journal.add(["own", "done"], on: day, at: now)
    let old = try await journal.add(["old", "old and done", "done before"], on: day - 3, at: now)
    _ = try await journal.add(["later"], on: day + 1, at: now)
    let due = try await journal.add(
      [
        ToDo.Details(text: "due", due: day + 9), ToDo.Details(text: "overdue", due: day - 1),
        ToDo.Details(text: "important", priority: ToDo.Priority("A")),
        ToDo.Details(text: "less", tags: ["x"], priority: ToDo.Priority("C")),
      ], on: day - 1, at: now)
    _ = try await journal.finish([old[1].id, due[0].id], on: day, at: now)
    _ = try await journal.finish([old[2].id], on: day - 1, at: now)
    func texts(_ filter: ToDoFilter = ToDoFilter()) async throws -> [String] {
      try await journal.toDos(listedOn: day, filter).map(\.toDo.text)
    }
    #expect(
      try await texts() == [
        "overdue", "important", "less", "own", "done", "old", "old and done", "due",
      ])
    #expect(
      try await texts(ToDoFilter(isDone: false)) == [
        "overdue", "important", "less", "own", "done", "old",
      ])
    var tagged = ToDoFilter()
    tagged.tags = ["#X"]
    #expect(try await texts(tagged) == ["less"])
    #expect(try await journal.search(SearchQuery(["le"]), tagged).map(\.toDo.text) == ["less"])
    #expect(try await journal.search(SearchQuery(["x"]), ToDoFilter()).count == 1)
  }
}

/// Numbers of to-dos over 1,000 random days, in eight journals.
@Suite struct ToDoNumberTests {
  private enum Step: CaseIterable {
    case add, addRecurring, addLater, finish, reopen, move, delete, restore, edit, undo,
      redo
  }

  /// The numbers of the to-dos that were open after the step before.
  private struct Seen {
    var open: [Identifier: Int] = [:]
    /// The numbers of those that are open or were closed today.
    var taken: Set<Int> = []
  }

  @Test(arguments: 0..<8)
  func `an open to-do keeps its number, and no two share one`(history: UInt64) async throws {
    let place = try JournalOnDisk()
    var random = Seeded(history)
    var today = try #require(Day(iso: "2026-11-21"))
    var seen = Seen()
    for _ in 0..<125 {
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let step = Step.allCases.randomElement(using: &random) ?? .add
        try await make(step, on: today, in: place.journal, &random)
        seen = try await checked(place.journal, on: today, after: step, seen)
      }
      today = today + Int.random(in: 1...3, using: &random)
      // At the end of the day, closed ones lose their numbers.
      seen.taken = Set(seen.open.values)
    }
    #expect(seen.open.count > 5)
    #expect(try await place.journal.problems().isEmpty)
  }

  private func make(
    _ step: Step, on today: Day, in journal: Journal, _ random: inout Seeded
  ) async throws {
    let now = Moment(Instant(secondsSince1970: Int64(today.number) * 86_400 + 36_000), offset: 0)
    let all = try await journal.toDos(ToDoFilter(), on: today).map(\.toDo)
    let picked = all.randomElement(using: &random)
    let (day, id) = (today + Int.random(in: -2...3, using: &random), picked?.id)
    var deleted = ToDoFilter()
    deleted.isDeleted = true
    let gone = try await journal.toDos(deleted, on: today).map(\.toDo.id)
    let restored = gone.randomElement(using: &random)
    do {
      switch step {
      case .undo: _ = try await journal.takeBack(.undo, on: today, at: now)
      case .redo: _ = try await journal.takeBack(.redo, on: today, at: now)
      default:
        _ = try await journal.make("\(step)", on: today, at: now) { journal in
          switch step {
          case .add: _ = try journal.add(["x", "y"], on: day, at: now)
          case .addLater: _ = try journal.add(["w"], on: day + 5, at: now)
          case .addRecurring:
            let rule = Recurrence(every: .weekdays([.monday, .friday]), from: day)
            _ = try journal.add([ToDo.Details(text: "r", recurrence: rule)], on: day, at: now)
          case .restore:
            if let restored { _ = try journal.restoreToDos([restored], at: now) }
          default:
            guard let id, let picked else { return }
            switch step {
            case .finish: _ = try journal.finish([id], on: today, at: now)
            case .reopen: _ = try journal.reopen([id], at: now)
            case .move: _ = try journal.move([id], to: day, at: now)
            case .delete: _ = try journal.deleteToDos([id], at: now)
            default:
              _ = try journal.editToDo(
                id, to: ToDo.Details(text: "e\(picked.version)"), basedOn: picked.version, at: now)
            }
          }
        }
      }
    } catch JournalError.noChange {
    }
  }

  private func checked(
    _ journal: Journal, on today: Day, after step: Step, _ before: Seen
  ) async throws -> Seen {
    let open = try await journal.openToDos(on: today).map(\.toDo)
    var after = Seen()
    for toDo in open {
      let number = try #require(toDo.number(on: today), "an open one has no number after \(step)")
      after.open[toDo.id] = number
      if let old = before.open[toDo.id] { #expect(old == number, "changed by \(step)") }
    }
    let shown = try await journal.numberedToDos(on: today, deleted: true)
    after.taken = Set(shown.compactMap(\.toDo.number))
    #expect(after.taken.count == shown.count, "shared after \(step)")
    #expect(Set(after.open.values).isSubset(of: after.taken))
    for number in after.taken {
      #expect(try await journal.toDo("\(number)", on: today, deleted: true).toDo.number == number)
    }
    if step == .add {
      // The new ones have the smallest numbers that were free.
      let new = after.taken.subtracting(before.taken).sorted()
      let free = (1...(before.taken.count + new.count)).filter { !before.taken.contains($0) }
      #expect(new == Array(free.prefix(new.count)))
    }
    return after
  }
}
