public import Diary
import JSON

/// The export format of Taskwarrior: one JSON object per task, on separate lines or in an array.
///
/// `scheduled` is the day of the list. A project of one word is written into the text in todo.txt
/// syntax, and becomes a field again on export. What Taskwarrior has no field for is exported in the
/// attribute `commitdiary`, which it keeps: see `TaskwarriorExtras`. Fields that a to-do does not
/// have, and the times of dates, are kept in `foreign` and exported as they were imported.
public enum Taskwarrior {
  public struct Reading: Hashable, Sendable {
    public var toDos: [NewToDo] = []
    /// The number of tasks that were deleted or are templates of recurring tasks.
    public var skipped = 0

    public init(toDos: [NewToDo] = []) {
      self.toDos = toDos
    }
  }

  /// - Parameters:
  ///   - now: the completion time of tasks that are done without a date.
  ///   - dayEndsAt: the hour at which the user's day ends.
  ///   - offset: the offset of the user's time zone, in seconds east of UTC.
  public static func read(
    _ text: String, now: Moment, dayEndsAt: Int = 0, offset: @escaping (Instant) -> Int
  ) throws(ToDoFormatError) -> Reading {
    let time = CivilTime(offset: offset, dayEndsAt: dayEndsAt)
    var reading = Reading()
    var known: Set<String> = []
    for (line, value) in try JSONObjectLines.read(text) {
      let task = TaskwarriorTask(line: line, value: value)
      guard let isDone = try task.isDone() else {
        reading.skipped += 1
        continue
      }
      let toDo = try task.toDo(isDone: isDone, now: now, time)
      if let uuid = toDo.uuid, !known.insert(uuid).inserted {
        throw ToDoFormatError(line: line, reason: .duplicateUUID(typed: uuid))
      }
      reading.toDos.append(toDo)
    }
    return reading
  }

  /// One line for each to-do, with a trailing line break.
  ///
  /// - Parameter offset: the offset of the user's time zone, in seconds east of UTC.
  public static func write(_ toDos: [ToDo], offset: @escaping (Instant) -> Int) -> String {
    let time = CivilTime(offset: offset)
    return toDos.map { object($0, time).text(.compact) + "\n" }.joined()
  }

