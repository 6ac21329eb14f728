public import Diary
public import JSON
public import Journal
public import Localization
public import Terminal

/// The contents of the page of a day. Everything but the record is only known today.
public struct DayPage: Sendable {
  public var record: DayRecord
  public var isToday: Bool
  public var name: String?
  /// The to-dos that new commits have finished.
  public var finished: [MentionedToDo] = []
  /// The commits of yesterday about which a note could be written.
  public var earlierWithoutNote: DayRecord?
  /// If nothing is written yet and today has no commits, those of the last day that has any.
  public var lastCommits: DayRecord?
  /// Whether the page says how many commits have no note.
  public var remindsOfNotes = true
  /// The ids of today's commits whose clones belong to another journal.
  public var withoutReminder: Set<String> = []
  /// The record of this date in an earlier year.
  public var memory: DayRecord?
  public var activity: Activity?
  /// Whether a place for the weather is set.
  public var hasPlace = false
  public var weather: DayWeather?
  public var weatherSeenAt: Instant?
  /// Why the current weather could not be fetched.
  public var weatherFailure: Message?
  /// Whether there is a token for the account.
  public var isLoggedIn = false
  /// The shared diary, if every exchange has failed for a day.
  public var failingSync: SyncRemote?
  /// What was kept of purged entries, as drafts.
  public var kept: [KeptParagraphs] = []
  /// The texts that two devices have changed so that the user should look at them.
  public var looks: [TextToLookAt] = []
  /// The number of notes, entries and to-dos in the journal.
  public var recordCount = 0

  public init(record: DayRecord, isToday: Bool = false) {
    self.record = record
    self.isToday = isToday
  }

  /// Whether nothing is written yet.
  var isBlank: Bool { recordCount == 0 }

  static let memoryLimit = 3

  /// - Parameter today: the day on which to-dos are named by number.
  public func json(excluding excluded: Set<Weekday>, on today: Day) -> JSONValue {
    record.json(
      streak: activity?.streaks(today: record.day, excluding: excluded), weather: weather, on: today
    )
  }

  /// The page in human-readable form. Today's is no higher than the terminal.
  ///
  /// - Parameter awaitsWeather: whether the weather is still being fetched. If so, its lines are reserved, so
  ///   that nothing else moves when it arrives.
  public func lines(
    awaitingWeather awaitsWeather: Bool = false, in context: ViewContext
  ) -> [StyledText] {
    DayPageView(page: self, context: context, awaitsWeather: awaitsWeather).lines()
  }
}

private struct DayPageView {
  let page: DayPage
  let context: ViewContext
  let awaitsWeather: Bool

  private var reader: Reader { context.reader }

  private var day: DayView { DayView(record: page.record, context: context) }

  func lines() -> [StyledText] {
    let lists = [entry, commits, earlier, events, notes].map(PageLayout.Section.list)
    guard page.isToday else {
      let date =
        StyledText(reader.dateWithWeekday(page.record.day), .heading) + context.journalMark
      let empty = page.record.isEmpty ? context.wrapped(.dayEmpty, .remark) : []
      let head = context.wrapped(date) + day.weather + empty
      return PageLayout(sections: [.fixed(head), .list(toDos)] + lists, closing: "")
        .lines(atMost: nil)
    }
    let kept = context.lines(of: page.kept)
    let sections: [PageLayout.Section] =
      page.isBlank
      ? [.fixed(head + kept), .picture(graphs), .list(firstCommits), .fixed(gettingStarted)]
      : [.fixed(head + kept), .list(toDos), .picture(graphs)] + lists
        + [.list(memory), .advice(notices)]
    // The last line of the terminal is left for the prompt.
    let height = context.screen.height.map { Swift.max($0 - 1, 1) }
    return PageLayout(
      sections: sections,
      closing: context.cut(context.styled(.todayAll(command: "commitdiary today | less"), .remark))
    ).lines(atMost: height)
  }

  // MARK: Greeting and weather

  private var head: [StyledText] {
    let greeting = context.styled(greeting, .heading)
    let today = page.record.day
    let dates = [reader.dateWithWeekday(today), reader.monthAndDayWithWeekday(today)]
    let lines = dates.map {
      greeting + StyledText("  ") + StyledText($0, .day) + context.journalMark
    }
    // In a narrow terminal, the weekday is worth more than the year.
    let fitting = lines.first { $0.width(on: context.screen) <= context.screen.width ?? .max }
    return [context.cut(fitting ?? lines[1])] + weatherLines
  }

