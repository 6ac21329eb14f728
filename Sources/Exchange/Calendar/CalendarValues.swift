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

  /// - Throws: an `ExchangeError` without the name of the file.
  init(_ component: CalendarComponent, _ civil: CivilTime) throws {
    let start = try component.time("DTSTART")?.wall(civil)
    let created = component.moment("CREATED", civil)
    let updated = component.moment("LAST-MODIFIED", civil)
    if component.name == "VTODO" {
      content = .toDo(NewToDo(text: "", day: start?.day, createdAt: created))
    } else if let start {
      content = .entry(
        EntryItem(
          day: start.day, time: start.time, text: Text(), createdAt: created, updatedAt: updated))
    } else {
      content = .note(NoteItem(text: Text(), createdAt: created, updatedAt: updated))
    }
    isDone = false
    for part in Part.all { try part.read(component, civil, &self) }
  }

  var componentName: String { content.toDo == nil ? "VJOURNAL" : "VTODO" }

  /// The properties, without `UID` and `DTSTAMP`.
  ///
  /// - Parameter civil: decides whether a to-do is on the list from the day on which it was added. Then it has no
  ///   start.
  func properties(_ civil: CivilTime?) -> [CalendarProperty] {
    Part.all.flatMap { $0.properties(self, civil) }.compactMap(\.self)
  }

  /// The names of the properties that would say something else; `nil` for another kind of item.
  func namesOfChanges(from other: CalendarValues) -> Set<String>? {
    let (new, old) = (content, other.content)
    guard (new.entry == nil) == (old.entry == nil), (new.toDo == nil) == (old.toDo == nil) else {
      return nil
    }
    var names = Set(Part.all.filter { $0.hasChanged(other, self) }.flatMap(\.names))
    if new.toDo != nil { names.remove("DESCRIPTION") }
    // A time that is not known is none that was changed.
    if let time = new.toDo?.doneAt, let oldTime = old.toDo?.doneAt, time.instant != oldTime.instant
    {
      names.formUnion(Part.done.names)
    }
    return names
  }

  /// - Parameter now: the time of a done to-do that has none.
  func content(doneAt now: Moment, _ civil: CivilTime) -> Item.Content {
    guard case .toDo(var toDo) = content, isDone else { return content }
    let doneAt = toDo.doneAt ?? now
    let own = civil.ownDay(of: doneAt.instant)
    (toDo.doneAt, toDo.doneOn) = (doneAt, own == doneAt.day ? nil : own)
    return .toDo(toDo)
  }

  fileprivate var rule: Recurrence.Rule? {
    content.toDo?.details.recurrence?.rule ?? content.toDo?.rule
  }
}

/// One of the things that a component says.
private struct Part: Sendable {
  /// The names of the properties that say it. If they change, it is because it has changed.
  var names: [String] = []
  var properties: @Sendable (CalendarValues, CivilTime?) -> [CalendarProperty?]
  var read: @Sendable (CalendarComponent, CivilTime, inout CalendarValues) throws -> Void = {
    _, _, _ in
  }
  /// What is compared to recognize changes, if it is not how the properties are written.
  var value: (@Sendable (CalendarValues) -> AnyHashable)?

  /// In the order in which they are written. The recurrence is read after the dates that it counts from.
  static let all = [
    times, start, due, text, tags, privacy, done, priority, recurrence, weather, repository, commit,
  ]

  func hasChanged(_ old: CalendarValues, _ new: CalendarValues) -> Bool {
    if let value { return value(old) != value(new) }
    func bytes(_ values: CalendarValues) -> [[UInt8]] {
      // All bytes: a composed accent instead of a decomposed one is a change too.
      properties(values, nil).compactMap { $0.map { Array($0.text.utf8) } }
    }
    return bytes(old) != bytes(new)
  }

  /// The name of a property that iCalendar does not have.
  private static func own(_ name: String) -> String { "X-COMMITDIARY-\(name.uppercased())" }

  private static let times = Part { values, _ in
    [
      .time("CREATED", values.content.createdAt), .time("LAST-MODIFIED", values.content.updatedAt),
    ]
  }

