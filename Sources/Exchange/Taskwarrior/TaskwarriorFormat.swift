import Diary
import JSON

/// Reads the export format of Taskwarrior: one JSON object per task, on separate lines or in an array.
///
/// `scheduled` is the day of the list. A project of one word is written into the text in todo.txt
/// syntax, and becomes a field again on export. What Taskwarrior has no field for is in the attribute
/// `commitdiary`, which it keeps: see `TaskwarriorExtras`. Fields that a to-do does not have, and the
/// times of dates, stay in the fields of the item.
///
/// A recurring task has a parent with its rule, which is on no list. The to-do recurs by this rule,
/// and the last one of the parent keeps it in the field `commitdiaryParent`.
struct TaskwarriorFormat: TextFormat {
  var reading: Reading
  private var uuids: Set<String> = []
  /// Parents, and the open tasks that have one, which are read before the parent or after it.
  private var parents: [JSONValue] = []
  private var children: [Item] = []

  init(reading: Reading) { self.reading = reading }

  static func recognizes(_ source: Source, beginning: String) -> Bool {
    let isJSON = beginning.first.map { "[{\u{FEFF}".contains($0) } ?? false
    return !source.isFolder && isJSON && beginning.contains("\"description\"")
      && (beginning.contains("\"uuid\"") || beginning.contains("\"entry\""))
  }

  func files(of source: Source) throws -> ArraySlice<SourceFile> { try source.onlyFile() }

  func units(of file: SourceFile, at path: String) throws -> Units<JSONElements.Element> {
    try file.elements(isSequence: true)
  }

  mutating func items(of element: JSONElements.Element, at path: String) throws -> [Item] {
    let task = element.value
    guard task.object != nil else { throw ExchangeError(.noItem) }
    let status = try task.text("status") ?? "pending"
    switch status {
    case "pending", "waiting", "completed": break
    case "deleted":
      left.add(.deleted, task["description"]?.string)
      return []
    case "recurring":
      _ = try task.text("uuid")
      parents.append(task)
      return []
    default: throw ExchangeError(.unknownStatus(typed: status))
    }
    var item = try item(of: task, isDone: status == "completed")
    item.place.line = element.line
    if let key = item.key, !uuids.insert(key).inserted {
      throw ExchangeError(.duplicateUUID(typed: key))
    }
    if status == "completed" || item.field("parent")?.string == nil { return [item] }
    children.append(item)
    return []
  }

  /// Gives the rules of parents to their open tasks. A parent whose tasks are all closed is a
  /// template without an effect.
  mutating func lastItems() -> [Item] {
    func uuid(_ value: JSONValue?) -> String { value?.string?.lowercased() ?? "" }
    // The last one of several with the same ID counts.
    let byID = Dictionary(parents.map { (uuid($0["uuid"]), $0) }) { $1 }
    var kept: Set<String> = []
    for index in children.indices.reversed() {
      let id = uuid(children[index].field("parent"))
      guard let parent = byID[id], var toDo = children[index].content.toDo,
        toDo.details.recurrence == nil, kept.insert(id).inserted
      else { continue }
      if let rule = parent["recur"]?.string.flatMap(Recurrence.Rule.init(taskwarrior:)) {
        toDo.details.recurrence = toDo.day.map {
          Recurrence(every: rule, from: $0, due: toDo.details.due)
        }
      }
      children[index].content = .toDo(toDo)
      children[index].fields.add(TaskwarriorExtras.parent, parent)
    }
    for (id, parent) in byID.sorted(by: { $0.key < $1.key }) where !kept.contains(id) {
      left.add(.template, parent["description"]?.string)
    }
    return children
  }
}

extension Recurrence.Rule {
  /// A duration of Taskwarrior: `weekly`, `weekdays`, `2w`, `3 months`, `P1D`.
  init?(taskwarrior text: String) {
    let words: [String: Self] = [
      "daily": .day, "day": .day, "weekly": .week, "biweekly": .weeks(2), "fortnight": .weeks(2),
      "monthly": .month, "month": .month, "bimonthly": .months(2), "quarterly": .months(3),
      "semiannual": .months(6), "yearly": .year, "annual": .year, "biyearly": .months(24),
      "biannual": .months(24), "weekdays": .weekday,
    ]
    if let known = words[text.lowercased()] {
      self = known
      return
    }
    var rest = text[...]
    if rest.first == "P" { rest.removeFirst() }
    let digits = rest.prefix(while: \.isNumber)
    let unit = rest[digits.endIndex...].trimmed.lowercased()
    guard let count = Int(digits: Array(digits.utf8)), (1...999).contains(count) else {
      return nil
    }
    switch unit {
    case "d", "day", "days": self = .days(count)
    case "w", "wk", "wks", "week", "weeks": self = .weeks(count)
    case "m", "mo", "mos", "mth", "mths", "month", "months": self = .months(count)
    case "q", "qtr", "qtrs", "quarter", "quarters": self = .months(3 * count)
    case "y", "yr", "yrs", "year", "years": self = .months(12 * count)
    default: return nil
    }
  }
}