  /// The greeting for the time of day, with the user's name if it is known.
  private var greeting: Message {
    let name = page.name.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    let greeting: Message =
      switch context.now.time.hour {
      case 0..<6: .greetingLateNight
      case 6..<12: .greetingMorning
      case 12..<18: .greetingAfternoon
      default: .greetingEvening
      }
    return .manualSentence(
      phrase: name.map { .greetingTo(greeting: greeting, name: $0) } ?? greeting)
  }

  /// The sky, the air quality and the source, or why they are missing. Empty without a place.
  private var weatherLines: [StyledText] {
    guard page.hasPlace || page.weather != nil else { return [] }
    var lines: [StyledText]
    if let weather = page.weather {
      var sky = context.sky(of: weather)
      if let age { sky += StyledText("  ") + context.styled(age, .remark) }
      let rest = [context.dust(of: weather), context.credit(of: weather)].compactMap(\.self)
      lines = [sky] + (isWide ? [rest.joined(separator: "  ")] : rest)
    } else {
      let reason = page.weatherFailure.map { Message.todayWeatherFailed(reason: reader.say($0)) }
      lines = [context.styled(reason ?? .todayNoWeather, .remark)]
    }
    while awaitsWeather, lines.count < (isWide ? 2 : 3) { lines.append("") }
    return lines.map { context.cut($0) }
  }

  /// Whether the air quality and its source fit on one line in every language.
  private var isWide: Bool { context.screen.width.map { $0 >= 100 } ?? true }

  /// The age of the weather, if it is an hour or more.
  private var age: Message? {
    guard let seenAt = page.weatherSeenAt else { return nil }
    let seconds = context.now.instant.secondsSince1970 - seenAt.secondsSince1970
    return seconds < 3600 ? nil : seenAt.age(at: context.now.instant)
  }

  // MARK: Streak

  /// The streak with its graph, in three forms: in the chosen style, in the compact style, and
  /// without the graph.
  private var graphs: [[StyledText]] {
    guard let activity = page.activity else { return [] }
    let today = page.record.day
    let streaks = activity.streaks(today: today, excluding: context.settings.excluded)
    let words = streaks.currentWords.map { context.wrapped($0) } ?? []
    // Who has written nothing yet sees what there is: the whole year.
    let span = ClosedRange.weeks(
      page.isBlank ? 53 : 20, until: today, firstWeekday: context.firstWeekday)
    var heatmap = Heatmap(
      days: activity.days(of: span), span: span, firstWeekday: context.firstWeekday,
      words: .init(reader),
      style: context.heatmapStyle, today: today)
    heatmap.showsLegend = false
    if context.settings.style == nil { heatmap = heatmap.fitted(to: context.screen) }
    let picture = heatmap.lines(on: context.screen)
    heatmap.style = .compact
    return [words + picture, words + heatmap.lines(on: context.screen), words]
  }

  // MARK: Lists

  private var toDos: PageLayout.List {
    var record = page.record
    guard page.isToday else {
      return list(day.toDos, count: record.toDos.count, command: "commitdiary todo list")
    }
    let (shown, backlog) = record.toDos.withoutBacklog(on: record.day)
    record.toDos = shown
    return list(
      DayView(record: record, context: context).toDos,
      footer: backlog.isEmpty ? [] : context.indented(context.backlog(backlog), .remark),
      count: page.record.toDos.count, command: "commitdiary todo list")
  }

  private var commits: PageLayout.List {
    list(
      day.commits, footer: earlierCommits.isEmpty ? withoutNote : [],
      command: "commitdiary digest today")
  }

  private var earlierCommits: [RepositoryCommit] { page.earlierWithoutNote?.commits ?? [] }

  /// The commits of yesterday without a note. Later, nothing is said of them.
  private var earlier: PageLayout.List {
    let record = page.earlierWithoutNote ?? DayRecord(day: page.record.day - 1)
    var part = DayView(record: record, context: context).commits
    part.title = .todayEarlierWithoutNote
    return list(
      part, limit: 3, footer: earlierCommits.isEmpty ? [] : withoutNote,
      command: "commitdiary digest yesterday")
  }

