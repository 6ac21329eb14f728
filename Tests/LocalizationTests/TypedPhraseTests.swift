import Diary
import Testing

@testable import Localization

/// What people type for days and spans, on Saturday, November 21, 2026; weeks begin on Monday.
///
/// A line has phrases with bars between them, a sign and what each phrase means: a day, a span
/// `first…last`, a time, or `refused`. The sign is `<` where the past is meant, `>` where the future
/// is, and `=` for both.
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
    var seen: [String] = []
    for line in table.split(separator: "\n") {
      guard let sign = line.lastIndex(where: { "<>=".contains($0) }) else {
        Issue.record("“\(line)” has no sign.")
        continue
      }
      let expected = String(line[sign...].dropFirst(2))
      for phrase in line[..<sign].dropLast().split(separator: " | ").map(String.init) {
        seen.append("\(phrase) \(line[sign...])")
        for direction in [DayExpression.Direction.past, .future] {
          if line[sign] == (direction == .past ? ">" : "<") { continue }
          let meaning = Self.meaning(of: phrase, as: expected, reader, direction)
          #expect(meaning == expected, "\(phrase) (\(direction))")
        }
      }
    }
    #expect(seen.count >= 200)
    #expect(Set(seen).count == seen.count)
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
