public import Diary
public import Journal
public import Views

extension DayRecords {
  /// More days than this are read with one query for all days between them.
  private static let maximumQueries = 40

  /// The entry and the to-dos of each of these days, without commits and notes.
  public func texts(of days: Set<Day>, in journal: Journal) async throws -> [Day: DayRecord] {
    guard let first = days.min(), let last = days.max() else { return [:] }
    var records: [Day: DayRecord] = [:]
    let spans = days.count > Self.maximumQueries ? [first...last] : days.sorted().map { $0...$0 }
    for span in spans {
      for entry in try await journal.entries(
        EntryFilter(since: span.lowerBound, until: span.upperBound)) where days.contains(entry.day)
      {
        records[entry.day, default: DayRecord(day: entry.day)].entry = entry
      }
      let planned = try await journal.toDos(
        ToDoFilter(since: span.lowerBound, until: span.upperBound), on: app.clock.today)
      for found in planned where days.contains(found.toDo.day) {
        records[found.toDo.day, default: DayRecord(day: found.toDo.day)].toDos.append(found)
      }
      for found in try await journal.toDosDone(from: span.lowerBound, to: span.upperBound) {
        guard let day = found.toDo.doneOn, day != found.toDo.day, days.contains(day) else {
          continue
        }
        records[day, default: DayRecord(day: day)].toDos.append(found)
      }
    }
    return records
  }
}
