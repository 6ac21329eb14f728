import Diary
import JSON
import Journal

/// A day as other programs read it.
enum DayJSON {
  /// - Parameters:
  ///   - streak: as `streak` writes it, where it is asked for.
  ///   - weather: what it is now; else what stands in the entry.
  static func record(
    _ record: DayRecord, streak: Streaks? = nil, weather: DayWeather? = nil
  ) -> JSONValue {
    [
      "day": .string(record.day.description),
      "weather": weather.map(WeatherJSON.object) ?? EntryJSON.weather(record.weather),
      "streak": streak.map { .object($0.members) } ?? .null,
      "commits": .array(
        record.commits.map {
          CommitJSON.commit($0.commit, of: $0.repository, notes: $0.notes)
        }),
      "notes": .array(record.notes.map { NoteJSON.note($0.note) }),
      "todos": .array(record.toDos.map { ToDoJSON.toDo($0.toDo) }),
      "entry": record.entry.map(EntryJSON.entry) ?? .null,
    ]
  }
}
