import Diary
import Journal
import Testing

@testable import Views

@Suite struct DayRecordTests {
  private static func day(_ text: String) -> Day { Day(iso: text) ?? Day(number: 0) }

  private static func toDo(
    _ text: String, of list: String, doneOn done: String? = nil
  ) -> FoundToDo {
    let moment = Moment(Instant(secondsSince1970: 0), offset: 0)
    return FoundToDo(
      toDo: ToDo(
        id: .random(), day: day(list), number: 1, text: text, version: 1,
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

  @Test func `a to-do that was done on another of the days is on that one alone`() {
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

  @Test func `one that was done before or after the days stays on the day of its list`() {
    let later = Self.toDo("later", of: "2026-11-20", doneOn: "2026-11-25")
    let records = [Self.record("2026-11-20", later)]
    #expect(texts(records.withEachToDoOnce) == ["2026-11-20": ["later"]])
  }

  @Test func `a day of which nothing is left is left out`() {
    let late = Self.toDo("late", of: "2026-11-19", doneOn: "2026-11-20")
    let records = [Self.record("2026-11-19", late), Self.record("2026-11-20", late)]
    #expect(texts(records.withEachToDoOnce) == ["2026-11-20": ["late"]])
  }
}