  private static let start = Part(names: ["DTSTART"]) { values, civil in
    guard let day = values.content.day else { return [] }
    if let time = values.content.entry?.time {
      let digits = "\(time)".filter { $0 != ":" }
      return [CalendarProperty("DTSTART", value: "\(day.digits)T\(digits)00")]
    }
    let created = values.content.createdAt.flatMap { civil?.ownDay(of: $0.instant) }
    let isKnown = values.content.toDo != nil && values.rule == nil && civil != nil
    return isKnown && day == created ? [] : [.date("DTSTART", day)]
  } read: { component, civil, values in
    // Without a start, a to-do is on the list from the day on which it was added. The other day is not
    // written any more.
    let created = values.content.createdAt.map { civil.ownDay(of: $0.instant) }
    let wait = component.text(own("wait")).flatMap { Day(iso: $0) }
    let day = [values.content.day ?? created, wait].compactMap(\.self).max()
    values.content.toDo?.day = day
  }

  private static let due = Part(names: ["DUE", "DURATION"]) { values, _ in
    [.date("DUE", values.content.toDo?.details.due)]
  } read: { component, civil, values in
    guard values.content.toDo != nil else { return }
    values.content.toDo?.details.due = try component.time("DUE")?.wall(civil).day
  }

  private static let text = Part(names: ["SUMMARY", "DESCRIPTION"]) { values, _ in
    let text = values.content.text
    if values.content.toDo != nil { return [.text("SUMMARY", text.body)] }
    // Without a title, the first line of the text would become one.
    let isUntitled = text.title.isEmpty && Text(written: text.body).title.isEmpty
    return [
      .text("SUMMARY", isUntitled ? nil : text.title),
      .text("DESCRIPTION", text.body.isEmpty ? nil : text.body),
    ]
  } read: { component, _, values in
    let texts = component.all("DESCRIPTION").map { $0.unescaped.withoutBlankLines }
    let description = texts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    let summary = component.first("SUMMARY").map { ToDo.line($0.unescaped) }
    let text =
      summary.map { Text(title: $0, body: description) } ?? Text(written: description)
    let line = text.title.isEmpty ? ToDo.line(text.headline) : text.title
    values.content.text = values.content.toDo == nil ? text : Text(body: line)
  }

  private static let tags = Part(names: ["CATEGORIES"]) { values, _ in
    let names = values.content.text.tags.map(CalendarProperty.escaped)
    if names.isEmpty { return [] }
    return [CalendarProperty("CATEGORIES", value: names.joined(separator: ","))]
  } read: { component, _, values in
    let names = component.all("CATEGORIES").flatMap(\.list).map { ToDo.line($0) }
    values.content.text.tags = Tag.names(names).filter { !$0.isEmpty }
  }

  private static let privacy = Part { _, _ in [.text("CLASS", "PRIVATE")] }

  static let done = Part(names: ["STATUS", "COMPLETED", "PERCENT-COMPLETE"]) { values, _ in
    guard let toDo = values.content.toDo else { return [] }
    return [
      .text("STATUS", values.isDone ? "COMPLETED" : "NEEDS-ACTION"),
      .time("COMPLETED", toDo.doneAt),
    ]
  } read: { component, civil, values in
    guard values.content.toDo != nil else { return }
    let completed = try component.time("COMPLETED")
    let status = component.text("STATUS")?.uppercased()
    values.isDone = status.map { $0 == "COMPLETED" } ?? (completed != nil)
    guard values.isDone else { return }
    values.content.toDo?.doneAt =
      completed?.moment(civil) ?? component.moment("LAST-MODIFIED", civil)
      ?? component.moment("DTSTAMP", civil)
  } value: {
    $0.isDone
  }

