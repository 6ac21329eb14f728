import Diary
import JSON

/// What the properties of a component say, as far as a journal has a place for it.
struct CalendarValues {
  enum Kind { case entry, note, toDo }

  var kind: Kind
  /// The text of a to-do.
  var title = ""
  var body = ""
  var tags: [String] = []
  var createdAt: Moment?
  /// Always `nil` for a to-do.
  var updatedAt: Moment?
  /// The day of an entry, or that from which a to-do is on the list.
  var day: Day?
  var time: TimeOfDay?
  var weather: DayWeather?
  var repository: Repository?
  var commit: Commit?
  var due: Day?
  var priority: ToDo.Priority?
  var rule: Recurrence.Rule?
  var recurrence: Recurrence?
  var isDone = false
  /// `nil` if the to-do is open, or if the time is not known.
  var doneAt: Moment?

  var componentName: String { kind == .toDo ? "VTODO" : "VJOURNAL" }

  /// The names of the properties that would say something else.
  func namesOfChanges(from other: CalendarValues) -> Set<String> {
    var names: Set<String> = []
    func compare<Value: Equatable>(_ value: (CalendarValues) -> Value, _ properties: String...) {
      if value(self) != value(other) { names.formUnion(properties) }
    }
    // Compares all bytes: a composed accent instead of a decomposed one is a change too.
    compare({ [$0.title, $0.body].map { Array($0.utf8) } }, "SUMMARY", "DESCRIPTION")
    if kind == .toDo { names.remove("DESCRIPTION") }
    compare({ $0.tags.map { Array($0.utf8) } }, "CATEGORIES")
    compare(\.day, "DTSTART")
    compare(\.time, "DTSTART")
    compare(\.weather, Name.weather)
    compare({ $0.repository?.name }, Name.repository)
    compare(\.commit, Name.commit, Name.subject, Name.author, Name.date, Name.patch)
    compare(\.due, "DUE", "DURATION")
    compare(\.priority, "PRIORITY", Name.priority)
    compare(\.rule, "RRULE", Name.recurrence)
    compare(\.recurrence, "RRULE", Name.recurrence)
    let done = ["STATUS", "COMPLETED", "PERCENT-COMPLETE"]
    if isDone != other.isDone { names.formUnion(done) }
    if let doneAt, let otherDone = other.doneAt, doneAt.instant != otherDone.instant {
      names.formUnion(done)
    }
    return names
  }

  /// The properties that iCalendar does not have.
  enum Name {
    private static let prefix = "X-COMMITDIARY-"
    static let weather = prefix + "WEATHER"
    static let repository = prefix + "REPOSITORY"
    static let commit = prefix + "COMMIT"
    static let subject = prefix + "SUBJECT"
    static let author = prefix + "AUTHOR"
    static let date = prefix + "DATE"
    static let patch = prefix + "PATCH"
    /// Another day from which a to-do is on the list, which is not written any more.
    static let wait = prefix + "WAIT"
    static let priority = prefix + "PRIORITY"
    static let recurrence = prefix + "RECURRENCE"
  }

  /// Priorities from 1 to 9 by letter.
  private static let numbers = ["A": 1, "B": 5]
  private static let lowest = 9
}

// MARK: Items

extension CalendarValues {
  init(_ content: Item.Content) {
    switch content {
    case .entry(let entry):
      kind = .entry
      (title, body, tags) = (entry.text.title, entry.text.body, entry.text.tags)
      (createdAt, updatedAt) = (entry.createdAt, entry.updatedAt)
      (day, time, weather) = (entry.day, entry.time, entry.weather)
    case .note(let note):
      kind = .note
      (title, body, tags) = (note.text.title, note.text.body, note.text.tags)
      (createdAt, updatedAt) = (note.createdAt, note.updatedAt)
      (repository, commit) = (note.repository, note.commit)
    case .toDo(let toDo):
      kind = .toDo
      (title, tags) = (toDo.text, toDo.details.tags)
      (createdAt, day) = (toDo.createdAt, toDo.day)
      (due, priority) = (toDo.details.due, toDo.details.priority)
      recurrence = toDo.details.recurrence
      rule = recurrence?.rule ?? toDo.rule
      (isDone, doneAt) = (toDo.doneAt != nil, toDo.doneAt)
    }
  }

