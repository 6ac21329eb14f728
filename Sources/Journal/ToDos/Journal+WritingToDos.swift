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
      let (serial, old) = try numbered(id)
      guard old.version == version, old.deletedAt == nil else {
        throw .toDoChangedMeanwhile(id: id.text)
      }
      try replace(serial, old, by: text, at: moment)
      return try numbered(id).toDo
    }
  }

  /// Marks to-dos as done. Of one that is done already, the first time counts.
  ///
  /// - Parameter day: the writer's, where it does not end at midnight.
  public func finish(
    _ ids: [Identifier], on day: Day? = nil, at moment: Moment
  ) throws(JournalError) -> [ToDo] {
    try change(ids) { (serial, toDo) throws(SQLiteError) in
      guard toDo.doneAt == nil else { return }
      try connection.run(
        "UPDATE todo SET done_at = ?2, done_offset = ?3, done_day = ?4 WHERE serial = ?1",
        .integer(serial), .integer(moment.instant.secondsSince1970),
        .integer(Int64(moment.offset)), .integer(Int64((day ?? moment.day).number)))
    }
  }

  /// Opens to-dos again.
  public func reopen(_ ids: [Identifier]) throws(JournalError) -> [ToDo] {
    try change(ids) { (serial, _) throws(SQLiteError) in
      try connection.run(
        "UPDATE todo SET done_at = NULL, done_offset = NULL, done_day = NULL WHERE serial = ?1",
        .integer(serial))
    }
  }

  /// Marks to-dos as deleted; their numbers stay theirs.
  public func deleteToDos(_ ids: [Identifier], at moment: Moment) throws(JournalError) -> [ToDo] {
    try change(ids) { (serial, toDo) throws(SQLiteError) in
      if toDo.deletedAt == nil { try mark(serial, toDo, deletedAt: moment) }
    }
  }

  /// Takes the mark away.
  public func restoreToDos(_ ids: [Identifier]) throws(JournalError) -> [ToDo] {
    try change(ids) { (serial, toDo) throws(SQLiteError) in
      if toDo.deletedAt != nil { try mark(serial, toDo, deletedAt: nil) }
    }
  }

  /// Brings an older text back, as a version of its own, and the to-do with it.
  public func restoreToDo(
    _ id: Identifier, version: Int, at moment: Moment
  ) throws(JournalError) -> ToDo {
    try write { () throws(JournalError) in
      let (serial, old) = try numbered(id)
      let wanted = try versions(of: old, serial).first { $0.number == version }
      guard let wanted else { throw .noToDoVersion(id: id.text, version: version) }
      if old.deletedAt != nil {
        try ask { () throws(SQLiteError) in try mark(serial, old, deletedAt: nil) }
      }
      try replace(serial, numbered(id).toDo, by: wanted.text, at: moment)
      return try numbered(id).toDo
    }
  }

  // MARK: From day to day

  /// Moves to-dos to the end of another day's list, where they get numbers of their own. Their old
  /// numbers stay used.
  public func move(_ ids: [Identifier], to day: Day) throws(JournalError) -> [ToDo] {
    _ = try day.checked()
    return try change(ids) { (serial, toDo) throws(SQLiteError) in
      try move(serial, toDo, to: day)
    }
  }

  /// Moves what is open on lists of earlier days to this one, in its order; a second time there is
  /// nothing to move.
  public func carryToDos(to day: Day) throws(JournalError) -> [ToDo] {
    _ = try day.checked()
    return try write { () throws(JournalError) in
      var carried: [ToDo] = []
      for toDo in try openBefore(day) {
        let serial = try numbered(toDo.id).serial
        try ask { () throws(SQLiteError) in try move(serial, toDo, to: day) }
        carried.append(try numbered(toDo.id).toDo)
      }
      return carried
    }
  }

  private func move(_ serial: Int64, _ toDo: ToDo, to day: Day) throws(SQLiteError) {
    guard toDo.day != day else { return }
    try connection.run(
      "UPDATE todo SET day = ?2, number = ?3 WHERE serial = ?1", .integer(serial),
      .integer(Int64(day.number)), .integer(try nextNumber(on: day)))
  }

  /// A number of the day that nobody has had. That the lock is held from the start of the transaction
  /// keeps two writers from taking the same.
  func nextNumber(on day: Day) throws(SQLiteError) -> Int64 {
    try connection.first(
      """
      INSERT INTO todo_day (day, last) VALUES (?1, 1)
      ON CONFLICT (day) DO UPDATE SET last = last + 1 RETURNING last
      """, .integer(Int64(day.number))
    ) { $0.integer(0) } ?? 1
  }

  // MARK: The rows of a to-do

  /// Changes all of them, or none.
  private func change(
    _ ids: [Identifier], _ change: (Int64, ToDo) throws(SQLiteError) -> Void
  ) throws(JournalError) -> [ToDo] {
    try write { () throws(JournalError) in
      var changed: [ToDo] = []
      for id in ids {
        let (serial, toDo) = try numbered(id)
        try ask { () throws(SQLiteError) in try change(serial, toDo) }
        changed.append(try numbered(id).toDo)
      }
      return changed
    }
  }

  func insert(
    _ new: NewToDo, on day: Day, doneOn: Day?, origin: String?, at moment: Moment
  ) throws(JournalError) -> ToDo {
    _ = try day.checked()
    let id = Identifier.random()
    let created = new.createdAt ?? moment
    try ask { () throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO todo (id, day, number, version, text, done_at, done_offset, done_day,
          created_at, created_offset, updated_at, updated_offset, origin)
        VALUES (?1, ?2, ?3, 1, ?4, ?5, ?6, ?7, ?8, ?9, ?8, ?9, ?10)
        """,
        .text(id.text), .integer(Int64(day.number)), .integer(try nextNumber(on: day)),
        .text(new.text), Value(new.doneAt?.instant.secondsSince1970), Value(new.doneAt?.offset),
        Value(doneOn?.number), .integer(created.instant.secondsSince1970),
        .integer(Int64(created.offset)), Value(origin))
      try index(connection.lastInsertedRow, new.text, isDeleted: false)
    }
    return try numbered(id).toDo
  }

  /// A text that is the same makes no version.
  private func replace(
    _ serial: Int64, _ old: ToDo, by text: String, at moment: Moment
  ) throws(JournalError) {
    if old.text.utf8.elementsEqual(text.utf8) { return }
    try ask { () throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO todo_version (todo, version, text, saved_at, saved_offset)
        VALUES (?1, ?2, ?3, ?4, ?5)
        """,
        .integer(serial), .integer(Int64(old.version)), .text(old.text),
        .integer(old.updatedAt.instant.secondsSince1970), .integer(Int64(old.updatedAt.offset)))
      try connection.run(
        """
        UPDATE todo SET version = ?2, text = ?3, updated_at = ?4, updated_offset = ?5
        WHERE serial = ?1
        """,
        .integer(serial), .integer(Int64(old.version + 1)), .text(text),
        .integer(moment.instant.secondsSince1970), .integer(Int64(moment.offset)))
      try unindex(serial, old)
      try index(serial, text, isDeleted: false)
    }
  }

  private func mark(
    _ serial: Int64, _ toDo: ToDo, deletedAt moment: Moment?
  ) throws(SQLiteError) {
    try connection.run(
      "UPDATE todo SET deleted_at = ?2, deleted_offset = ?3 WHERE serial = ?1", .integer(serial),
      Value(moment?.instant.secondsSince1970), Value(moment?.offset))
    try unindex(serial, toDo)
    try index(serial, toDo.text, isDeleted: moment != nil)
  }

  // MARK: The index

  func index(_ serial: Int64, _ text: String, isDeleted: Bool) throws(SQLiteError) {
    try WordIndex.toDos.add(
      IndexedWords(body: text), of: serial, isDeleted: isDeleted, on: connection)
  }

  func unindex(_ serial: Int64, _ toDo: ToDo) throws(SQLiteError) {
    try WordIndex.toDos.remove(
      IndexedWords(body: toDo.text), of: serial, isDeleted: toDo.deletedAt != nil, on: connection)
  }
}