  private static let priority = Part(names: ["PRIORITY", own("priority")]) { values, _ in
    guard let letter = values.content.toDo?.details.priority?.letter else { return [] }
    let number = letter == "A" ? 1 : letter == "B" ? 5 : 9
    return [.text("PRIORITY", "\(number)"), .text(own("priority"), letter > "C" ? letter : nil)]
  } read: { component, _, values in
    let known = component.text(own("priority")).flatMap { ToDo.Priority($0) }
    let letter: String?
    switch component.text("PRIORITY").flatMap({ Int($0) }) ?? 0 {
    case 1...4: letter = "A"
    case 5: letter = "B"
    case 9 where known.map { $0.letter > "C" } == true: letter = known?.letter
    case 6...9: letter = "C"
    default: letter = nil
    }
    values.content.toDo?.details.priority = letter.flatMap { ToDo.Priority($0) }
  }

  private static let recurrence = Part(names: ["RRULE", own("recurrence")]) { values, _ in
    let (day, due) = (values.content.day, values.content.toDo?.details.due)
    let recurrence = values.content.toDo?.details.recurrence
    let isFromDay = recurrence?.first == day && recurrence?.firstDue == due
    return [
      values.rule.map { CalendarProperty("RRULE", value: $0.calendarText) },
      .text(own("recurrence"), isFromDay ? nil : recurrence?.text(of: day, due: due)),
    ]
  } read: { component, _, values in
    let (day, due) = (values.content.day, values.content.toDo?.details.due)
    let isExact = !component.properties.contains { ["EXDATE", "RDATE"].contains($0.name) }
    guard isExact, let typed = component.text("RRULE"), component.all("RRULE").count == 1,
      let rule = Recurrence.Rule(calendar: typed, from: day)
    else { return }
    if day == nil { values.content.toDo?.rule = rule }
    // The rule may have been changed in another program.
    let known = component.text(own("recurrence")).flatMap { Recurrence($0, of: day, due: due) }
    values.content.toDo?.details.recurrence =
      known?.rule == rule ? known : day.map { Recurrence(every: rule, from: $0, due: due) }
  } value: {
    [$0.rule, $0.content.toDo?.details.recurrence] as [AnyHashable?]
  }

  private static let weather = Part(names: [own("weather")]) { values, _ in
    [.text(own("weather"), WeatherJSON.text(values.content.entry?.weather))]
  } read: { component, _, values in
    values.content.entry?.weather = WeatherJSON.weather(text: component.text(own("weather")))
  }

  private static let repository = Part(names: [own("repository")]) { values, _ in
    [.text(own("repository"), values.content.note?.repository?.name)]
  } read: { component, _, values in
    let name = component.text(own("repository"))
    values.content.note?.repository = name.map { Repository(name: $0) }
  }

  private static let commit = Part(
    names: ["commit", "subject", "author", "date", "patch"].map(own)
  ) { values, _ in
    (values.content.note?.commit?.properties ?? []).map { .text(own($0.name), $0.text) }
  } read: { component, _, values in
    func text(_ name: String) -> String? { component.text(own(name)) }
    let date = text("date").flatMap { Moment(rfc3339: $0) }
    values.content.note?.commit = date.flatMap { Commit(date: $0, properties: text) }
  }
}

extension CalendarComponent {
  fileprivate func time(_ name: String) throws(ExchangeError) -> CalendarTime? {
    guard let property = first(name), !property.value.isEmpty else { return nil }
    guard let time = CalendarTime(property) else {
      let typed = String(property.value.prefix(40))
      throw ExchangeError(.badDate(field: name, typed: typed), line: property.line)
    }
    return time
  }

  /// Some programs write a date before the calendar for a time that they do not know.
  fileprivate func moment(_ name: String, _ civil: CivilTime) -> Moment? {
    first(name).flatMap { CalendarTime($0) }?.moment(civil)
  }
}

extension CalendarProperty {
  fileprivate static func text(_ name: String, _ text: String?) -> Self? {
    text.map { CalendarProperty(name, value: escaped($0)) }
  }

  fileprivate static func time(_ name: String, _ moment: Moment?) -> Self? {
    moment.map { CalendarProperty(name, value: $0.instant.digits) }
  }

  fileprivate static func date(_ name: String, _ day: Day?) -> Self? {
    day.map { CalendarProperty(name, parameters: ";VALUE=DATE", value: $0.digits) }
  }
}