  private static func object(_ toDo: ToDo, _ time: CivilTime) -> JSONValue {
    let foreign = toDo.foreign.flatMap { try? JSONParser.parse(Array($0.utf8)) }
    let (text, project) = description(of: toDo, project: foreign?["project"]?.string)
    let extras = TaskwarriorExtras(of: toDo, description: text)
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: String?) {
      if let value { members.append(JSONValue.Member(name, .string(value))) }
    }
    /// The imported date with its time, unless the day has changed.
    func add(_ name: String, _ day: Day?) {
      guard let day else { return }
      let known = foreign?[name].flatMap { instant($0) }
      add(name, stamp(known.flatMap { time.day(of: $0) == day ? $0 : nil } ?? time.start(of: day)))
    }
    add("description", text)
    add("due", toDo.due)
    add("end", toDo.doneAt.map { stamp($0.instant) })
    add("entry", stamp(toDo.createdAt.instant))
    let priority = toDo.priority.map(\.letter)
    add(
      "priority",
      priority.map { letter in priorities.first { $0.1 == letter }?.0 }
        ?? foreign?["priority"]?.string.flatMap { name in
          priorities.contains { $0.0 == name } ? nil : name
        })
    add("project", project)
    // A task without this date is on the list of the day on which it was added.
    let isScheduled =
      foreign == nil || foreign?["scheduled"] != nil
      || toDo.day != time.ownDay(of: toDo.createdAt.instant)
    if isScheduled { add("scheduled", toDo.day) }
    let isWaiting = foreign?["status"] == "waiting"
    add("status", toDo.isDone ? "completed" : isWaiting ? "waiting" : "pending")
    let tags = toDo.tags.filter(TaskwarriorExtras.isTag)
    if !tags.isEmpty {
      members.append(JSONValue.Member("tags", .array(tags.map(JSONValue.string))))
    }
    add("uuid", toDo.uuid ?? toDo.id.uuid)
    add("wait", toDo.wait)
    add(TaskwarriorExtras.attribute, extras.text)
    let written = Set(members.map(\.name)).union(fields)
    return .object(members + (foreign?.object ?? []).filter { !written.contains($0.name) })
  }

  /// The text of a to-do without its project. A to-do of this program has its project in the text; a
  /// task has the one that it was imported with.
  private static func description(
    of toDo: ToDo, project known: String?
  ) -> (text: String, project: String?) {
    if let known, !isWord(known) { return (toDo.text, known) }
    let words = toDo.text.split(separator: " ", omittingEmptySubsequences: false)
    guard let last = words.last, last.hasPrefix("+"), last.count > 1, isWord(last),
      toDo.foreign == nil || last.dropFirst() == known ?? ""
    else { return (toDo.text, nil) }
    let text = words.dropLast().joined(separator: " ")
    guard !text.isEmpty, text.last?.isWhitespace == false else { return (toDo.text, nil) }
    return (text, String(last.dropFirst()))
  }

  fileprivate static func isWord(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && !text.contains(where: \.isWhitespace)
  }

  /// The fields that a to-do has, and those that Taskwarrior computes.
  fileprivate static let fields: Set = [
    "description", "due", "end", "entry", "id", "modified", "priority", "project", "scheduled",
    "status", "tags", "urgency", "uuid", "wait", TaskwarriorExtras.attribute,
  ]

  fileprivate static let priorities: [(String, String)] = [("H", "A"), ("M", "B"), ("L", "C")]

  /// `20261121T084246Z`
  private static func stamp(_ instant: Instant) -> String {
    instant.description.filter { $0 != "-" && $0 != ":" }
  }

  /// A date: a text, or seconds since 1970.
  fileprivate static func instant(_ value: JSONValue) -> Instant? {
    if let seconds = value.integer { return Instant(ofSeconds: seconds) }
    return value.string.flatMap { instant($0) }
  }

  /// Parses the same format, and RFC 3339 and seconds since 1970, which some exporters write.
  fileprivate static func instant(_ stamp: String) -> Instant? {
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
  let line: Int
  let value: JSONValue

  private func failure(_ reason: ToDoFormatError.Reason) -> ToDoFormatError {
    ToDoFormatError(line: line, reason: reason)
  }

  /// `nil` for tasks to skip: deleted ones and templates of recurring tasks.
  func isDone() throws(ToDoFormatError) -> Bool? {
    switch try string("status") ?? "pending" {
    case "pending", "waiting": false
    case "completed": true
    case "deleted", "recurring": nil
    case let status: throw failure(.unknownStatus(typed: status))
    }
  }

  func toDo(isDone: Bool, now: Moment, _ time: CivilTime) throws(ToDoFormatError) -> NewToDo {
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
    let uuid = try string("uuid").map { (typed) throws(ToDoFormatError) in
      guard let uuid = Identifier.uuid(typed) else { throw failure(.badUUID(typed: typed)) }
      return uuid
    }
    if let project = try string("project"), Taskwarrior.isWord(project) {
      text += " +\(project)"
    }
    let priority = try string("priority").flatMap { name in
      Taskwarrior.priorities.first { $0.0 == name }?.1
    }
    let day = scheduled.map(time.day) ?? entry.map(time.ownDay)
    let details = ToDo.Details(
      text: text, tags: extras.tags(with: try tags()), due: due, wait: wait,
      priority: priority.flatMap { ToDo.Priority($0) } ?? extras.priority,
      recurrence: extras.every.flatMap { Recurrence($0, of: day, due: due) })
    return NewToDo(
      details, day: day, createdAt: entry.map(time.moment),
      doneAt: isDone ? (end ?? entry).map(time.moment) ?? now : nil, uuid: uuid,
      foreign: foreign)
  }

  /// The fields that a to-do does not have. `nil` for a task that this program exported.
  private var foreign: String? {
    let kept: Set = ["due", "priority", "project", "scheduled", "wait"]
    let members = (value.object ?? []).filter { member in
      guard member.value != .null else { return false }
      if member.name == "status" { return member.value == "waiting" }
      return kept.contains(member.name) || !Taskwarrior.fields.contains(member.name)
    }
    let isOurs = value["uuid"]?.string.flatMap { Identifier(uuid: $0) } != nil
    if isOurs, members.allSatisfy({ kept.contains($0.name) && $0.name != "project" }) {
      return nil
    }
    return JSONValue.object(members).text(.compact)
  }

  private func tags() throws(ToDoFormatError) -> [String] {
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
  private func string(_ name: String) throws(ToDoFormatError) -> String? {
    guard let member = value[name], member != .null else { return nil }
    guard let text = member.string else { throw failure(.missing(field: name)) }
    return text
  }

  private func instant(_ name: String, _ time: CivilTime) throws(ToDoFormatError) -> Instant? {
    guard let member = value[name], member != .null else { return nil }
    guard let instant = Taskwarrior.instant(member) else {
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
