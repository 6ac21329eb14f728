public import Diary
import Records
import SQLite

extension Journal {
  // MARK: One to-do

  /// The to-do that the user typed: its number, or a prefix of its ID.
  ///
  /// Digits are a number first. They are tried as an ID only if no to-do has that number and there are
  /// as many digits as in a short ID, so that a mistyped number does not match another to-do.
  ///
  /// - Parameters:
  ///   - today: the day on which the number is typed.
  ///   - deleted: whether to return a deleted to-do too.
  public func toDo(
    _ typed: String, on today: Day, deleted: Bool = false
  ) throws(JournalError) -> FoundToDo {
    let number = Int(digits: Array(typed.utf8))
    var numbered: [ToDo] = []
    if let number {
      numbered = try toDos(
        "todo.number = (SELECT record FROM todo_number WHERE number = ?1)", [number]
      ).filter { $0.number(on: today) != nil }
    }
    if numbered.isEmpty {
      let isNumber = number != nil && typed.utf8.count < Identifier.shortestLength
      if isNumber { throw .missing(.toDo(typed)) }
      numbered = try toDos(
        "todo.number = ?1", [self.number(of: .toDo, typed, .toDo(typed))])
    }
    guard let found = try found(numbered).first else { throw .missing(.toDo(typed)) }
    if found.toDo.deletedAt != nil, !deleted { throw .deleted(.toDo(typed), id: found.shortID) }
    return found
  }

  /// The to-dos that have a number on this day, by number.
  ///
  /// - Parameter deleted: whether deleted ones are included.
  public func numberedToDos(
    on today: Day, deleted: Bool = false
  ) throws(JournalError) -> [FoundToDo] {
    let numbered = try toDos(
      """
      todo.number IN (SELECT record FROM todo_number)
      \(deleted ? "" : "AND todo.deleted_at IS NULL")
      """, [])
    return try found(
      numbered.filter { $0.number(on: today) != nil }.sorted { $0.number ?? 0 < $1.number ?? 0 })
  }

  func toDo(_ id: Identifier) throws(JournalError) -> ToDo {
    let found = try database.first(
      "SELECT \(ToDo.columns) FROM \(ToDo.rows) WHERE id = ?1", [id.text]
    ) {
      ToDo($0)
    }
    guard let found else { throw .missing(.toDo(id.text)) }
    return found
  }

  // MARK: Lists

  /// The to-dos by day, in the order of each day's list.
  public func toDos(_ filter: ToDoFilter, on today: Day) throws(JournalError) -> [FoundToDo] {
    try found(
      toDos(filter).sorted { $0.day == $1.day ? $0.precedes($1, on: today) : $0.day < $1.day })
  }

  /// All open to-dos in the order of a list, those of later days too.
  public func openToDos(on today: Day, tagged tags: [String] = []) throws(JournalError)
    -> [FoundToDo]
  {
    var filter = ToDoFilter(isDone: false)
    filter.tags = tags
    return try found(toDos(filter).sorted { $0.precedes($1, on: today) })
  }

  public func hasOpenToDos() throws(JournalError) -> Bool {
    try database.hasRow(
      "SELECT 1 FROM record WHERE kind = 3 AND done_at IS NULL AND deleted_at IS NULL")
  }

  /// What is on the list today: the open to-dos whose day has come, or that are due by now, and those that were
  /// done today.
  ///
  /// - Parameter filter: which of them to read; its days are not used.
  public func toDos(
    listedOn today: Day, _ filter: ToDoFilter = ToDoFilter()
  ) throws(JournalError) -> [FoundToDo] {
    var listed: [ToDo] = []
    if filter.isDone != true {
      var open = filter
      (open.since, open.until, open.isDone, open.listedOn) = (nil, nil, false, today)
      listed += try toDos(open)
    }
    if filter.isDone != false {
      var done = filter
      (done.since, done.until, done.doneOn) = (nil, nil, today...today)
      listed += try toDos(done)
    }
    return try found(listed.sorted { $0.precedes($1, on: today) })
  }

  /// The to-dos on the pages of these days, each once, in the order of a list: open ones that begin or
  /// are due on one of them, and those that were done then.
  ///
  /// - Parameter filter: which of them to read; its days are not used.
  public func toDos(
    onPagesOf span: ClosedRange<Day>, _ filter: ToDoFilter = ToDoFilter(), today: Day
  ) throws(JournalError) -> [FoundToDo] {
    var filter = filter
    (filter.since, filter.until) = (nil, nil)
    var toDos: [ToDo] = []
    if filter.isDone != true {
      var open = filter
      open.isDone = false
      toDos += try self.toDos(open).filter { $0.days.contains(where: span.contains) }
    }
    if filter.isDone != false {
      filter.doneOn = span
      toDos += try self.toDos(filter)
    }
    return try found(toDos.sorted { $0.precedes($1, on: today) })
  }

