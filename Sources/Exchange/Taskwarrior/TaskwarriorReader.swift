public import Diary
public import JSON

/// Reads the export format of Taskwarrior: one JSON object per task, on separate lines or in an array.
///
/// `scheduled` is the day of the list. A project of one word is written into the text in todo.txt
/// syntax, and becomes a field again on export. What Taskwarrior has no field for is in the attribute
/// `commitdiary`, which it keeps: see `TaskwarriorExtras`. Fields that a to-do does not have, and the
/// times of dates, stay in the fields of the item.
///
/// A recurring task has a parent with its rule, which is on no list. The to-do recurs by this rule,
/// and the last one of the parent keeps it in the field `commitdiaryParent`.
public struct TaskwarriorReader: ItemReader {
  private var elements: JSONElements
  private let file: String
  private let time: CivilTime
  private let now: Moment
  private var uuids: Set<String> = []
  /// Parents, and the open tasks that have one, which are read before the parent or after it.
  private var parents: [String: JSONValue] = [:]
  private var children: [Item] = []
  private var isAtEnd = false
  public private(set) var left = LeftOut()

  /// - Parameter now: the completion time of tasks that are done without a date.
  public init(_ source: Source, time: CivilTime, now: Moment) throws {
    guard let file = source.files.first else { throw ExchangeError(.otherFormat) }
    self.file = file.path
    self.time = time
    self.now = now
    var bytes = try file.open()
    elements = JSONElements(isSequence: true) { try bytes.next() }
  }

  public static func recognizes(_ source: Source, beginning: String) -> Bool {
    let isJSON = beginning.first.map { "[{\u{FEFF}".contains($0) } ?? false
    return !source.isFolder && isJSON && beginning.contains("\"description\"")
      && (beginning.contains("\"uuid\"") || beginning.contains("\"entry\""))
  }

  public mutating func next() throws -> Item? {
    while !isAtEnd {
      guard let element = try nextElement() else {
        isAtEnd = true
        finishChildren()
        break
      }
      let task = TaskwarriorTask(
        place: ItemPlace(file: file, line: element.line), value: element.value)
      switch try task.kind() {
      case .deleted: left.add(.deleted, task.name)
      case .parent(let uuid): parents[uuid] = task.value
      case .toDo(let isDone):
        let item = try task.item(isDone: isDone, now: now, time)
        if let key = item.key, !uuids.insert(key).inserted {
          throw ExchangeError(.duplicateUUID(typed: key), at: item.place)
        }
        guard !isDone, item.field("parent")?.string != nil else { return item }
        children.append(item)
      }
    }
    return children.popLast()
  }

  private mutating func nextElement() throws -> JSONElements.Element? {
    do {
      return try elements.next()
    } catch let failure as JSONElements.Failure {
      throw ExchangeError(failure, in: file)
    }
  }

  /// Gives the rules of parents to their open tasks. A parent whose tasks are all closed is a
  /// template without an effect.
  private mutating func finishChildren() {
    var kept: Set<String> = []
    for index in children.indices.reversed() {
      guard let uuid = children[index].field("parent")?.string?.lowercased(),
        let parent = parents[uuid], case .toDo(var toDo) = children[index].content
      else { continue }
      if toDo.details.recurrence == nil, kept.insert(uuid).inserted {
        if let rule = parent["recur"]?.string.flatMap(Recurrence.Rule.init(taskwarrior:)) {
          toDo.details.recurrence = toDo.day.map {
            Recurrence(every: rule, from: $0, due: toDo.details.due)
          }
        }
        children[index].content = .toDo(toDo)
        children[index].fields.append(
          JSONValue.Member(TaskwarriorExtras.parent, parent))
      }
    }
    for (uuid, parent) in parents where !kept.contains(uuid) {
      left.add(.template, parent["description"]?.string)
    }
    children.reverse()
  }
}

