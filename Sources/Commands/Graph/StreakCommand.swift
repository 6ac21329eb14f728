import Arguments
import Diary
import Git
import JSON
import Localization
import Terminal

/// `commitdiary streak`: how many days in a row.
struct StreakCommand: Command, HasActivityOptions {
  var activity = ActivityOptions()
  var ignoresWeekends = false
  var explains = false
  var isShort = false

  static let declaration = Declaration<Self>(
    .streakSummary, details: .streakDetails,
    examples: [
      Example("streak", .streakExample),
      Example("streak --explain", .streakExampleExplain),
      Example("streak --short", .streakExampleShort),
    ],
    rules: [.exclusive(["user", "author"]), .exclusive(["short", "explain"])],
    [
      .user, .local, .author,
      .flag("weekdays", short: "w", help: .optionWeekdays) { $0.ignoresWeekends = true },
      .flag("explain", help: .optionExplain) { $0.explains = true },
      .flag("short", help: .optionShort) { $0.isShort = true },
    ])

  func run(in session: Session) async throws {
    var excluded = session.settings.excluded
    if ignoresWeekends { excluded.formUnion([.saturday, .sunday]) }
    if isShort { return try await runShort(in: session, excluding: excluded) }
    let today = session.today
    let span = try GraphSpan.year.days(until: today, firstWeekday: .sunday)
    let activity = try await session.activity(activity, on: span)
    let streaks = activity.streaks(today: today, excluding: excluded)
    for remark in activity.remarks { session.say(remark, .faint) }
    if session.globals.wantsJSON {
      return try session.show(Self.json(activity, streaks))
    }
    let session = session.colored(by: session.theme)
    let view = StreakView(streaks: streaks, session: session)
    var lines = session.wrapped(StyledText(activity.name, .heading))
    lines += [view.current ?? .streakNever].flatMap { session.wrapped(session.styled($0)) }
    if streaks.longest != nil {
      lines += view.bar()
      lines += [view.longest].compactMap(\.self).flatMap { session.wrapped(session.styled($0)) }
    }
    if explains {
      lines.append("")
      lines += StreakExplanation(
        streaks: streaks, excluded: excluded, activity: activity, session: session
      ).messages.flatMap { session.wrapped(session.styled($0)) }
    }
    try session.show(lines)
  }

  private static func json(_ activity: Activity, _ streaks: Streaks) -> JSONValue {
    .object(
      [
        JSONValue.Member("source", .string(activity.source.rawValue)),
        JSONValue.Member("login", JSONValue(activity.login)),
      ] + streaks.members)
  }

  /// For a prompt, which has no use for an error: what is not known is not there.
  private func runShort(in session: Session, excluding excluded: Set<Weekday>) async throws {
    let day = session.today
    var activity: Activity?
    do {
      activity = try await session.activity(self.activity, on: day...day, asks: false)
    } catch is Interrupted {
      throw Interrupted()
    } catch {
      session.trace(.streakUnknown)
    }
    let streaks = activity?.streaks(today: day, excluding: excluded)
    if session.globals.wantsJSON {
      return try session.show(
        activity.flatMap { activity in streaks.map { Self.json(activity, $0) } } ?? .null)
    }
    guard let streaks, streaks.longest != nil else { return }
    let length = streaks.current?.length ?? 0
    try session.answer("\(length)\(streaks.today == day && streaks.count == 0 ? "!" : "")\n")
  }
}

/// Why a streak is as long as it is.
struct StreakExplanation {
  let streaks: Streaks
  let excluded: Set<Weekday>
  let activity: Activity
  let session: Session

  var messages: [Message] {
    var messages: [Message] = [.streakRule]
    if !excluded.isEmpty {
      let names = excluded.sorted { $0.rawValue < $1.rawValue }
        .map { session.reader.weekday($0) }
      messages.append(
        .streakExcluded(weekdays: names.joined(separator: session.reader.say(.listSeparator))))
    }
    if let ended = streaks.ended { messages.append(.streakEnded(day: ended)) }
    if streaks.isInGrace { messages.append(.streakGrace) }
    if streaks.count == 0, excluded.contains(streaks.today.weekday) {
      messages.append(.streakTodayFree)
    }
    if activity.isSeenAsVisitor { messages.append(.streakDaysOfGitHub) }
    if activity.source != .gitHub { messages.append(.streakDaysOfClones(hour: clockTime)) }
    return messages
  }

  private var clockTime: String {
    session.reader.time(TimeOfDay(hour: session.settings.endOfDay, minute: 0))
  }
}