  /// - Parameter doneAt: the time of a done to-do that has none.
  func content(doneAt other: Moment, _ civil: CivilTime) -> Item.Content {
    switch kind {
    case .entry:
      return .entry(
        EntryItem(
          day: day ?? other.day, time: time,
          text: Text(title: title, body: body, tags: tags), createdAt: createdAt,
          updatedAt: updatedAt, weather: weather))
    case .note:
      return .note(
        NoteItem(
          repository: repository, commit: commit,
          text: Text(title: title, body: body, tags: tags), createdAt: createdAt,
          updatedAt: updatedAt))
    case .toDo:
      let details = ToDo.Details(
        text: title, tags: tags, due: due, priority: priority, recurrence: recurrence)
      var toDo = NewToDo(
        details, day: day, createdAt: createdAt, doneAt: isDone ? doneAt ?? other : nil)
      if let doneAt = toDo.doneAt {
        let own = civil.ownDay(of: doneAt.instant)
        toDo.doneOn = own == doneAt.day ? nil : own
      }
      if recurrence == nil { toDo.rule = rule }
      return .toDo(toDo)
    }
  }
}

// MARK: Reading

extension CalendarValues {
  /// - Throws: an `ExchangeError` without the name of the file.
  init(_ component: CalendarComponent, _ civil: CivilTime) throws {
    let start = try Self.time("DTSTART", of: component)?.wall(civil)
    kind = component.name == "VTODO" ? .toDo : start == nil ? .note : .entry
    (day, time) = (start?.day, kind == .entry ? start?.time : nil)
    // Some programs write a date before the calendar for a time that they do not know.
    func moment(_ name: String) -> Moment? {
      component.first(name).flatMap { CalendarTime($0) }?.moment(civil)
    }
    (createdAt, updatedAt) = (moment("CREATED"), moment("LAST-MODIFIED"))
    tags = Tag.names(component.all("CATEGORIES").flatMap(\.list).map { ToDo.line($0) })
      .filter { !$0.isEmpty }
    readText(of: component)
    switch kind {
    case .entry:
      weather = WeatherJSON.weather(text: component.text(Name.weather))
    case .note:
      repository = component.text(Name.repository).map { Repository(name: $0) }
      commit = Commit(component)
    case .toDo:
      try readToDo(component, civil)
      if isDone { doneAt = doneAt ?? updatedAt ?? moment("DTSTAMP") }
      updatedAt = nil
    }
  }

  private mutating func readText(of component: CalendarComponent) {
    let texts = component.all("DESCRIPTION").map { $0.unescaped.withoutBlankLinesAround }
      .filter { !$0.isEmpty }
    let description = texts.joined(separator: "\n\n")
    guard let summary = component.first("SUMMARY").map({ ToDo.line($0.unescaped) }) else {
      let text = Text(written: description)
      (title, body) = (text.title, text.body)
      if kind == .toDo { (title, body) = (ToDo.line(text.headline), "") }
      return
    }
    title = summary
    if kind != .toDo { body = description }
  }

  private mutating func readToDo(_ component: CalendarComponent, _ civil: CivilTime) throws {
    due = try Self.time("DUE", of: component)?.wall(civil).day
    // Without a start, it is on the list from the day on which it was added.
    let created = createdAt.map { civil.ownDay(of: $0.instant) }
    let wait = component.text(Name.wait).flatMap { Day(iso: $0) }
    day = [day ?? created, wait].compactMap(\.self).max()
    let completed = try Self.time("COMPLETED", of: component)
    isDone = component.text("STATUS").map { $0.uppercased() == "COMPLETED" } ?? (completed != nil)
    doneAt = isDone ? completed?.moment(civil) : nil
    let number = component.text("PRIORITY").flatMap { Int($0) }
    let letter = component.text(Name.priority).flatMap { ToDo.Priority($0) }
    switch number ?? 0 {
    case 1...4: priority = ToDo.Priority("A")
    case 5: priority = ToDo.Priority("B")
    case Self.lowest where letter.map { $0.letter > "C" } ?? false: priority = letter
    case 6...9: priority = ToDo.Priority("C")
    default: break
    }
    let isExact = !component.properties.contains { ["EXDATE", "RDATE"].contains($0.name) }
    guard isExact, let typed = component.text("RRULE"), component.all("RRULE").count == 1,
      let rule = Recurrence.Rule(calendar: typed, from: day)
    else { return }
    self.rule = rule
    recurrence = day.map { Recurrence(every: rule, from: $0, due: due) }
    // The rule may have been changed in another program.
    if let known = component.text(Name.recurrence),
      let known = Recurrence(known, of: day, due: due), known.rule == rule
    {
      recurrence = known
    }
  }

