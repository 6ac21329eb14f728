public import Diary
import SQLite

extension Journal {
  /// Puts lines on the list of a day, in their order.
  public func add(
    _ texts: [String], on day: Day, at moment: Moment
  ) throws(JournalError) -> [ToDo] {
    try write { () throws(JournalError) in
      var added: [ToDo] = []
      for text in texts {
        added.append(
          try insert(
            NewToDo(text: text, createdAt: moment), on: day, doneOn: nil, origin: nil, at: moment))
      }
      return added
    }
  }

  /// Gives the to-do a new text, unless somebody else has since `version` was read.
  public func editToDo(
    _ id: Identifier, to text: String, basedOn version: Int, at moment: Moment
  ) throws(JournalError) -> ToDo {
    try write { () throws(JournalError) in
      let record = try record(ofToDo: id)
      guard record.version == version, !record.isDeleted else {
        throw .toDoChangedMeanwhile(id: id.text)
      }
      try change(record, to: RecordContent(body: text), at: moment)
      return try toDo(id)
    }
  }

  /// Marks to-dos as done. Of one that is done already, the first time counts.
  ///
  /// - Parameter day: the writer's, where it does not end at midnight.
  public func finish(
    _ ids: [Identifier], on day: Day? = nil, at moment: Moment
  ) throws(JournalError) -> [ToDo] {
    try forEach(ids) { (record) throws(JournalError) in
      try mapErrors { () throws(SQLiteError) in
        try connection.run(
          """
          UPDATE record SET done_at = ?2, done_offset = ?3, done_day = ?4
          WHERE number = ?1 AND done_at IS NULL
          """,
          .integer(record.number), .integer(moment.instant.secondsSince1970),
          .integer(Int64(moment.offset)), .integer(Int64((day ?? moment.day).number)))
      }
    }
  }

  /// Opens to-dos again.
  public func reopen(_ ids: [Identifier]) throws(JournalError) -> [ToDo] {
    try forEach(ids) { (record) throws(JournalError) in
      try mapErrors { () throws(SQLiteError) in
        try connection.run(
          """
          UPDATE record SET done_at = NULL, done_offset = NULL, done_day = NULL WHERE number = ?1
          """, .integer(record.number))
      }
    }
  }

  /// Marks to-dos as deleted; their numbers stay theirs.
  public func deleteToDos(_ ids: [Identifier], at moment: Moment) throws(JournalError) -> [ToDo] {
    try forEach(ids) { (record) throws(JournalError) in
      try mark(record, deletedAt: record.deletedAt ?? moment)
    }
  }

  /// Takes the mark away.
  public func restoreToDos(_ ids: [Identifier]) throws(JournalError) -> [ToDo] {
    try forEach(ids) { (record) throws(JournalError) in try mark(record, deletedAt: nil) }
  }

  /// Brings an older text back, as a version of its own, and the to-do with it.
  public func restoreToDo(
    _ id: Identifier, version: Int, at moment: Moment
  ) throws(JournalError) -> ToDo {
    try write { () throws(JournalError) in
      let record = try record(ofToDo: id)
      let wanted = try versions(of: record).first { $0.number == version }
      guard let wanted else { throw .noToDoVersion(id: id.text, version: version) }
      try restore(record, to: wanted.content, at: moment)
      return try toDo(id)
    }
  }

  // MARK: From day to day

  /// Moves to-dos to the end of another day's list, where they get numbers of their own. Their old
  /// numbers stay used.
  public func move(_ ids: [Identifier], to day: Day) throws(JournalError) -> [ToDo] {
    _ = try day.checked()
    return try forEach(ids) { (record) throws(JournalError) in
      try move(record.number, to: day)
    }
  }

  /// Moves what is open on lists of earlier days to this one, in its order; a second time there is
  /// nothing to move.
  public func carryToDos(to day: Day) throws(JournalError) -> [ToDo] {
    _ = try day.checked()
    return try write { () throws(JournalError) in
      var carried: [ToDo] = []
      for old in try openBefore(day) {
        try move(record(ofToDo: old.id).number, to: day)
        carried.append(try toDo(old.id))
      }
      return carried
    }
  }

  private func move(_ number: Int64, to day: Day) throws(JournalError) {
    try mapErrors { () throws(SQLiteError) in
      let isThere = try connection.first(
        "SELECT day = ?2 FROM record WHERE number = ?1", .integer(number),
        .integer(Int64(day.number))
      ) { $0.int(0) }
      guard isThere != 1 else { return }
      try connection.run(
        "UPDATE record SET day = ?2, place = ?3 WHERE number = ?1", .integer(number),
        .integer(Int64(day.number)), .integer(try nextNumber(on: day)))
    }
  }

  /// A number of the day that no to-do has had. That the lock is held from the start of the
  /// transaction keeps two writers from taking the same.
  func nextNumber(on day: Day) throws(SQLiteError) -> Int64 {
    try connection.first(
      """
      INSERT INTO todo_day (day, last) VALUES (?1, 1)
      ON CONFLICT (day) DO UPDATE SET last = last + 1 RETURNING last
      """, .integer(Int64(day.number))
    ) { $0.integer(0) } ?? 1
  }

  // MARK: The records of to-dos

  func record(ofToDo id: Identifier) throws(JournalError) -> Record {
    guard let record = try record(.toDo, id: id.text) else {
      throw .noToDo(typed: id.text, day: nil)
    }
    return record
  }

  /// Changes all of them, or none.
  private func forEach(
    _ ids: [Identifier], _ change: (Record) throws(JournalError) -> Void
  ) throws(JournalError) -> [ToDo] {
    try write { () throws(JournalError) in
      var changed: [ToDo] = []
      for id in ids {
        try change(record(ofToDo: id))
        changed.append(try toDo(id))
      }
      return changed
    }
  }

  func insert(
    _ new: NewToDo, on day: Day, doneOn: Day?, origin: String?, at moment: Moment
  ) throws(JournalError) -> ToDo {
    _ = try day.checked()
    let id = Identifier.random()
    let place = try mapErrors { () throws(SQLiteError) in try nextNumber(on: day) }
    _ = try insert(
      .toDo, id: id.text, RecordContent(body: new.text), of: day,
      createdAt: new.createdAt ?? moment,
      columns: [
        "place": .integer(place), "done_at": Value(new.doneAt?.instant.secondsSince1970),
        "done_offset": Value(new.doneAt?.offset), "done_day": Value(doneOn?.number),
        "origin": Value(origin),
      ])
    return try toDo(id)
  }
}
