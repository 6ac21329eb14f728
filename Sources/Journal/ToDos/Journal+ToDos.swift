public import Diary
import SQLite

extension Journal {
  // MARK: One to-do

  /// The to-do that the user typed: its number on the list of `day`, or a prefix of its ID.
  ///
  /// Digits are a number first. They are tried as an ID only if the day has no such number and
  /// there are as many digits as in a short ID, so that a mistyped number does not match another
  /// to-do.
  ///
  /// - Parameters:
  ///   - carrying: whether the list has to-dos of earlier days.
  ///   - deleted: whether to return a deleted to-do too.
  public func toDo(
    _ typed: String, on day: Day, carrying: Bool = false, deleted: Bool = false
  ) throws(JournalError) -> FoundToDo {
    let number = Int(digits: Array(typed.utf8))
    if let number {
      if let found = try toDo(numbered: number, of: day) {
        return try checked(found, typed: typed, deleted: deleted)
      }
      if carrying, let toDo = try carriedToDo(numbered: number, on: day) {
        var found = try checked(toDo, typed: typed, deleted: deleted)
        found.carriedNumber = number
        return found
      }
    }
    let isNumber = number != nil && typed.utf8.count < Identifier.shortestLength
    guard !isNumber, let prefix = Identifier.prefix(typed) else {
      throw .missing(.toDo(typed, day: day))
    }
    let found = try candidates(prefix)
    guard let first = found.first else { throw .missing(.toDo(typed, day: day)) }
    guard found.count == 1 else {
      throw .ambiguous(
        .toDo(typed), candidates: try shortenedToDoIDs(found.prefix(8).map(\.id.text)))
    }
    return try checked(first, typed: typed, deleted: deleted)
  }

  private func checked(
    _ toDo: ToDo, typed: String, deleted: Bool
  ) throws(JournalError) -> FoundToDo {
    let shortID = try shortenedToDoIDs([toDo.id.text])[0]
    if toDo.deletedAt != nil && !deleted { throw .deleted(.toDo(typed), id: shortID) }
    return FoundToDo(toDo: toDo, shortID: shortID)
  }

  private func toDo(numbered number: Int, of day: Day) throws(JournalError) -> ToDo? {
    try database.first(
      "SELECT \(ToDo.columns) FROM todo WHERE day = ?1 AND place = ?2", [day, number]
    ) { ToDo($0) }
  }

  private func candidates(_ prefix: String) throws(JournalError) -> [ToDo] {
    try toDos(
      "todo.id >= ?1 AND todo.id < ?2 ORDER BY todo.id LIMIT 9",
      [prefix, prefix + "{"])
  }

  func toDo(_ id: Identifier) throws(JournalError) -> ToDo {
    let found = try database.first("SELECT \(ToDo.columns) FROM todo WHERE id = ?1", [id.text]) {
      ToDo($0)
    }
    guard let found else { throw .missing(.toDo(id.text)) }
    return found
  }

  /// All versions of the to-do, oldest first.
  public func history(ofToDo id: Identifier) throws(JournalError) -> [ToDoVersion] {
    try versions(of: record(ofToDo: id)).map {
      ToDoVersion(number: $0.number, text: $0.content.body, savedAt: $0.savedAt)
    }
  }

  // MARK: Lists

  public func toDos(_ filter: ToDoFilter) throws(JournalError) -> [FoundToDo] {
    try found(toDos(matching: filter))
  }

  private func toDos(matching filter: ToDoFilter) throws(JournalError) -> [ToDo] {
    try toDos(
      "\(filter.condition()) ORDER BY \(ToDoFilter.ordering) LIMIT \(filter.limit ?? -1)",
      filter.values)
  }

  /// The open to-dos on lists of earlier days, earliest first.
  public func openToDos(before day: Day) throws(JournalError) -> [FoundToDo] {
    try found(openBefore(day))
  }

  func openBefore(_ day: Day) throws(JournalError) -> [ToDo] {
    try toDos(
      """
      todo.done_at IS NULL AND todo.deleted_at IS NULL AND todo.day < ?1
      ORDER BY todo.day, todo.place
      """, [day])
  }

  /// The list of a day: its to-dos and, with `carrying`, those of earlier days that were open at
  /// the beginning of the day. The day must be today or later, because only the current state of a
  /// to-do is known.
  ///
  /// - Parameter filter: which of them to read; its days are not used.
  public func toDos(
    listedOn day: Day, carrying: Bool, _ filter: ToDoFilter = ToDoFilter()
  ) throws(JournalError) -> [FoundToDo] {
    var filter = filter
    (filter.since, filter.until) = (day, day)
    var listed = try toDos(matching: filter)
    if carrying {
      (filter.since, filter.until) = (nil, day - 1)
      var done = filter
      done.doneOn = day
      if filter.isDone != true {
        filter.isDone = false
        listed += try toDos(matching: filter)
      }
      if done.isDone != false { listed += try toDos(matching: done) }
    }
    return try found(listed.sorted { $0.precedes($1, on: day) }, listedOn: day, carrying: carrying)
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
    zip(toDos, try shortenedToDoIDs(toDos.map(\.id.text))).map(FoundToDo.init)
  }

  func toDos(_ condition: String, _ values: [any ColumnValue]) throws(JournalError) -> [ToDo] {
    try database.rows("SELECT \(ToDo.columns) FROM todo WHERE \(condition)", values) {
      ToDo($0)
    }
  }

  private func shortenedToDoIDs(_ ids: [String]) throws(JournalError) -> [String] {
    try shortened(ids, in: "todo")
  }

  /// The number of to-dos that are not deleted.
  public func toDoCount() throws(JournalError) -> Int {
    try database.value("SELECT count(*) FROM todo WHERE deleted_at IS NULL") ?? 0
  }

  // MARK: Search

  /// The to-dos that contain all words of `query`, the best matches first; equal matches are sorted
  /// by date, newest first.
  public func search(
    _ query: SearchQuery, _ filter: ToDoFilter
  ) throws(JournalError) -> [FoundToDo] {
    guard !query.isEmpty else { return [] }
    var search = TextSearch(index: .toDos, query: query, isDeleted: filter.isDeleted)
    if !filter.isWordsOnly {
      let condition = filter.condition(firstPlace: TextSearch.Filter.firstPlace)
      search.filter = try TextSearch.Filter(
        "todo", number: "todo.number", condition: condition, values: filter.values, in: database)
    }
    return try found(
      records(best(of: search, limit: filter.limit), ToDo.query, ToDo.init))
  }
}
