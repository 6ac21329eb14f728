import Diary
import JSON

/// What the properties of a component say, as far as a journal has a place for it.
struct CalendarValues {
  var content: Item.Content
  /// Whether it is a to-do that is done, even if the time is not known.
  var isDone: Bool

  init(_ content: Item.Content) {
    self.content = content
    isDone = content.toDo?.doneAt != nil
  }

  var componentName: String { content.toDo == nil ? "VJOURNAL" : "VTODO" }

  /// The names of the properties that would say something else; `nil` for another kind of item.
  func namesOfChanges(from other: CalendarValues) -> Set<String>? {
    let (new, old) = (content, other.content)
    guard (new.entry == nil) == (old.entry == nil), (new.toDo == nil) == (old.toDo == nil) else {
      return nil
    }
    var names: Set<String> = []
    func compare<Value: Equatable>(_ value: (Item.Content) -> Value, _ properties: String...) {
      if value(new) != value(old) { names.formUnion(properties) }
    }
    // Compares all bytes: a composed accent instead of a decomposed one is a change too.
    compare({ [$0.text.title, $0.text.body].map { Array($0.utf8) } }, "SUMMARY", "DESCRIPTION")
    if new.toDo != nil { names.remove("DESCRIPTION") }
    compare({ $0.text.tags.map { Array($0.utf8) } }, "CATEGORIES")
    compare(\.day, "DTSTART")
    compare({ $0.entry?.time }, "DTSTART")
    compare({ $0.entry?.weather }, Name.weather)
    compare({ $0.note?.repository?.name }, Name.repository)
    compare(
      { $0.note?.commit }, Name.commit, Name.subject, Name.author, Name.date, Name.patch)
    compare({ $0.toDo?.details.due }, "DUE", "DURATION")
    compare({ $0.toDo?.details.priority }, "PRIORITY", Name.priority)
    compare(Self.rule, "RRULE", Name.recurrence)
    compare({ $0.toDo?.details.recurrence }, "RRULE", Name.recurrence)
    let done = ["STATUS", "COMPLETED", "PERCENT-COMPLETE"]
    if isDone != other.isDone { names.formUnion(done) }
    if let time = new.toDo?.doneAt, let oldTime = old.toDo?.doneAt, time.instant != oldTime.instant
    {
      names.formUnion(done)
    }
    return names
  }

