import Diary
import JSON

/// A JSON object of parallel arrays, including one called `time`.
struct TimeTable {
  private let times: [JSONValue]
  private let block: JSONValue

  init?(_ block: JSONValue?) {
    guard let block, let times = block["time"]?.array else { return nil }
    self.times = times
    self.block = block
  }

  /// The values for `day` in order, from the first of these columns that exists.
  func values(_ names: String..., on day: Day) -> [JSONValue] {
    guard let column = names.lazy.compactMap({ block[$0]?.array }).first else { return [] }
    let date = "\(day)".utf8
    return zip(times, column)
      .filter { time, _ in time.string?.utf8.starts(with: date) == true }
      .map { $1 }
  }

  var firstDay: Day? {
    times.first?.string.flatMap { Day(iso: $0.prefix(10)) }
  }
}
