import Diary
import SQLite
import TestSupport
import Testing

@testable import Journal

@Suite struct MeasureCountTests {
  private let place: JournalOnDisk
  private let day: Day
  private let noon = Moment.test("2026-11-21T12:00:00+09:00")

  init() throws {
    place = try JournalOnDisk()
    day = try #require(Day(iso: "2026-11-21"))
  }

  private var journal: Journal { place.journal }

  private func counts(_ measure: Measure) async throws -> [Int: Int?] {
    let days = try await journal.counts(of: measure)
    #expect(days.map(\.day.number) == days.map(\.day.number).sorted())
    return Dictionary(uniqueKeysWithValues: days.map { ($0.day - day, $0.count) })
  }

  private func words(
    _ span: ClosedRange<Int> = -300...0
  ) async throws -> [Int: Int?] {
    let days = try await journal.words(on: (day + span.lowerBound)...(day + span.upperBound))
    return Dictionary(uniqueKeysWithValues: days.map { ($0.day - day, $0.count) })
  }

  @Test func `an empty journal has no days`() async throws {
    for measure in Measure.named + [.tag("a")] { #expect(try await counts(measure).isEmpty) }
    #expect(try await words().isEmpty)
    #expect(try await journal.weather(on: (day - 9)...day).isEmpty)
  }

  @Test func `notes and entries count on their day unless deleted`() async throws {
    try await place.add("one two", body: "three")
    let gone = try await place.add("gone")
    let old = try await place.add("older", at: "2026-11-11T23:30:00-11:00")
    for (back, text) in [(0, "하루를 적었다"), (3, "三日前"), (5, "deleted")] {
      _ = try await journal.write(
        Text(title: text, body: ""), on: day - back, basedOn: nil, at: noon)
    }
    _ = try await journal.delete([gone.id], at: noon)
    _ = try await journal.deleteEntry(of: day - 5, at: noon)
    #expect(try await counts(.notes) == [0: 1, -10: 1])
    #expect(try await counts(.entries) == [0: 1, -3: 1])
    #expect(try await words() == [0: 5, -3: 3, -10: 1])
    // Days outside the span have some words.
    #expect(try await words(-3...0) == ([0: 5, -3: 3, -10: nil] as [Int: Int?]))
    _ = try await journal.restore(gone.id, version: nil, at: noon)
    #expect(try await counts(.notes) == [0: 2, -10: 1])
    try await journal.purge([old.id, gone.id])
    #expect(try await counts(.notes) == [0: 1])
    #expect(try await words() == [0: 5, -3: 3])
  }

  @Test func `words are those of the current version`() async throws {
    let note = try await place.add("one", body: "two three", at: "2026-11-11T12:00:00+09:00")
    let later = Text(title: "one", body: "two three four five", tags: [])
    _ = try await journal.edit(note.id, to: later, basedOn: note.version, at: noon)
    #expect(try await words() == [-10: 5])
  }

  @Test func `to-dos count on the day they were completed`() async throws {
    let toDos = try await journal.add(["a", "b", "c", "d"], on: day - 2, at: noon)
    _ = try await journal.finish(toDos.prefix(3).map(\.id), at: noon)
    #expect(try await counts(.toDos) == [0: 3])
    _ = try await journal.reopen([toDos[0].id], at: noon)
    #expect(try await counts(.toDos) == [0: 2])
    _ = try await journal.deleteToDos([toDos[1].id], at: noon)
    #expect(try await counts(.toDos) == [0: 1])
  }

  @Test func `a tag counts once in each text that has it`() async throws {
    let note = try await place.add("a", tags: ["perf"])
    try await place.add("b", tags: ["Perf"], at: "2026-11-11T12:00:00+09:00")
    try await place.add("c", tags: ["performance"])
    _ = try await journal.write(
      Text(title: "d", body: "", tags: ["perf"]), on: day, basedOn: nil, at: noon)
    for name in ["perf", "#PERF"] {
      #expect(try await counts(.tag(name)) == [0: 2, -10: 1], "\(name)")
    }
    _ = try await journal.delete([note.id], at: noon)
    #expect(try await counts(.tag("perf")) == [0: 1, -10: 1])
    #expect(try await counts(.tag("nothing")).isEmpty)
  }

  @Test func `a to-do with a tag counts when it is completed`() async throws {
    let new = ToDo.Details(text: "run", tags: ["sport"])
    let toDos = try await journal.add([new, new], on: day - 4, at: noon)
    #expect(try await counts(.tag("sport")).isEmpty)
    _ = try await journal.finish([toDos[0].id], at: noon)
    #expect(try await counts(.tag("sport")) == [0: 1])
  }

  @Test func `weather is that of entries in the span`() async throws {
    for back in [0, 1, 8] {
      _ = try await journal.write(
        Text(title: "a", body: ""), on: day - back, basedOn: nil, at: noon)
      _ = try await journal.setWeather(
        #"{"place":"\#(back)"}"#, of: day - back, at: .test("2026-11-21T09:00:00+09:00"))
    }
    _ = try await journal.deleteEntry(of: day - 1, at: noon)
    let weather = try await journal.weather(on: (day - 7)...day)
    #expect(weather.map(\.day) == [day] && weather.map(\.json) == [#"{"place":"0"}"#])
  }

  @Test func `counts are read from indexes alone`() throws {
    let connection = try JournalFile(path: place.path).openForReading()
    func plan(_ query: String) throws -> String {
      try connection.rows("EXPLAIN QUERY PLAN " + query) { $0.text(3) }.joined(separator: "; ")
    }
    let notes = try plan(
      """
      SELECT day, count(*) FROM record INDEXED BY record_by_day
      WHERE kind = 1 AND deleted_at IS NULL GROUP BY day
      """)
    #expect(notes.contains("COVERING INDEX record_by_day") && !notes.contains("TEMP"), "\(notes)")
  }
}
