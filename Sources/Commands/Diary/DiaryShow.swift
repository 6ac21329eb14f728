import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Terminal
import Views

/// `commitdiary diary show`: shows an entry, and below it what else the day has; of a week or a month,
/// all entries.
struct DiaryShow: Command, NarrowsToClone {
  var day: SpanArgument?
  var isDeleted = false
  var isLatest = false
  var isHere = false

  static let declaration = Declaration<Self>(
    .diaryShowSummary, details: .diaryShowDetails,
    examples: [
      Example("diary show last friday"),
      Example("diary show --latest"),
    ],
    [
      .positional("day", .phrase, help: .argumentSpan) { $0.day = $1 },
      .flag("latest", help: .optionEntryLatest) { $0.isLatest = true },
      .flag("deleted", help: .optionDeletedToo) { $0.isDeleted = true },
      .here,
    ])

  func run(in app: App) async throws {
    if let words = day, let span = try? app.calendar.span(words.text),
      span.lowerBound < span.upperBound, !isLatest, !isDeleted
    {
      var list = DiaryList()
      list.options.span.span = words
      list.isFull = true
      return try await list.run(in: app)
    }
    let day = try day.map { try app.calendar.day($0.text) } ?? app.clock.today
    let journal = try await app.journal(for: .reading)
    let entry = try await entry(of: day, in: journal, app)
    if app.options.wantsJSON { return try app.output.show(entry.json) }
    if entry.day != day { app.output.note(.entryLatest(day: day), .remark) }
    let record = try await app.days.record(
      of: entry.day, commitsOf: CloneScope(isHere: isHere), in: journal)
    var lines = app.context.lines(of: entry)
    let counts = record.counts(in: app.context)
    if !counts.isEmpty {
      let command = "commitdiary today" + (entry.day == app.clock.today ? "" : " \(entry.day)")
      let rest = StyledText("\(counts) \(app.output.screen.arrow) \(command)", .remark)
      lines += [""] + app.output.wrapped(rest)
    }
    try app.output.show(lines)
    // An entry that was written without waiting for the weather gets it now. Scripts do not wait.
    if app.output.screen.isTerminal {
      await app.weather.fillInWeather(of: entry, WeatherDeadline(.milliseconds(700)))
    }
  }

  /// The entry of the day or, with `--latest`, the last one before it.
  private func entry(of day: Day, in journal: Journal, _ app: App) async throws -> Entry {
    let filter = EntryFilter(until: day, limit: 1)
    let latest = isLatest ? try await journal.entries(filter).first : nil
    do {
      return try await journal.entry(of: day, deleted: isDeleted)
    } catch {
      guard let latest, error.isMissingEntry else { throw error }
      return latest
    }
  }
}

extension JournalError {
  /// Whether there is no entry for the day, or a deleted one.
  fileprivate var isMissingEntry: Bool {
    switch self {
    case .missing(.entry), .deleted(.entry, _): true
    default: false
    }
  }
}

/// `commitdiary diary share`: prints an entry in a format for sharing.
struct DiaryShare: Command {
  var day: DayArgument?
  var format = ShareFormat.text

  static let declaration = Declaration<Self>(
    .diaryShareSummary,
    examples: [Example("diary share yesterday --format markdown")],
    [
      .positional("day", .phrase, help: .argumentEntryDay) { $0.day = $1 },
      .option("format", short: "f", help: .optionFormat) { $0.format = $1 },
    ])

  func run(in app: App) async throws {
    let day = try app.dayOrToday(day)
    try await app.share(.entry(app.journal(for: .reading).entry(of: day)), as: format)
  }
}

/// `commitdiary diary history`: shows all versions of an entry and their changes.
struct DiaryHistory: Command {
  var day: DayArgument?

  static let declaration = Declaration<Self>(
    .diaryHistorySummary, examples: [Example("diary history")],
    [.positional("day", .phrase, help: .argumentEntryDay) { $0.day = $1 }])

  func run(in app: App) async throws {
    let day = try app.dayOrToday(day)
    let journal = try await app.journal(for: .reading)
    try await app.showHistory(of: .entry(journal.entry(of: day, deleted: true)), in: journal)
  }
}