  private static func time(
    _ name: String, of component: CalendarComponent
  ) throws -> CalendarTime? {
    guard let property = component.first(name), !property.value.isEmpty else { return nil }
    guard let time = CalendarTime(property) else {
      let reason = ExchangeError.Reason.badDate(
        field: name, typed: String(property.value.prefix(40)))
      throw ExchangeError(reason, line: property.line)
    }
    return time
  }
}

// MARK: Writing

extension CalendarValues {
  /// The properties, without `UID` and `DTSTAMP`.
  ///
  /// - Parameter civil: decides whether a to-do is on the list from the day on which it was added. Then it has no
  ///   start.
  func properties(_ civil: CivilTime?) -> [CalendarProperty] {
    let hasStart =
      kind != .toDo || rule != nil || civil == nil
      || day != createdAt.flatMap { civil?.ownDay(of: $0.instant) }
    var properties: [CalendarProperty] = []
    func add(_ name: String, parameters: String = "", _ value: String?) {
      guard let value else { return }
      properties.append(CalendarProperty(name, parameters: parameters, value: value))
    }
    func add(_ name: String, text: String?) { add(name, text.map(CalendarProperty.escaped)) }
    func add(_ name: String, date: Day?) {
      add(name, parameters: ";VALUE=DATE", date.map(CalendarTime.text))
    }
    add("CREATED", createdAt.map { CalendarTime.text($0.instant) })
    add("LAST-MODIFIED", updatedAt.map { CalendarTime.text($0.instant) })
    if let day, let time {
      let digits = "\(time)".filter { $0 != ":" }
      add("DTSTART", "\(CalendarTime.text(day))T\(digits)00")
    } else {
      add("DTSTART", date: hasStart ? day : nil)
    }
    add("DUE", date: due)
    // Without a title, the first line of the text would become one.
    let isUntitled = title.isEmpty && Text(written: body).title.isEmpty
    add("SUMMARY", text: isUntitled ? nil : title)
    add("DESCRIPTION", text: body.isEmpty ? nil : body)
    let categories = tags.map(CalendarProperty.escaped)
    add("CATEGORIES", categories.isEmpty ? nil : categories.joined(separator: ","))
    add("CLASS", "PRIVATE")
    if kind == .toDo {
      add("STATUS", isDone ? "COMPLETED" : "NEEDS-ACTION")
      add("COMPLETED", doneAt.map { CalendarTime.text($0.instant) })
      add("PRIORITY", priority.map { "\(Self.numbers[$0.letter] ?? Self.lowest)" })
      add(Name.priority, priority.flatMap { $0.letter > "C" ? $0.letter : nil })
      add("RRULE", rule?.calendarText)
      let isFromDay = recurrence?.first == day && recurrence?.firstDue == due
      add(
        Name.recurrence, text: isFromDay ? nil : recurrence?.text(of: day, due: due))
    }
    add(Name.weather, text: weather.map { WeatherJSON.kept($0).text(.compact) })
    add(Name.repository, text: repository?.name)
    if let commit {
      add(Name.commit, text: commit.sha)
      add(Name.subject, text: commit.subject)
      add(Name.author, text: commit.author)
      add(Name.date, text: commit.date.rfc3339)
      add(Name.patch, text: commit.patchID)
    }
    return properties
  }
}

extension String {
  fileprivate var withoutBlankLinesAround: String {
    let lines = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard let first = lines.first(where: { !$0.isBlank }),
      let last = lines.last(where: { !$0.isBlank })
    else { return "" }
    return String(self[first.startIndex..<last.endIndex])
  }
}

extension Commit {
  fileprivate init?(_ component: CalendarComponent) {
    guard let sha = component.text(CalendarValues.Name.commit),
      let date = component.text(CalendarValues.Name.date).flatMap({ Moment(rfc3339: $0) })
    else { return nil }
    self.init(
      sha: sha, subject: component.text(CalendarValues.Name.subject) ?? "",
      author: component.text(CalendarValues.Name.author) ?? "", date: date,
      patchID: component.text(CalendarValues.Name.patch))
  }
}

extension Moment {
  /// `2026-11-21T17:42:46+09:00`
  fileprivate var rfc3339: String {
    let wall = Instant(secondsSince1970: instant.secondsSince1970 + Int64(offset))
    let minutes = abs(offset) / 60
    return wall.description.dropLast() + (offset < 0 ? "-" : "+")
      + "\((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2))"
  }
}
