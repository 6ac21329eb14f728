import Diary
import Journal
import Localization
import Terminal
import Weather

/// The page of the day for people. The lines of the weather are always as many, so that they can be
/// written anew without moving anything else.
struct DayPageView {
  let page: DayPage
  let session: Session

  private var reader: Reader { session.reader }

  /// Where the weather stands among the lines.
  static let weatherPlace = 1

  func lines() -> [StyledText] {
    if page.isBlank { return head + [""] + graph + beginnings }
    let parts = [graph, toDos, commits, notes, memory, absences].filter { !$0.isEmpty }
    return head + [""] + Array(parts.joined(separator: [""]))
  }

  // MARK: Greeting and weather

  private var head: [StyledText] {
    let greeting = session.styled(
      Greeting(at: session.clock.now.time, name: page.name).message, .heading)
    let date = StyledText("  ") + StyledText(reader.dateWithWeekday(page.record.day), .date)
    return [cut(greeting + date)] + weatherLines
  }

  /// Sky, dust and whose numbers these are, or why there are none; where no place is set, nothing.
  var weatherLines: [StyledText] {
    guard page.hasPlace || page.weather != nil else { return [] }
    var lines: [StyledText]
    if let weather = page.weather {
      let view = WeatherView(weather: weather, session: session)
      var sky = view.sky
      if let age { sky += StyledText("  ") + session.styled(age, .faint) }
      let rest = [view.dust, view.credit].compactMap(\.self)
      lines = [sky] + (isWide ? [rest.joined(separator: "  ")] : rest)
    } else {
      let reason = page.weatherFailure.map { Message.todayWeatherFailed(reason: reader.say($0)) }
      lines = [session.styled(reason ?? .todayNoWeather, .faint)]
    }
    // As many with weather as without.
    while lines.count < (isWide ? 2 : 3) { lines.append("") }
    return lines.map(cut)
  }

  /// Whether the dust and its source have room on one line, in any language.
  private var isWide: Bool { session.screen.width.map { $0 >= 100 } ?? true }

  /// Said where it is not of this hour.
  private var age: Message? {
    guard let seenAt = page.weatherSeenAt else { return nil }
    let seconds = session.clock.now.instant.secondsSince1970 - seenAt.secondsSince1970
    return seconds < 3600 ? nil : Age(seconds: seconds).message
  }

  // MARK: Streak

  private var graph: [StyledText] {
    guard let activity = page.activity else { return [] }
    let today = page.record.day
    let streaks = activity.streaks(today: today, excluding: session.settings.excluded)
    let view = StreakView(streaks: streaks, session: session)
    var lines = [view.current].compactMap(\.self).flatMap { session.wrapped(session.styled($0)) }
    guard
      let span = try? GraphSpan.weeks(20).days(
        until: today, firstWeekday: session.firstWeekday)
    else { return lines }
    var heatmap = Heatmap(
      days: activity.days(of: span), span: span, firstWeekday: session.firstWeekday,
      words: .init(reader),
      style: session.settings.style ?? (session.screen.isTerminal ? .block : .digits),
      today: today)
    heatmap.showsLegend = false
    lines += heatmap.lines(on: session.screen)
    return lines
  }

  // MARK: To-dos

  private var toDos: [StyledText] {
    var lines: [StyledText] = []
    if !page.record.toDos.isEmpty {
      lines.append(cut(session.styled(.dayToDos, .accent)))
      lines += indented(
        ToDoList(toDos: page.record.toDos, session: session, day: page.record.day).table)
    }
    if !page.leftOver.isEmpty {
      lines += session.wrapped(session.styled(.todayLeftOver(count: page.leftOver.count), .faint))
    }
    return lines
  }

  // MARK: Commits and notes

  private var commits: [StyledText] {
    guard !page.commitsWithoutNote.isEmpty else { return [] }
    let shown = page.commitsWithoutNote.prefix(DayPage.commitLimit)
    let rows = shown.map { found -> [StyledText] in
      [
        StyledText(found.commit.shortSHA, .id, link: found.repository.url(of: found.commit)),
        StyledText(reader.monthAndDay(session.clock.day(of: found.commit.date.instant)), .date),
        StyledText(found.commit.subject), StyledText(found.repository.shortName, .faint),
      ]
    }
    var lines = [cut(session.styled(.todayWithoutNote, .accent))]
    lines += indented(
      Table(columns: [.whole, .whole, .flexible, .flexible], rows: Array(rows)))
    let rest = page.commitsWithoutNote.count - shown.count
    if rest > 0 { lines.append(cut("  " + session.styled(.todayMore(count: rest), .faint))) }
    return lines
  }

  private var notes: [StyledText] {
    guard !page.record.notes.isEmpty || page.record.entry != nil else { return [] }
    var rows = page.record.notes.map { found -> [StyledText] in
      [StyledText(found.shortID, .id), StyledText(NoteList.title(of: found.note))]
    }
    if let entry = page.record.entry {
      rows.insert([session.styled(.todayEntry, .id), StyledText(entry.text.title)], at: 0)
    }
    return [cut(session.styled(.todayWritten, .accent))]
      + indented(Table(columns: [.whole, .flexible], rows: rows))
  }

  // MARK: Other years

  private var memory: [StyledText] {
    guard let memory = page.memory else { return [] }
    var rows: [StyledText] = []
    if let entry = memory.entry { rows.append(StyledText(entry.text.title)) }
    rows += memory.notes.map { StyledText(NoteList.title(of: $0.note)) }
    rows += memory.commits.map { StyledText($0.commit.subject, .faint) }
    return [cut(session.styled(.todayMemory(day: memory.day), .accent))]
      + rows.prefix(3).map { cut("  " + $0) }
  }

  // MARK: What is not there

  /// What would be here if the person had said where it comes from.
  private var absences: [StyledText] {
    var absences: [Message] = []
    if !page.hasPlace, page.weather == nil { absences.append(.todayNoPlace) }
    if page.activity == nil { absences.append(.todayNoStreak) }
    return absences.flatMap { session.wrapped(session.styled($0, .faint)) }
  }

  // MARK: Nothing yet

  /// The three commands to begin with.
  private var beginnings: [StyledText] {
    let commands: [(String, Message)] = [
      ("diary write", .beginWrite), ("notes add", .beginNote), ("login", .beginLogin),
    ]
    let rows = commands.map { words, meaning in
      [StyledText("  commitdiary \(words)", .accent), session.styled(meaning, .faint)]
    }
    return (graph.isEmpty ? [] : [""]) + session.wrapped(session.styled(.beginHere))
      + Table(columns: [.whole, .flexible], rows: rows).lines(on: session.screen)
  }

  // MARK: Fitting

  private func cut(_ line: StyledText) -> StyledText {
    guard let width = session.screen.width else { return line }
    return line.truncated(to: width, on: session.screen)
  }

  private func indented(_ table: Table) -> [StyledText] {
    var screen = session.screen
    screen.width = screen.width.map { Swift.max($0 - 2, 1) }
    return table.lines(on: screen).map { "  " + $0 }
  }
}
