import Diary
import TestSupport
import Testing

@testable import Journal

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