enum TaskwarriorFields {
  /// The fields that a to-do has, and those that Taskwarrior computes.
  static let known: Set = [
    "description", "due", "end", "entry", "id", "modified", "priority", "project", "scheduled",
    "status", "tags", "urgency", "uuid", "wait", TaskwarriorExtras.attribute,
  ]
  static let priorities: [(String, String)] = [("H", "A"), ("M", "B"), ("L", "C")]

  static func isWord(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && !text.contains(where: \.isWhitespace)
  }

  /// A date: a text, or seconds since 1970.
  static func instant(_ value: JSONValue) -> Instant? {
    if let seconds = value.integer { return Instant(ofSeconds: seconds) }
    return value.string.flatMap { instant($0) }
  }

  /// `20261121T084246Z`, and RFC 3339 and seconds since 1970, which some exporters write.
  private static func instant(_ stamp: String) -> Instant? {
    let bytes = Array(stamp.utf8)
    if let seconds = Int(digits: bytes) { return Instant(ofSeconds: seconds) }
    guard bytes.count == 16 else { return Instant(rfc3339: stamp) }
    func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let date = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
    let time = "\(part(9..<11)):\(part(11..<13)):\(part(13..<15))"
    return Instant(rfc3339: "\(date)\(part(8..<9))\(time)\(part(15..<16))")
  }
}

// MARK: Tasks

extension TaskwarriorFormat {
  private func item(of task: JSONValue, isDone: Bool) throws(ExchangeError) -> Item {
    guard let description = try task.text("description") else {
      throw ExchangeError(.missing(field: "description"))
    }
    let extras = TaskwarriorExtras(text: task[TaskwarriorExtras.attribute]?.string)
    var text = ToDo.line(extras.description(for: description))
    if text.isBlank { throw ExchangeError(.noText) }
    let entry = try instant("entry", of: task)
    let end = try instant("end", of: task)
    let scheduled = try instant("scheduled", of: task)
    let due = try instant("due", of: task).map(time.day)
    let wait = try instant("wait", of: task).map(time.day)
    let uuid = try task.text("uuid").map { (typed) throws(ExchangeError) in
      guard let uuid = Identifier.uuid(typed) else { throw ExchangeError(.badUUID(typed: typed)) }
      return uuid
    }
    if let project = try task.text("project"), TaskwarriorFields.isWord(project) {
      text += " +\(project)"
    }
    let priority = try task.text("priority").flatMap { name in
      TaskwarriorFields.priorities.first { $0.0 == name }?.1
    }
    let day = [scheduled.map(time.day) ?? entry.map(time.ownDay), wait].compactMap(\.self).max()
    let details = ToDo.Details(
      text: text, tags: extras.tags(with: try tags(of: task)), due: due,
      priority: priority.flatMap { ToDo.Priority($0) } ?? extras.priority,
      recurrence: extras.every.flatMap { Recurrence($0, of: day, due: due) })
    let toDo = NewToDo(
      details, day: day, createdAt: entry.map(time.moment),
      doneAt: isDone ? (end ?? entry).map(time.moment) ?? now : nil)
    return Item(.toDo(toDo), key: uuid, fields: Self.foreign(task))
  }

  /// The fields that a to-do does not have; none for a task that this program exported.
  private static func foreign(_ task: JSONValue) -> [JSONValue.Member] {
    let kept: Set = ["due", "priority", "project", "scheduled", "wait"]
    let members = (task.object ?? []).filter { member in
      guard member.value != .null else { return false }
      if member.name == "status" { return member.value == "waiting" }
      return kept.contains(member.name) || !TaskwarriorFields.known.contains(member.name)
    }
    let isOurs = task["uuid"]?.string.flatMap { Identifier(uuid: $0) } != nil
    return isOurs && members.allSatisfy { kept.contains($0.name) && $0.name != "project" }
      ? [] : members
  }

  private func tags(of task: JSONValue) throws(ExchangeError) -> [String] {
    guard let value = task["tags"], value != .null else { return [] }
    let tags = (value.array ?? [value]).map(\.string)
    guard !tags.contains(nil) else { throw ExchangeError(.missing(field: "tags")) }
    return Tag.names(tags.compactMap(\.self)).filter { !$0.isEmpty }
  }

  private func instant(
    _ name: String, of task: JSONValue
  ) throws(ExchangeError) -> Instant? {
    guard let member = task[name], member != .null else { return nil }
    // In the user's time zone, the date may be outside of the calendar.
    let instant = TaskwarriorFields.instant(member)
    guard let instant, time.day(of: instant).isInCalendar else {
      guard let typed = member.string ?? instant?.description else {
        throw ExchangeError(.missing(field: name))
      }
      throw ExchangeError(.badDate(field: name, typed: typed))
    }
    return instant
  }
}

extension JSONValue {
  /// The text of a member; `nil` if the member is missing.
  func text(_ name: String) throws(ExchangeError) -> String? {
    guard let member = self[name], member != .null else { return nil }
    guard let text = member.string else { throw ExchangeError(.missing(field: name)) }
    return text
  }
}

extension Instant {
  /// `nil` outside the years 1 to 9999.
  fileprivate init?(ofSeconds seconds: Int) {
    guard Instant.calendar.contains(Int64(seconds)) else { return nil }
    self.init(secondsSince1970: Int64(seconds))
  }
}
