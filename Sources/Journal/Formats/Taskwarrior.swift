public import Diary
import JSON

/// The export format of Taskwarrior: one JSON object per task, on separate lines or in an array.
///
/// `project`, `tags`, `priority` and the day of `due` are written into the text in todo.txt syntax,
/// and become fields again on export. `scheduled` is the day of the list. The names of all other
/// fields are collected in `dropped`.
public enum Taskwarrior {
  public struct Reading: Hashable, Sendable {
    public var toDos: [NewToDo] = []
    /// The names of the fields that were not imported.
    public var dropped: Set<String> = []
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
    for (line, value) in try JSONObjectLines.read(text) {
      let task = Task(line: line, value: value)
      guard let isDone = try task.isDone() else {
        reading.skipped += 1
        continue
      }
      reading.toDos.append(try task.toDo(isDone: isDone, now: now, time, &reading.dropped))
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
    let (text, metadata) = ToDoMetadata.extracted(from: toDo.text)
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: String?) {
      if let value { members.append(JSONValue.Member(name, .string(value))) }
    }
    add("description", text)
    add("due", metadata.due.map { stamp(time.start(of: $0)) })
    add("end", toDo.doneAt.map { stamp($0.instant) })
    add("entry", stamp(toDo.createdAt.instant))
    add("priority", metadata.priority.flatMap { letter in priorities.first { $0.1 == letter }?.0 })
    add("project", metadata.project)
    add("scheduled", stamp(time.start(of: toDo.day)))
    add("status", toDo.isDone ? "completed" : "pending")
    if !metadata.tags.isEmpty {
      members.append(JSONValue.Member("tags", .array(metadata.tags.map(JSONValue.string))))
    }
    add("uuid", toDo.uuid ?? toDo.id.uuid)
    return .object(members)
  }

  fileprivate static let priorities: [(String, Character)] = [("H", "A"), ("M", "B"), ("L", "C")]

  /// `20261121T084246Z`
  private static func stamp(_ instant: Instant) -> String {
    instant.description.filter { $0 != "-" && $0 != ":" }
  }

  /// Parses the same format, and RFC 3339, which some exporters write.
  fileprivate static func instant(_ stamp: String) -> Instant? {
    let bytes = Array(stamp.utf8)
    guard bytes.count == 16 else { return Instant(rfc3339: stamp) }
    func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let date = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
    let time = "\(part(9..<11)):\(part(11..<13)):\(part(13..<15))"
    return Instant(rfc3339: "\(date)\(part(8..<9))\(time)\(part(15..<16))")
  }
}

/// One task and the line on which it begins.
private struct Task {
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

  func toDo(
    isDone: Bool, now: Moment, _ time: CivilTime, _ dropped: inout Set<String>
  ) throws(ToDoFormatError) -> NewToDo {
    guard let description = try string("description") else {
      throw failure(.missing(field: "description"))
    }
    let line = description.split(whereSeparator: \.isNewline).joined(separator: " ")
    guard !line.allSatisfy(\.isWhitespace) else { throw failure(.noText) }
    let entry = try instant("entry")
    let end = try instant("end")
    let scheduled = try instant("scheduled")
    let uuid = try string("uuid").map { (typed) throws(ToDoFormatError) in
      guard let uuid = Identifier.uuid(typed) else { throw failure(.badUUID(typed: typed)) }
      return uuid
    }
    let text = try metadata(time, &dropped).written(into: line)
    dropped.formUnion((value.object ?? []).map(\.name).filter { !Self.fields.contains($0) })
    return NewToDo(
      text: text, day: scheduled.map(time.day) ?? entry.map(time.ownDay),
      createdAt: entry.map(time.moment),
      doneAt: isDone ? (end ?? entry).map(time.moment) ?? now : nil, uuid: uuid)
  }

  /// The fields that are imported, and those that can be ignored.
  private static let fields: Set = [
    "description", "due", "end", "entry", "id", "modified", "priority", "project", "scheduled",
    "status", "tags", "urgency", "uuid",
  ]

  private func metadata(
    _ time: CivilTime, _ dropped: inout Set<String>
  ) throws(ToDoFormatError) -> ToDoMetadata {
    var metadata = ToDoMetadata()
    if let priority = try string("priority"), !priority.isEmpty {
      metadata.priority = Taskwarrior.priorities.first { $0.0 == priority }?.1
      if metadata.priority == nil { dropped.insert("priority") }
    }
    if let project = try string("project"), !project.isEmpty {
      // Only a single word can be written into the text.
      if Self.isWord(project) { metadata.project = project } else { dropped.insert("project") }
    }
    if let tags = value["tags"], tags != .null {
      let words = (tags.array ?? [tags]).compactMap(\.string)
      metadata.tags = words.filter(Self.isWord)
      if metadata.tags.count < (tags.array?.count ?? 1) { dropped.insert("tags") }
    }
    metadata.due = try instant("due").map(time.day)
    return metadata
  }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty && !text.contains(where: \.isWhitespace)
  }

  // MARK: Members

  /// `nil` if the member is missing.
  private func string(_ name: String) throws(ToDoFormatError) -> String? {
    guard let member = value[name], member != .null else { return nil }
    guard let text = member.string else { throw failure(.missing(field: name)) }
    return text
  }

  private func instant(_ name: String) throws(ToDoFormatError) -> Instant? {
    guard let text = try string(name) else { return nil }
    guard let instant = Taskwarrior.instant(text) else {
      throw failure(.badDate(field: name, typed: text))
    }
    return instant
  }
}