  private static func rule(_ content: Item.Content) -> Recurrence.Rule? {
    content.toDo?.details.recurrence?.rule ?? content.toDo?.rule
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

// MARK: Reading

extension CalendarValues {
  /// - Throws: an `ExchangeError` without the name of the file.
  init(_ component: CalendarComponent, _ civil: CivilTime) throws {
    let start = try Self.time("DTSTART", of: component)?.wall(civil)
    // Some programs write a date before the calendar for a time that they do not know.
    func moment(_ name: String) -> Moment? {
      component.first(name).flatMap { CalendarTime($0) }?.moment(civil)
    }
    let (created, updated) = (moment("CREATED"), moment("LAST-MODIFIED"))
    var text = Self.text(of: component)
    text.tags = Tag.names(component.all("CATEGORIES").flatMap(\.list).map { ToDo.line($0) })
      .filter { !$0.isEmpty }
    isDone = false
    if component.name == "VTODO" {
      let line = text.title.isEmpty ? ToDo.line(text.headline) : text.title
      var toDo = NewToDo(
        ToDo.Details(Text(body: line, tags: text.tags)), day: start?.day, createdAt: created)
      isDone = try Self.read(component, into: &toDo, civil)
      if isDone { toDo.doneAt = toDo.doneAt ?? updated ?? moment("DTSTAMP") }
      content = .toDo(toDo)
    } else if let start {
      content = .entry(
        EntryItem(
          day: start.day, time: start.time, text: text, createdAt: created, updatedAt: updated,
          weather: WeatherJSON.weather(text: component.text(Name.weather))))
    } else {
      content = .note(
        NoteItem(
          repository: component.text(Name.repository).map { Repository(name: $0) },
          commit: Commit(component), text: text, createdAt: created, updatedAt: updated))
    }
  }

  private static func text(of component: CalendarComponent) -> Text {
    let texts = component.all("DESCRIPTION").map { $0.unescaped.withoutBlankLinesAround }
      .filter { !$0.isEmpty }
    let description = texts.joined(separator: "\n\n")
    guard let summary = component.first("SUMMARY").map({ ToDo.line($0.unescaped) }) else {
      return Text(written: description)
    }
    return Text(title: summary, body: description)
  }

  /// - Returns: whether the to-do is done.
  private static func read(
    _ component: CalendarComponent, into toDo: inout NewToDo, _ civil: CivilTime
  ) throws -> Bool {
    let due = try time("DUE", of: component)?.wall(civil).day
    // Without a start, it is on the list from the day on which it was added.
    let created = toDo.createdAt.map { civil.ownDay(of: $0.instant) }
    let wait = component.text(Name.wait).flatMap { Day(iso: $0) }
    let day = [toDo.day ?? created, wait].compactMap(\.self).max()
    (toDo.day, toDo.details.due) = (day, due)
    let completed = try time("COMPLETED", of: component)
    let isDone =
      component.text("STATUS").map { $0.uppercased() == "COMPLETED" } ?? (completed != nil)
    toDo.doneAt = isDone ? completed?.moment(civil) : nil
    let number = component.text("PRIORITY").flatMap { Int($0) }
    let letter = component.text(Name.priority).flatMap { ToDo.Priority($0) }
    switch number ?? 0 {
    case 1...4: toDo.details.priority = ToDo.Priority("A")
    case 5: toDo.details.priority = ToDo.Priority("B")
    case lowest where letter.map { $0.letter > "C" } ?? false: toDo.details.priority = letter
    case 6...9: toDo.details.priority = ToDo.Priority("C")
    default: break
    }
    let isExact = !component.properties.contains { ["EXDATE", "RDATE"].contains($0.name) }
    guard isExact, let typed = component.text("RRULE"), component.all("RRULE").count == 1,
      let rule = Recurrence.Rule(calendar: typed, from: day)
    else { return isDone }
    toDo.details.recurrence = day.map { Recurrence(every: rule, from: $0, due: due) }
    if day == nil { toDo.rule = rule }
    // The rule may have been changed in another program.
    if let known = component.text(Name.recurrence),
      let known = Recurrence(known, of: day, due: due), known.rule == rule
    {
      toDo.details.recurrence = known
    }
    return isDone
  }

  /// - Parameter now: the time of a done to-do that has none.
  func content(doneAt now: Moment, _ civil: CivilTime) -> Item.Content {
    guard case .toDo(var toDo) = content, isDone else { return content }
    let doneAt = toDo.doneAt ?? now
    let own = civil.ownDay(of: doneAt.instant)
    (toDo.doneAt, toDo.doneOn) = (doneAt, own == doneAt.day ? nil : own)
    return .toDo(toDo)
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
    let (day, text, toDo) = (content.day, content.text, content.toDo)
    let rule = Self.rule(content)
    let hasStart =
      toDo == nil || rule != nil || civil == nil
      || day != content.createdAt.flatMap { civil?.ownDay(of: $0.instant) }
    var properties: [CalendarProperty] = []
    func add(_ name: String, parameters: String = "", _ value: String?) {
      guard let value else { return }
      properties.append(CalendarProperty(name, parameters: parameters, value: value))
    }
    func add(_ name: String, text: String?) { add(name, text.map(CalendarProperty.escaped)) }
    func add(_ name: String, date: Day?) {
      add(name, parameters: ";VALUE=DATE", date.map(CalendarTime.text))
    }
    add("CREATED", content.createdAt.map { CalendarTime.text($0.instant) })
    add("LAST-MODIFIED", content.updatedAt.map { CalendarTime.text($0.instant) })
    if let day, let time = content.entry?.time {
      let digits = "\(time)".filter { $0 != ":" }
      add("DTSTART", "\(CalendarTime.text(day))T\(digits)00")
    } else {
      add("DTSTART", date: hasStart ? day : nil)
    }
    add("DUE", date: toDo?.details.due)
    let (title, body) = toDo == nil ? (text.title, text.body) : (text.body, "")
    // Without a title, the first line of the text would become one.
    let isUntitled = title.isEmpty && Text(written: body).title.isEmpty
    add("SUMMARY", text: isUntitled ? nil : title)
    add("DESCRIPTION", text: body.isEmpty ? nil : body)
    let categories = text.tags.map(CalendarProperty.escaped)
    add("CATEGORIES", categories.isEmpty ? nil : categories.joined(separator: ","))
    add("CLASS", "PRIVATE")
    if let toDo {
      let (details, recurrence) = (toDo.details, toDo.details.recurrence)
      add("STATUS", isDone ? "COMPLETED" : "NEEDS-ACTION")
      add("COMPLETED", toDo.doneAt.map { CalendarTime.text($0.instant) })
      add("PRIORITY", details.priority.map { "\(Self.numbers[$0.letter] ?? Self.lowest)" })
      add(Name.priority, details.priority.flatMap { $0.letter > "C" ? $0.letter : nil })
      add("RRULE", rule?.calendarText)
      let isFromDay = recurrence?.first == day && recurrence?.firstDue == details.due
      add(
        Name.recurrence, text: isFromDay ? nil : recurrence?.text(of: day, due: details.due))
    }
    add(Name.weather, text: content.entry?.weather.map { WeatherJSON.kept($0).text(.compact) })
    add(Name.repository, text: content.note?.repository?.name)
    if let commit = content.note?.commit {
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
