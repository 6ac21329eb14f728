import Diary
import Testing

@testable import Journal
@testable import Views

@Suite struct DayRecordTests {
  private static func day(_ text: String) -> Day { Day(iso: text) ?? Day(number: 0) }

  private static func toDo(
    _ text: String, of list: String, doneOn done: String? = nil
  ) -> FoundToDo {
    let moment = Moment(Instant(secondsSince1970: 0), offset: 0)
    return FoundToDo(
      toDo: ToDo(
        id: .random(), day: day(list), number: 1, details: ToDo.Details(text: text), version: 1,
        doneOn: done.map(day), doneAt: done.map { _ in moment }, createdAt: moment,
        updatedAt: moment, deletedAt: nil), shortID: text)
  }

  private static func record(_ day: String, _ toDos: FoundToDo...) -> DayRecord {
    var record = DayRecord(day: Self.day(day))
    record.toDos = toDos
    return record
  }

  private func texts(_ records: [DayRecord]) -> [String: [String]] {
    Dictionary(
      uniqueKeysWithValues: records.map { ("\($0.day)", $0.toDos.map(\.toDo.text)) })
  }

  @Test func `shows a to-do only on the day it was done`() {
    let late = Self.toDo("late", of: "2026-11-19", doneOn: "2026-11-21")
    let records = [
      Self.record("2026-11-19", late, Self.toDo("open", of: "2026-11-19")),
      Self.record("2026-11-20", Self.toDo("same", of: "2026-11-20", doneOn: "2026-11-20")),
      Self.record("2026-11-21", late),
    ]
    #expect(
      texts(records.withEachToDoOnce) == [
        "2026-11-19": ["open"], "2026-11-20": ["same"], "2026-11-21": ["late"],
      ])
  }

  @Test func `shows a to-do done outside the days on its list's day`() {
    let later = Self.toDo("later", of: "2026-11-20", doneOn: "2026-11-25")
    let records = [Self.record("2026-11-20", later)]
    #expect(texts(records.withEachToDoOnce) == ["2026-11-20": ["later"]])
  }

  @Test func `shows an open to-do only on the last day that lists it`() {
    let open = Self.toDo("open", of: "2026-11-19")
    let records = [
      Self.record("2026-11-19", open, Self.toDo("other", of: "2026-11-19")),
      Self.record("2026-11-21", open),
    ]
    #expect(
      texts(records.withEachToDoOnce) == ["2026-11-19": ["other"], "2026-11-21": ["open"]])
  }

  @Test func `omits a day that became empty`() {
    let late = Self.toDo("late", of: "2026-11-19", doneOn: "2026-11-20")
    let records = [Self.record("2026-11-19", late), Self.record("2026-11-20", late)]
    #expect(texts(records.withEachToDoOnce) == ["2026-11-20": ["late"]])
  }
}
