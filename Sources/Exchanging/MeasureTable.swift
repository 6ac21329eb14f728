import App
import Context
import Diary
import Journal
import Localization
import Views

/// The measures of each day as comma-separated values (RFC 4180).
struct MeasureTable: Sendable {
  let app: App

  func text(_ filter: ArchiveFilter) async throws -> String {
    let journal = try await app.journal(for: .reading)
    let today = app.clock.today
    let known = try await journal.daySpan()
    let first = filter.since ?? known?.lowerBound ?? today
    let span = first...max(filter.until ?? today, first)
    let numbers = try await journal.numbers(on: span)
    let names = Set(numbers.values.flatMap(\.keys)).sorted()
    let measures: [Measure] =
      [.commits, .notes, .entries, .words, .toDos, .temperature, .pm25]
      + names.map(Measure.number)
    var columns: [[Day: String]] = []
    for measure in measures {
      let activity: Activity
      do {
        activity = try await app.activities.activity(
          ActivityOptions(measure: measure), on: span, usesNetwork: false)
      } catch  where measure == .commits {
        // Without clones, or an address that tells the user's commits, that column is empty.
        columns.append([:])
        continue
      }
      var column = activity.values.mapValues(Self.number)
      if !measure.isAveraged {
        for day in activity.days {
          if let count = day.count { column[day.day] = "\(count)" }
        }
      }
      columns.append(column)
    }
    var text = (["day"] + measures.map(\.name)).map(Self.field).joined(separator: ",") + "\n"
    for number in span.lowerBound.number...span.upperBound.number {
      let day = Day(number: number)
      let values = zip(measures, columns).map { measure, column in
        column[day] ?? (measure.isAveraged || column.isEmpty ? "" : "0")
      }
      text += (["\(day)"] + values).joined(separator: ",") + "\n"
    }
    return text
  }

  private static func number(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }

  private static func field(_ text: String) -> String {
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
    return
      "\"\(text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
  }
}
