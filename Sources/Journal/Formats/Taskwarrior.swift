public import Diary
import JSON

/// Tasks as Taskwarrior exports them: a JSON object each, on a line of its own or in a list.
///
/// What a text can hold goes into it: `project`, `tags`, `priority` and the day of `due` become marks
/// as todo.txt has them, and fields again on the way back. `scheduled` is the day of the list. Other
/// fields have no place in a to-do, and are named in `dropped`.
public enum Taskwarrior {
  public struct Reading: Hashable, Sendable {
    public var toDos: [NewToDo] = []
    /// The names of fields that were not taken over.
    public var dropped: Set<String> = []
    /// How many tasks were deleted, or only patterns from which tasks are made.
    public var skipped = 0

    public init(toDos: [NewToDo] = []) {
      self.toDos = toDos
    }
  }

  /// - Parameters:
  ///   - now: for what is done without a date.
  ///   - dayEndsAt: the hour at which the reader's day ends.
  ///   - offset: the reader's clock, in seconds east of Greenwich.
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

  /// A line for each, with a line break behind it.
  ///
  /// - Parameter offset: the reader's clock, in seconds east of Greenwich.
  public static func write(_ toDos: [ToDo], offset: @escaping (Instant) -> Int) -> String {
    let time = CivilTime(offset: offset)
    return toDos.map { object($0, time).text(.compact) + "\n" }.joined()
  }

  private static func object(_ toDo: ToDo, _ time: CivilTime) -> JSONValue {
    let (text, marks) = ToDoMetadata.taken(from: toDo.text)
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: String?) {
      if let value { members.append(JSONValue.Member(name, .string(value))) }
    }
    add("description", text)
    add("due", marks.due.map { stamp(time.start(of: $0)) })
    add("end", toDo.doneAt.map { stamp($0.instant) })
    add("entry", stamp(toDo.createdAt.instant))
    add("priority", marks.priority.flatMap { letter in priorities.first { $0.1 == letter }?.0 })
    add("project", marks.project)
    add("scheduled", stamp(time.start(of: toDo.day)))
    add("status", toDo.isDone ? "completed" : "pending")
    if !marks.tags.isEmpty {
      members.append(JSONValue.Member("tags", .array(marks.tags.map(JSONValue.string))))
    }
    add("uuid", toDo.uuid ?? toDo.id.uuid)
    return .object(members)
  }

  fileprivate static let priorities: [(String, Character)] = [("H", "A"), ("M", "B"), ("L", "C")]

  /// `20261121T084246Z`
  private static func stamp(_ instant: Instant) -> String {
    instant.description.filter { $0 != "-" && $0 != ":" }
  }

  /// Reads that, and RFC 3339, which some exporters write.
  fileprivate static func instant(_ stamp: String) -> Instant? {
    let bytes = Array(stamp.utf8)
    guard bytes.count == 16 else { return Instant(rfc3339: stamp) }
    func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let date = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
    let time = "\(part(9..<11)):\(part(11..<13)):\(part(13..<15))"
    return Instant(rfc3339: "\(date)\(part(8..<9))\(time)\(part(15..<16))")
  }
}

/// One task, and where it begins.
private struct Task {
  let line: Int
  let value: JSONValue

  private func failure(_ reason: ToDoFormatError.Reason) -> ToDoFormatError {
    ToDoFormatError(line: line, reason: reason)
  }

  /// `nil` for what is none: deleted, or the pattern of a task that recurs.
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
    let text = try marks(time, &dropped).written(into: line)
    dropped.formUnion((value.object ?? []).map(\.name).filter { !Self.fields.contains($0) })
    return NewToDo(
      text: text, day: scheduled.map(time.day) ?? entry.map(time.ownDay),
      createdAt: entry.map(time.moment),
      doneAt: isDone ? (end ?? entry).map(time.moment) ?? now : nil, uuid: uuid)
  }

  /// What is taken over, and what says nothing of its own.
  private static let fields: Set = [
    "description", "due", "end", "entry", "id", "modified", "priority", "project", "scheduled",
    "status", "tags", "urgency", "uuid",
  ]

  private func marks(
    _ time: CivilTime, _ dropped: inout Set<String>
  ) throws(ToDoFormatError) -> ToDoMetadata {
    var marks = ToDoMetadata()
    if let priority = try string("priority"), !priority.isEmpty {
      marks.priority = Taskwarrior.priorities.first { $0.0 == priority }?.1
      if marks.priority == nil { dropped.insert("priority") }
    }
    if let project = try string("project"), !project.isEmpty {
      // A mark is a word.
      if Self.isWord(project) { marks.project = project } else { dropped.insert("project") }
    }
    if let tags = value["tags"], tags != .null {
      let words = (tags.array ?? [tags]).compactMap(\.string)
      marks.tags = words.filter(Self.isWord)
      if marks.tags.count < (tags.array?.count ?? 1) { dropped.insert("tags") }
    }
    marks.due = try instant("due").map(time.day)
    return marks
  }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty && !text.contains(where: \.isWhitespace)
  }

  // MARK: Members

  /// `nil` where it is not there.
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
