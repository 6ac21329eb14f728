public import Diary
import SQLite

extension Journal {
  // MARK: One to-do

  /// The to-do that was typed: its number on the list of `day`, or the beginning of its id.
  ///
  /// Digits are a number. Only where the day never gave it, and where there are as many digits as an
  /// id is shown with, are they looked up as the beginning of one: whoever mistypes a number must not
  /// hit another to-do.
  ///
  /// - Parameter deleted: whether one that was deleted will do.
  public func toDo(
    _ typed: String, on day: Day, deleted: Bool = false
  ) throws(JournalError) -> FoundToDo {
    let number = Int(digits: Array(typed.utf8))
    if let number, let found = try toDo(numbered: number, of: day) {
      return try checked(found, typed: typed, deleted: deleted)
    }
    let isNumber = number != nil && typed.utf8.count < Identifier.shortestLength
    guard !isNumber, let prefix = Identifier.prefix(typed) else {
      throw .noToDo(typed: typed, day: day)
    }
    let found = try candidates(prefix)
    guard let first = found.first else { throw .noToDo(typed: typed, day: day) }
    guard found.count == 1 else {
      throw .ambiguousToDo(
        typed: typed, candidates: try shortenedToDoIDs(found.prefix(8).map(\.id.text)))
    }
    return try checked(first, typed: typed, deleted: deleted)
  }

  private func checked(
    _ toDo: ToDo, typed: String, deleted: Bool
  ) throws(JournalError) -> FoundToDo {
    let shortID = try shortenedToDoIDs([toDo.id.text])[0]
    if toDo.deletedAt != nil && !deleted { throw .deletedToDo(typed: typed, id: shortID) }
    return FoundToDo(toDo: toDo, shortID: shortID)
  }

  private func toDo(numbered number: Int, of day: Day) throws(JournalError) -> ToDo? {
    try mapErrors { () throws(SQLiteError) in
      try connection.first(
        "SELECT \(ToDoColumn.list) FROM todo WHERE day = ?1 AND place = ?2",
        .integer(Int64(day.number)), .integer(Int64(number))
      ) { ToDoRow.toDo($0) }
    }
  }

  private func candidates(_ prefix: String) throws(JournalError) -> [ToDo] {
    try toDos(
      "todo.id >= ?1 AND todo.id < ?2 ORDER BY todo.id LIMIT 9",
      [.text(prefix), .text(prefix + "{")])
  }

  func toDo(_ id: Identifier) throws(JournalError) -> ToDo {
    let found = try mapErrors { () throws(SQLiteError) in
      try connection.first("SELECT \(ToDoColumn.list) FROM todo WHERE id = ?1", .text(id.text)) {
        ToDoRow.toDo($0)
      }
    }
    guard let found else { throw .noToDo(typed: id.text, day: nil) }
    return found
  }

  /// All texts that the to-do has had, the oldest first.
  public func history(ofToDo id: Identifier) throws(JournalError) -> [ToDoVersion] {
    try versions(of: record(ofToDo: id)).map {
      ToDoVersion(number: $0.number, text: $0.content.body, savedAt: $0.savedAt)
    }
  }

  // MARK: Lists

  public func toDos(_ filter: ToDoFilter) throws(JournalError) -> [FoundToDo] {
    try found(
      toDos(
        "\(filter.condition()) ORDER BY \(ToDoFilter.ordering) LIMIT \(filter.limit ?? -1)",
        filter.values))
  }

  /// Those that are open on lists of earlier days, the earliest first.
  public func openToDos(before day: Day) throws(JournalError) -> [FoundToDo] {
    try found(openBefore(day))
  }

  func openBefore(_ day: Day) throws(JournalError) -> [ToDo] {
    try toDos(
      """
      todo.done_at IS NULL AND todo.deleted_at IS NULL AND todo.day < ?1
      ORDER BY todo.day, todo.place
      """, [.integer(Int64(day.number))])
  }

  /// Those that were done on these days, on whatever list they stand, in the order in which they
  /// were done.
  public func toDosDone(from first: Day, to last: Day) throws(JournalError) -> [FoundToDo] {
    try found(
      toDos(
        """
        todo.done_day BETWEEN ?1 AND ?2 AND todo.deleted_at IS NULL
        ORDER BY todo.done_at, todo.day, todo.place
        """, [.integer(Int64(first.number)), .integer(Int64(last.number))]))
  }

  /// The same with the beginnings of their ids that no others have.
  public func found(_ toDos: [ToDo]) throws(JournalError) -> [FoundToDo] {
    zip(toDos, try shortenedToDoIDs(toDos.map(\.id.text))).map(FoundToDo.init)
  }

  private func toDos(_ condition: String, _ values: [Value]) throws(JournalError) -> [ToDo] {
    try mapErrors { () throws(SQLiteError) in
      try connection.rows("SELECT \(ToDoColumn.list) FROM todo WHERE \(condition)", values) {
        ToDoRow.toDo($0)
      }
    }
  }

  private func shortenedToDoIDs(_ ids: [String]) throws(JournalError) -> [String] {
    try shortened(ids, in: "todo")
  }

  /// How many to-dos there are that were not deleted.
  public func toDoCount() throws(JournalError) -> Int {
    try mapErrors { () throws(SQLiteError) in
      try connection.first("SELECT count(*) FROM todo WHERE deleted_at IS NULL") { $0.int(0) } ?? 0
    }
  }

  // MARK: Search

  /// The to-dos that have all the words of `query`, the best first; of equally good ones, the
  /// newest.
  public func search(
    _ query: SearchQuery, _ filter: ToDoFilter
  ) throws(JournalError) -> [FoundToDo] {
    guard !query.isEmpty else { return [] }
    var search = TextSearch(index: .toDos, query: query, isDeleted: filter.isDeleted)
    if filter.since != nil || filter.until != nil || filter.isDone != nil {
      let condition = filter.condition(firstPlace: TextSearch.Filter.firstPlace)
      search.filter = try mapErrors { () throws(SQLiteError) in
        try TextSearch.Filter(
          "todo", number: "todo.number", condition: condition, values: filter.values,
          on: connection)
      }
    }
    return try found(best(of: search, limit: filter.limit, read: candidates))
  }

  private func candidates(_ numbers: ArraySlice<Int64>) throws(JournalError) -> [SearchCandidate<
    ToDo
  >] {
    try mapErrors { () throws(SQLiteError) in
      var statement = try connection.prepare(
        "SELECT \(ToDoColumn.list) FROM todo WHERE todo.number = ?1")
      var candidates: [SearchCandidate<ToDo>] = []
      for number in numbers {
        try statement.bind([.integer(number)])
        guard try statement.step() else { continue }
        let toDo = ToDoRow.toDo(statement)
        candidates.append(
          SearchCandidate(
            item: toDo, number: number, time: Int64(toDo.day.number),
            parts: [(toDo.text, BM25.body)]))
      }
      return candidates
    }
  }
}
