import Diary

/// Paragraphs, or lines, of which some begin with a time. One without a time belongs to the one that it
/// was written below.
struct TimedParts {
  /// What is above the first one with a time.
  private(set) var untimed: [[UInt8]] = []
  private var timed: [(minutes: Int, texts: [[UInt8]])] = []

  init(_ texts: [[UInt8]]) {
    for text in texts {
      if let minutes = Self.minutes(text) {
        let last = timed.last?.minutes ?? 0
        // A day may end after midnight: then 01:00 is later than 23:00.
        let isNextDay = minutes + 12 * 60 < last % (24 * 60) || last >= 24 * 60
        timed.append((minutes + (isNextDay ? 24 * 60 : 0), [text]))
      } else if timed.isEmpty {
        untimed.append(text)
      } else {
        timed[timed.count - 1].texts.append(text)
      }
    }
  }

  private static func minutes(_ text: [UInt8]) -> Int? {
    let line = text.prefix { $0 != UInt8(ascii: "\n") }.prefix(80)
    let time = TimeOfDay(atStartOf: String(decoding: line, as: UTF8.self)[...])
    return time.map { $0.hour * 60 + $0.minute }
  }

  /// Those with times of both, in the order of their times. Each side keeps its order.
  func merged(with later: TimedParts) -> [[UInt8]] {
    var merged: [[UInt8]] = []
    var (first, second) = (timed[...], later.timed[...])
    while let one = first.first, let other = second.first {
      if other.minutes < one.minutes {
        merged += other.texts
        second.removeFirst()
      } else {
        merged += one.texts
        first.removeFirst()
      }
    }
    return merged + (first + second).flatMap(\.texts)
  }
}
