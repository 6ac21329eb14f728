import Diary
import JSON

/// A block of parallel arrays, the first of them called `time`.
struct TimeTable {
  private let times: [JSONValue]
  private let block: JSONValue

  init?(_ block: JSONValue?) {
    guard let block, let times = block["time"]?.array else { return nil }
    self.times = times
    self.block = block
  }

  /// What the column has for `day`, in its order; of several names, the first that it has.
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