  /// How many commits of today and yesterday have no note, and the command that writes one.
  private var withoutNote: [StyledText] {
    let left =
      page.record.commits.filter {
        $0.notes == 0 && $0.commit.isWorthNote && !page.withoutReminder.contains($0.commit.sha)
      } + earlierCommits
    guard page.isToday, page.remindsOfNotes, let last = left.first else { return [] }
    let command = "commitdiary notes add --commit \(last.commit.shortSHA)"
    return context.indented(.todayWithoutNote(count: left.count, command: command), .remark)
  }

  /// The commits on the first page: those of the last day that has any.
  private var firstCommits: PageLayout.List {
    let record = page.lastCommits ?? page.record
    var part = DayView(record: record, context: context).commits
    if record.day != page.record.day { part.title = .todayLastCommits(day: record.day) }
    return list(part, limit: 5, command: "commitdiary commits")
  }

  private var events: PageLayout.List { list(day.events, command: "commitdiary digest today") }

  private var notes: PageLayout.List {
    list(day.notes, command: "commitdiary notes list --since today")
  }

  private var entry: PageLayout.List {
    var part = day.entry
    // Today's page has no space for blank lines.
    if page.isToday { part.rows.removeAll { $0.allSatisfy(\.isEmpty) } }
    return list(part, command: "commitdiary diary show")
  }

  private var memory: PageLayout.List {
    var rows: [StyledText] = []
    if let entry = page.memory?.entry { rows.append(StyledText(entry.text.headline)) }
    rows += page.memory?.notes.map { StyledText($0.note.shownTitle) } ?? []
    rows += page.memory?.commits.map { StyledText($0.commit.subject, .remark) } ?? []
    return list(
      DayView.Part(
        title: .todayOnThisDay(day: page.memory?.day ?? page.record.day),
        rows: rows.map { [context.cut("  " + $0)] }),
      limit: DayPage.memoryLimit, command: "commitdiary diary list --on-this-day")
  }

  /// A titled list.
  /// - Parameters:
  ///   - count: the number of items, including those in the footer. By default the number of rows.
  ///   - command: a command that lists all of them.
  private func list(
    _ part: DayView.Part, limit: Int = .max, footer: [StyledText] = [], count: Int? = nil,
    command: String
  ) -> PageLayout.List {
    PageLayout.List(
      title: [context.cut(context.styled(part.title, .heading))], rows: part.rows, limit: limit,
      footer: footer,
      rest: { count in
        context.wrapped("  " + context.styled(.todayMore(count: count, command: command), .remark))
      },
      summary: context.wrapped(
        .todayCount(title: part.title, count: count ?? part.rows.count, command: command),
        .remark, ["title": .heading]))
  }

  // MARK: Notices

  /// Hints about parts of the page that are not set up.
  private var notices: [StyledText] {
    var notices: [Message] = []
    if page.activity == nil {
      notices.append(page.isLoggedIn ? .todayNoStreakYet : .todayNoStreak)
    }
    let sync = page.failingSync.map { context.failure(of: $0) } ?? []
    return sync + context.lines(of: page.looks, limit: 3)
      + notices.flatMap { context.wrapped($0, .remark) }
  }

  // MARK: First run

  /// Three commands to begin with.
  private var gettingStarted: [StyledText] {
    let commands: [(String, Message)] =
      page.activity == nil
      ? [("jot TEXT", .beginWrite), ("setup", .beginSetup), ("login", .beginLogin)]
      : [("jot TEXT", .beginWrite), ("notes add", .beginNote), ("why FILE:LINE", .beginWhy)]
    let rows = commands.map { words, meaning in
      [StyledText("  commitdiary \(words)", .accent), context.styled(meaning, .remark)]
    }
    var wide = context.screen
    wide.width = nil
    let table = Table(columns: [.whole, .whole], rows: rows).lines(on: wide)
    let fits = table.allSatisfy { $0.width(on: context.screen) <= context.screen.width ?? .max }
    // In a narrow terminal, each meaning is below its command.
    let lines = fits ? table : rows.flatMap { [$0[0]] + context.wrapped("    " + $0[1], indent: 4) }
    return context.wrapped(.beginHere) + lines
  }
}
