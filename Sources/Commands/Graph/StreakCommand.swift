import App
import Arguments
import Context
import Diary
import JSON
import Localization
import Terminal
import Views

/// `commitdiary streak`: shows the current and the longest streak of commits or another measure.
struct StreakCommand: Command, HasActivityOptions {
  var activity = ActivityOptions()
  var ignoresWeekends = false
  var explains = false
  var isShort = false
  var svg: String?

  static let declaration = Declaration<Self>(
    .streakSummary, details: .streakDetails,
    examples: [
      Example("streak"),
      Example("streak --explain"),
      Example("streak --short", .streakExampleShort),
      Example("streak --of entries"),
      Example("streak --svg streak.svg", .graphExampleSVG),
    ],
    exclusive: [
      ["user", "author"], ["short", "explain", "svg"], ["here", "local"], ["here", "user"],
    ],
    [
      .countedMeasure, .here, .user, .local, .author, .agents,
      .flag("weekdays", short: "w", help: .optionWeekdays) { $0.ignoresWeekends = true },
      .flag("explain", help: .optionExplain) { $0.explains = true },
      .flag("short", help: .optionShort) { $0.isShort = true },
      .svg(help: .optionSVG) { $0.svg = $1 },
    ])

  func run(in app: App) async throws {
    try self.activity.checkStreak()
    var excluded = app.settings.excluded
    if ignoresWeekends { excluded.formUnion([.saturday, .sunday]) }
    if isShort { return try await runShort(in: app, excluding: excluded) }
    let today = app.clock.today
    let year = try GraphSpan.lastYear.days(until: today, firstWeekday: .sunday)
    // Words are counted only for today. Of other days, it only matters whether they have any.
    let activity = try await app.activities.activity(
      self.activity, on: self.activity.measure == .words ? today...today : year)
    let streaks = activity.streaks(today: today, excluding: excluded)
    let other = activity.otherStreaks(today: today, excluding: excluded)
    for remark in activity.remarks { app.output.note(remark, .remark) }
    if let svg {
      let card = app.context.card(of: streaks, of: activity.measure, in: app.theme)
      try app.write(card, asPicture: svg)
    }
    if app.options.wantsJSON {
      return try app.output.show(activity.json(with: streaks, other: other))
    }
    if svg != nil { return }
    let app = app.colored()
    let context = app.context
    var lines = context.wrapped(StyledText(activity.name, .heading))
    lines += context.wrapped(streaks.currentWords ?? .streakNever)
    if streaks.longest != nil {
      lines += context.bar(of: streaks) + context.wrapped(streaks.longestWords)
    }
    if let other {
      lines += context.wrapped(
        activity.isStreakUnmarked
          ? .streakWithMarked(count: other.current?.length ?? 0)
          : .streakWithoutMarked(count: other.current?.length ?? 0), .remark)
    }
    if explains {
      lines.append("")
      lines += context.explanation(of: streaks, excluding: excluded, in: activity)
        .flatMap { context.wrapped($0) }
    }
    try app.output.show(lines)
  }

  /// The short form for a shell prompt. Errors are not shown; missing data is left out.
  private func runShort(in app: App, excluding excluded: Set<Weekday>) async throws {
    let day = app.clock.today
    var activity: Activity?
    do {
      activity = try await app.activities.activity(
        self.activity, on: day...day, usesNetwork: false, time: .prompt)
    } catch is Interrupted {
      throw Interrupted()
    } catch {
      app.output.trace(.streakUnknown)
    }
    let streaks = activity?.streaks(today: day, excluding: excluded)
    if app.options.wantsJSON {
      return try app.output.show(
        activity.flatMap { activity in
          streaks.map { streaks in
            activity.json(
              with: streaks, other: activity.otherStreaks(today: day, excluding: excluded))
          }
        } ?? .null)
    }
    guard let streaks, streaks.longest != nil else { return }
    let length = streaks.current?.length ?? 0
    try app.output.write("\(length)\(streaks.today == day && streaks.count == 0 ? "!" : "")\n")
  }
}