extension ExchangeError {
  /// The place of an error in a JSON document.
  public init(_ failure: JSONElements.Failure, in file: String = "") {
    switch failure {
    case .syntax(let line): self.init(.notJSON, line: line, of: file)
    case .cutShort(let line): self.init(.cutShort, line: line, of: file)
    case .tooLong(let line):
      self.init(.tooLong(megabytes: SourceFile.limit >> 20), line: line, of: file)
    }
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

/// One task and the line on which it begins.
private struct TaskwarriorTask {
  let place: ItemPlace
  let value: JSONValue

  enum Kind {
    case toDo(isDone: Bool)
    case parent(uuid: String)
    case deleted
  }

  private func failure(_ reason: ExchangeError.Reason) -> ExchangeError {
    ExchangeError(reason, at: place)
  }

  var name: String? { value["description"]?.string }

  func kind() throws(ExchangeError) -> Kind {
    guard value.object != nil else { throw failure(.noItem) }
    switch try string("status") ?? "pending" {
    case "pending", "waiting": return .toDo(isDone: false)
    case "completed": return .toDo(isDone: true)
    case "deleted": return .deleted
    case "recurring": return .parent(uuid: (try string("uuid") ?? "").lowercased())
    case let status: throw failure(.unknownStatus(typed: status))
    }
  }

  func item(isDone: Bool, now: Moment, _ time: CivilTime) throws(ExchangeError) -> Item {
    guard let description = try string("description") else {
      throw failure(.missing(field: "description"))
    }
    let extras = TaskwarriorExtras(text: value[TaskwarriorExtras.attribute]?.string)
    var text = ToDo.line(extras.description(for: description))
    guard !text.allSatisfy(\.isWhitespace) else { throw failure(.noText) }
    let entry = try instant("entry", time)
    let end = try instant("end", time)
    let scheduled = try instant("scheduled", time)
    let due = try instant("due", time).map(time.day)
    let wait = try instant("wait", time).map(time.day)
    let uuid = try string("uuid").map { (typed) throws(ExchangeError) in
      guard let uuid = Identifier.uuid(typed) else { throw failure(.badUUID(typed: typed)) }
      return uuid
    }
    if let project = try string("project"), TaskwarriorFields.isWord(project) {
      text += " +\(project)"
    }
    let priority = try string("priority").flatMap { name in
      TaskwarriorFields.priorities.first { $0.0 == name }?.1
    }
    let day = [scheduled.map(time.day) ?? entry.map(time.ownDay), wait].compactMap(\.self).max()
    let details = ToDo.Details(
      text: text, tags: extras.tags(with: try tags()), due: due,
      priority: priority.flatMap { ToDo.Priority($0) } ?? extras.priority,
      recurrence: extras.every.flatMap { Recurrence($0, of: day, due: due) })
    let toDo = NewToDo(
      details, day: day, createdAt: entry.map(time.moment),
      doneAt: isDone ? (end ?? entry).map(time.moment) ?? now : nil)
    return Item(.toDo(toDo), key: uuid, fields: foreign, at: place)
  }

  /// The fields that a to-do does not have; none for a task that this program exported.
  private var foreign: [JSONValue.Member] {
    let kept: Set = ["due", "priority", "project", "scheduled", "wait"]
    let members = (value.object ?? []).filter { member in
      guard member.value != .null else { return false }
      if member.name == "status" { return member.value == "waiting" }
      return kept.contains(member.name) || !TaskwarriorFields.known.contains(member.name)
    }
    let isOurs = value["uuid"]?.string.flatMap { Identifier(uuid: $0) } != nil
    return isOurs && members.allSatisfy { kept.contains($0.name) && $0.name != "project" }
      ? [] : members
  }

  private func tags() throws(ExchangeError) -> [String] {
    guard let value = value["tags"], value != .null else { return [] }
    var tags: [String] = []
    for element in value.array ?? [value] {
      guard let tag = element.string else { throw failure(.missing(field: "tags")) }
      let name = Tag.name(tag)
      if !name.isEmpty, !tags.contains(where: { Tag.areSame($0, name) }) { tags.append(name) }
    }
    return tags
  }

  // MARK: Members

  /// `nil` if the member is missing.
  private func string(_ name: String) throws(ExchangeError) -> String? {
    guard let member = value[name], member != .null else { return nil }
    guard let text = member.string else { throw failure(.missing(field: name)) }
    return text
  }

  private func instant(_ name: String, _ time: CivilTime) throws(ExchangeError) -> Instant? {
    guard let member = value[name], member != .null else { return nil }
    guard let instant = TaskwarriorFields.instant(member) else {
      guard let typed = member.string else { throw failure(.missing(field: name)) }
      throw failure(.badDate(field: name, typed: typed))
    }
    // In the user's time zone, the date may be outside of the calendar.
    guard time.day(of: instant).isInCalendar else {
      throw failure(.badDate(field: name, typed: member.string ?? "\(instant)"))
    }
    return instant
  }
}

extension Instant {
  /// `nil` outside the years 1 to 9999.
  fileprivate init?(ofSeconds seconds: Int) {
    guard Instant.calendar.contains(Int64(seconds)) else { return nil }
    self.init(secondsSince1970: Int64(seconds))
  }
}
