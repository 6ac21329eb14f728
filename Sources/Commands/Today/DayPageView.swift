import Diary
import Journal
import Localization
import Terminal
import Weather

/// The page of the day for people: on a terminal no higher than that.
struct DayPageView {
  let page: DayPage
  let session: Session
  /// Whether the weather of now is on its way: it finds its lines free, so that nothing else moves
  /// when it comes.
  var awaitsWeather = false

  private var reader: Reader { session.reader }

  func lines() -> [StyledText] {
    let sections: [PageLayout.Section] =
      page.isBlank
      ? [.fixed(head), .picture(graphs), .fixed(beginnings)]
      : [
        .fixed(head), .picture(graphs), .list(toDos), .list(commits), .list(notes),
        .list(memory), .advice(absences),
      ]
    // The last line of a terminal is for what comes next.
    let height = session.screen.height.map { Swift.max($0 - 1, 1) }
    return PageLayout(
      sections: sections,
      closing: cut(session.styled(.todayAll(command: "commitdiary today | less"), .faint))
    ).lines(atMost: height)
  }

  // MARK: Greeting and weather

  private var head: [StyledText] {
    let greeting = session.styled(
      Greeting(at: session.clock.now.time, name: page.name).message, .heading)
    let date = StyledText("  ") + StyledText(reader.dateWithWeekday(page.record.day), .date)
    return [cut(greeting + date)] + weatherLines
  }

  /// Sky, dust and whose numbers these are, or why there are none; where no place is set, nothing.
  private var weatherLines: [StyledText] {
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
    while awaitsWeather, lines.count < (isWide ? 2 : 3) { lines.append("") }
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

  /// The streak with its picture, as it is wished, in half as many lines, and the words alone.
  private var graphs: [[StyledText]] {
    guard let activity = page.activity else { return [] }
    let today = page.record.day
    let streaks = activity.streaks(today: today, excluding: session.settings.excluded)
    let view = StreakView(streaks: streaks, session: session)
    let words = [view.current].compactMap(\.self).flatMap { session.wrapped(session.styled($0)) }
    guard
      let span = try? GraphSpan.weeks(20).days(
        until: today, firstWeekday: session.firstWeekday)
    else { return [words] }
    var heatmap = Heatmap(
      days: activity.days(of: span), span: span, firstWeekday: session.firstWeekday,
      words: .init(reader),
      style: session.settings.style ?? (session.screen.isTerminal ? .block : .digits),
      today: today)
    heatmap.showsLegend = false
    let picture = heatmap.lines(on: session.screen)
    heatmap.style = .compact
    return [words + picture, words + heatmap.lines(on: session.screen), words]
  }

  // MARK: To-dos

  private var toDos: PageLayout.List {
    let toDos = page.record.toDos
    let leftOver =
      page.leftOver.isEmpty
      ? [] : session.wrapped(session.styled(.todayLeftOver(count: page.leftOver.count), .faint))
    return list(
      .dayToDos, ToDoList(toDos: toDos, session: session, day: page.record.day).table,
      footer: leftOver, count: toDos.count + page.leftOver.count, command: "commitdiary todo list")
  }

  // MARK: Commits and notes

  private var commits: PageLayout.List {
    let rows = page.commitsWithoutNote.map { found -> [StyledText] in
      [
        StyledText(found.commit.shortSHA, .id, link: found.repository.url(of: found.commit)),
        StyledText(reader.monthAndDay(session.clock.day(of: found.commit.date.instant)), .date),
        StyledText(found.commit.subject), StyledText(found.repository.shortName, .faint),
      ]
    }
    return list(
      .todayWithoutNote, Table(columns: [.whole, .whole, .flexible, .flexible], rows: rows),
      limit: DayPage.commitLimit, command: "commitdiary digest --since yesterday")
  }

  private var notes: PageLayout.List {
    var rows = page.record.notes.map { found -> [StyledText] in
      [StyledText(found.shortID, .id), StyledText(NoteList.title(of: found.note))]
    }
    if let entry = page.record.entry {
      rows.insert([session.styled(.todayEntry, .id), StyledText(entry.text.title)], at: 0)
    }
    return list(
      .todayWritten, Table(columns: [.whole, .flexible], rows: rows),
      command: "commitdiary calendar today")
  }

  // MARK: Other years

  private var memory: PageLayout.List {
    var rows: [StyledText] = []
    if let entry = page.memory?.entry { rows.append(StyledText(entry.text.title)) }
    rows += page.memory?.notes.map { StyledText(NoteList.title(of: $0.note)) } ?? []
    rows += page.memory?.commits.map { StyledText($0.commit.subject, .faint) } ?? []
    return list(
      .todayMemory(day: page.memory?.day ?? page.record.day),
      Table(columns: [.flexible], rows: rows.map { [$0] }), limit: DayPage.memoryLimit,
      command: "commitdiary diary list --on-this-day")
  }

  /// A table under its title, set in.
  ///
  /// - Parameters:
  ///   - count: how many there are, with those in the footer; else as many as there are rows.
  ///   - command: what shows all of them.
  private func list(
    _ title: Message, _ table: Table, limit: Int = .max, footer: [StyledText] = [],
    count: Int? = nil, command: String
  ) -> PageLayout.List {
    PageLayout.List(
      title: [cut(session.styled(title, .accent))], rows: indented(table), limit: limit,
      footer: footer,
      rest: { count in
        session.wrapped("  " + session.styled(.todayMore(count: count, command: command), .faint))
      },
      summary: session.wrapped(
        session.styled(
          .todayCount(title: title, count: count ?? table.count, command: command), .faint,
          ["title": .accent])))
  }

  // MARK: What is not there

  /// What would be here if the person had said where it comes from.
  private var absences: [StyledText] {
    var absences: [Message] = []
    if !page.hasPlace, page.weather == nil { absences.append(.todayNoPlace) }
    if page.activity == nil {
      absences.append(page.isLoggedIn ? .todayNoStreakYet : .todayNoStreak)
    }
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
    return session.wrapped(session.styled(.beginHere))
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
