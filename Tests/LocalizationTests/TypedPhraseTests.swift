import Diary
import Testing

@testable import Localization

/// What people type for days and spans, on Saturday, November 21, 2026; weeks begin on Monday.
///
/// A line has the phrase, a sign and what it means: a day, a span `first…last`, a time, or
/// `refused`. The sign is `<` where the past is meant, `>` where the future is, and `=` for both.
@Suite struct TypedPhraseTests {
  @Test func `reads what people type in English`() {
    check(Self.english, Reader("LANG=en_US.UTF-8"))
  }

  @Test func `reads what people type in Korean`() {
    check(Self.korean, Reader("LANG=ko_KR.UTF-8"))
  }

  @Test func `reads what people type in Japanese`() {
    check(Self.japanese, Reader("LANG=ja_JP.UTF-8"))
  }

  private static let today = Day(iso: "2026-11-21") ?? Day(number: 0)

  private func check(_ table: String, _ reader: Reader) {
    let lines = table.split(separator: "\n")
    #expect(lines.count >= 200)
    #expect(Set(lines).count == lines.count)
    for line in lines {
      guard let sign = line.lastIndex(where: { "<>=".contains($0) }) else {
        Issue.record("“\(line)” has no sign.")
        continue
      }
      let phrase = String(line[..<sign].dropLast())
      let expected = String(line[sign...].dropFirst(2))
      for direction in [DayExpression.Direction.past, .future] {
        if line[sign] == (direction == .past ? ">" : "<") { continue }
        let meaning = Self.meaning(of: phrase, as: expected, reader, direction)
        #expect(meaning == expected, "\(phrase) (\(direction))")
      }
    }
  }

  /// What the phrase means, as a time if a time is expected.
  private static func meaning(
    of phrase: String, as expected: String, _ reader: Reader, _ direction: DayExpression.Direction
  ) -> String {
    let moment = MomentExpression(phrase, reader: reader)
    if expected.contains(":") || expected.hasSuffix(" ago") { return moment.map(text) ?? "refused" }
    let day = DayExpression(phrase, reader: reader)?.day(from: today, towards: direction)
    guard let span = SpanExpression(phrase, reader: reader)?.span(from: today, towards: direction)
    else { return day == nil && moment == nil ? "refused" : "no span" }
    guard span.first == span.last else { return "\(span.first)…\(span.last)" }
    return day == span.first ? "\(span.first)" : "\(span.first), but not a day"
  }

  private static func text(_ moment: MomentExpression) -> String {
    func text(_ day: Day, _ time: TimeOfDay?) -> String {
      guard let time else { return "\(day)" }
      return "\(day) \(time.hour):\(time.minute < 10 ? "0" : "")\(time.minute)"
    }
    switch moment {
    case .time(let time): return text(today, time)
    case .day(let day, let time): return text(day.day(from: today), time)
    case .lateTime(let time, let day): return text(day.day(from: today) + 1, time)
    case .minutesAgo(let minutes): return "\(minutes) minutes ago"
    }
  }
}
