import Arguments
import Diary
import JSON
import Journal
import Localization

/// `commitdiary digest`: a span of days, as one says it at a stand-up or pastes it into a review.
struct DigestCommand: Command {
  var since: DayWord?
  var until: DayWord?
  var format = DigestFormat.text

  static let declaration = Declaration<Self>(
    .digestSummary, details: .digestDetails,
    examples: [
      Example("digest", .digestExample),
      Example("digest --since monday --format markdown", .digestExampleMarkdown),
    ],
    [
      .option("since", help: .optionDigestSince) { $0.since = $1 },
      .option("until", help: .optionTo) { $0.until = $1 },
      .option("format", short: "f", help: .optionFormat) { $0.format = $1 },
    ])

  func run(in session: Session) async throws {
    let (since, until) = try session.span(since, until)
    let last = until ?? session.today
    let first = since ?? Swift.min(session.today.previousWorkingDay, last)
    guard first <= last else { throw UsageError.daysInWrongOrder(since: first, until: last) }
    let journal = try session.journal(for: .reading)
    let records = try await session.records(
      of: [first...last], among: session.historiesHere(areExpected: true), in: journal
    ).withEachToDoOnce
    if format == .json || session.globals.wantsJSON {
      return try session.show([
        "from": .string(first.description), "to": .string(last.description),
        "days": .array(records.map { DayJSON.record($0) }),
      ])
    }
    let digest = Digest(records: records, span: first...last, reader: session.reader)
    if format == .markdown { return try session.answer(digest.markdown) }
    guard !records.isEmpty else {
      return session.say(.digestNothing(from: first, to: last))
    }
    try session.show(digest.lines.flatMap { session.wrapped($0.text, indent: $0.indent) })
  }
}

enum DigestFormat: String, CaseIterable, ArgumentValue {
  case text, markdown, json
}

extension Day {
  /// The day before, or Friday where that was a weekend.
  fileprivate var previousWorkingDay: Day {
    var day = self - 1
    while day.weekday == .saturday || day.weekday == .sunday { day = day - 1 }
    return day
  }
}
