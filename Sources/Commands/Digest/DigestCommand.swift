import App
import Arguments
import Diary
import JSON
import Journal
import Localization
import Views

/// `commitdiary digest`: summarizes some days, for a stand-up meeting or a review.
struct DigestCommand: Command, NarrowsToClone {
  var since: DayArgument?
  var until: DayArgument?
  var format = DigestFormat.text
  var isHere = false

  static let declaration = Declaration<Self>(
    .digestSummary, details: .digestDetails,
    examples: [
      Example("digest", .digestExample),
      Example("digest --since monday --format markdown", .digestExampleMarkdown),
    ],
    [
      .here,
      .option("since", help: .optionDigestSince) { $0.since = $1 },
      .option("until", help: .optionTo) { $0.until = $1 },
      .option("format", short: "f", help: .optionFormat) { $0.format = $1 },
    ])

  func run(in app: App) async throws {
    let (since, until) = try app.span(since, until)
    let last = until ?? app.clock.today
    let first = since ?? Swift.min(app.clock.today.previousWorkingDay, last)
    guard first <= last else { throw UsageError.daysInWrongOrder(since: first, until: last) }
    let journal = try await app.journal(for: .reading)
    let commits = try await app.days.commits(
      of: CloneScope(isHere: isHere), warnsOnFailure: true)
    let records = try await app.days.records(of: [first...last], among: commits, in: journal)
      .withEachToDoOnce
    if format == .json || app.options.wantsJSON {
      return try app.output.show([
        "from": .string(first.description), "to": .string(last.description),
        "days": .array(records.map { DayJSON.record($0) }),
      ])
    }
    let digest = Digest(records: records, span: first...last, reader: app.reader)
    if format == .markdown { return try app.output.write(digest.markdown) }
    guard !records.isEmpty else {
      return app.output.note(.digestNothing(from: first, to: last))
    }
    try app.output.show(digest.lines.flatMap { app.output.wrapped($0.text, indent: $0.indent) })
  }
}

enum DigestFormat: String, CaseIterable, ArgumentValue {
  case text, markdown, json
}

extension Day {
  /// The previous day, or Friday if that is on a weekend.
  fileprivate var previousWorkingDay: Day {
    var day = self - 1
    while day.weekday == .saturday || day.weekday == .sunday { day = day - 1 }
    return day
  }
}