  /// The to-dos that were done on these days, on any list, in the order in which they were done.
  public func toDosDone(from first: Day, to last: Day) throws(JournalError) -> [FoundToDo] {
    try found(
      toDos(
        """
        todo.done_day BETWEEN ?1 AND ?2 AND todo.deleted_at IS NULL
        ORDER BY todo.done_at, todo.day, todo.place
        """, [first, last]))
  }

  /// The same to-dos with their short IDs.
  public func found(_ toDos: [ToDo]) throws(JournalError) -> [FoundToDo] {
    zip(toDos, try shortened(toDos.map(\.id.text), of: .toDo)).map(FoundToDo.init)
  }

  private func toDos(_ filter: ToDoFilter) throws(JournalError) -> [ToDo] {
    let condition = try condition(filter)
    return try toDos(condition.sql, condition.values)
  }

  func toDos(_ condition: String, _ values: [any ColumnValue]) throws(JournalError) -> [ToDo] {
    try database.rows("SELECT \(ToDo.columns) FROM \(ToDo.rows) WHERE \(condition)", values) {
      ToDo($0)
    }
  }
}

extension ToDo {
  static let columns = """
    id, day, body, version, done_at, done_offset, done_day, due, occurrence, others,
    \(TagList.query(of: "todo.number")) AS tags,
    (SELECT number FROM todo_number WHERE record = todo.number) AS number, created_at,
    created_offset, updated_at, updated_offset, deleted_at, deleted_offset,
    \(TextToLookAt.query(of: "todo.number"))
    """

  static let rows = RecordKind.toDo.rows

  /// Reads the to-do with the number `?1`.
  static let query = "SELECT \(columns) FROM \(rows) WHERE number = ?1"

  init(_ row: borrowing Statement) {
    var packed = PackedMembers(row["others"])
    let (rule, priority) = (packed.takeText("every"), packed.takeText("priority"))
    self.init(
      id: row["id"], day: row["day"], number: row["number"],
      details: Details(
        text: row["body"], tags: TagList.tags(row["tags"]), due: row["due"],
        priority: priority.flatMap { ToDo.Priority($0) },
        recurrence: rule.flatMap { Recurrence($0, of: nil, due: nil) }),
      version: row["version"], doneOn: row["done_day"],
      doneAt: row.optionalMoment("done_at", "done_offset"),
      createdAt: row.moment("created_at", "created_offset"),
      updatedAt: row.moment("updated_at", "updated_offset"),
      deletedAt: row.optionalMoment("deleted_at", "deleted_offset"),
      occurrence: row["occurrence"])
    needsLook = row["needs_look"]
  }
}

/// Which to-dos to read and, in a search, how many.
public struct ToDoFilter: Sendable {
  public var since: Day?
  public var until: Day?
  public var isDeleted = false
  /// Only those that are on the list from this day on, or earlier.
  public var listedOn: Day?
  /// Only done or only open to-dos; `nil` for all.
  public var isDone: Bool?
  /// Only those that were done on these days.
  public var doneOn: ClosedRange<Day>?
  /// To-dos must have all of these tags; case is ignored.
  public var tags: [String] = []
  /// If `nil`, there is no limit.
  public var limit: Int?

  public init(since: Day? = nil, until: Day? = nil, isDone: Bool? = nil, limit: Int? = nil) {
    self.since = since
    self.until = until
    self.isDone = isDone
    self.limit = limit
  }
}

extension ToDoFilter: RecordFilter {
  static let kind = RecordKind.toDo
  var isSorted: Bool { false }
  /// That of texts without a rank.
  var ordering: String { "todo.day DESC, todo.number DESC" }

  var isWordsOnly: Bool {
    since == nil && until == nil && isDone == nil && doneOn == nil && listedOn == nil
      && tags.isEmpty
  }

  func add(to condition: inout RecordCondition) {
    // Few to-dos were done on one day, and many are on the lists of earlier days. SQLite does not
    // use the indexes of columns with a plus sign.
    let other = doneOn == nil ? "" : "+"
    condition.add(deleted: isDeleted, other)
    if let isDone { condition.add("todo.done_at IS \(isDone ? "NOT NULL" : "NULL")") }
    if let listedOn {
      condition.add("min(todo.day, ifnull(todo.due, todo.day)) <= \(listedOn.number)")
    }
    if let doneOn {
      let (first, last) = (doneOn.lowerBound.number, doneOn.upperBound.number)
      condition.add("todo.done_day BETWEEN \(first) AND \(last)")
    }
    condition.add(daysFrom: since, to: until, other)
  }
}

/// A to-do with the shortest prefix of its ID that is unique.
public struct FoundToDo: Hashable, Sendable {
  public var toDo: ToDo
  public var shortID: String

  /// How commands name the to-do: by number, else by id.
  public func name(on today: Day) -> String {
    toDo.number(on: today).map { String($0) } ?? shortID
  }
}
