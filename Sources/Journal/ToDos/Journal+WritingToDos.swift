public import Diary
import SQLite

extension Journal {
  /// Adds to-dos to the list of a day, in this order.
  public func add(
    _ texts: [String], on day: Day, at moment: Moment
  ) throws(JournalError) -> [ToDo] {
    try add(texts.map { ToDo.Details(text: $0) }, on: day, at: moment)
  }

  /// Adds to-dos to the list of a day, in this order.
  public func add(
    _ toDos: [ToDo.Details], on day: Day, at moment: Moment
  ) throws(JournalError) -> [ToDo] {
    try write { () throws(JournalError) in
      var added: [ToDo] = []
      for details in toDos {
        added.append(try insert(NewToDo(details, createdAt: moment), on: day, at: moment))
      }
      return added
    }
  }

  /// Changes the to-do, unless its text or its tags were changed since `version` was read. A new
  /// recurrence begins a new series.
  public func editToDo(
    _ id: Identifier, to details: ToDo.Details, basedOn version: Int, at moment: Moment
  ) throws(JournalError) -> ToDo {
    for day in [details.due, details.wait] { _ = try day?.checked() }
    return try write { () throws(JournalError) in
      let record = try record(ofToDo: id)
      guard record.version == version, !record.isDeleted else {
        throw .changedMeanwhile(.toDo(id.text))
      }
      let old = try toDo(id)
      var columns: [String: any ColumnValue] = [:]
      if old.due != details.due { columns["due"] = details.due.columnValue }
      if old.wait != details.wait { columns["wait"] = details.wait.columnValue }
      if old.priority != details.priority {
        columns["priority"] = (details.priority?.letter).columnValue
      }
      if old.recurrence != details.recurrence {
        columns.merge(recurrenceColumns(details.recurrence)) { $1 }
      }
      try change(
        record, to: RecordContent(body: details.text, tags: details.tags), with: columns,
        at: moment)
      return try toDo(id)
    }
  }

  func recurrenceColumns(_ recurrence: Recurrence?) -> [String: any ColumnValue] {
    [
      "every": (recurrence?.text(of: nil, due: nil)).columnValue,
      "series": recurrence.map { _ in Identifier.random().text }.columnValue,
      "occurrence": (recurrence?.first).columnValue,
    ]
  }

  /// Marks to-dos as done. To-dos that are already done keep their first completion time. The next
  /// occurrence of a recurring to-do is added.
  ///
  /// - Parameter day: the user's day, which may end after midnight.
  public func finish(
    _ ids: [Identifier], on day: Day? = nil, at moment: Moment
  ) throws(JournalError) -> [ToDo] {
    let day = day ?? moment.day
    return try forEach(ids) { (record) throws(JournalError) in
      try markDone(record, on: day, at: moment, now: moment)
    }
  }

  /// Marks an open to-do as done.
  func markDone(
    _ record: Record, on day: Day, at moment: Moment, now: Moment
  ) throws(JournalError) {
    guard try !toDo(Identifier(stored: record.id)).isDone else { return }
    try update(record, doneColumns(moment, on: day), at: now)
    try addNextOccurrence(of: record, after: day, at: now)
  }

  /// Reopens to-dos. The next occurrence of a recurring to-do is deleted, unless it was changed.
  public func reopen(_ ids: [Identifier], at moment: Moment) throws(JournalError) -> [ToDo] {
    try forEach(ids) { (record) throws(JournalError) in
      guard try toDo(Identifier(stored: record.id)).isDone else { return }
      try update(record, doneColumns(nil, on: nil), at: moment)
      try deleteNextOccurrence(of: record, at: moment)
    }
  }

  func doneColumns(_ moment: Moment?, on day: Day?) -> [String: any ColumnValue] {
    ["done_at": moment?.instant, "done_offset": moment?.offset, "done_day": day]
  }

  /// Marks to-dos as deleted.
  public func deleteToDos(_ ids: [Identifier], at moment: Moment) throws(JournalError) -> [ToDo] {
    try forEach(ids) { (record) throws(JournalError) in
      try mark(record, deleted: true, at: moment)
    }
  }

  /// Restores deleted to-dos.
  public func restoreToDos(_ ids: [Identifier], at moment: Moment) throws(JournalError) -> [ToDo] {
    try forEach(ids) { (record) throws(JournalError) in
      try mark(record, deleted: false, at: moment)
    }
  }

  /// Restores an older text as a new version, and the to-do if it was deleted.
  public func restoreToDo(
    _ id: Identifier, version: Int, at moment: Moment
  ) throws(JournalError) -> ToDo {
    try write { () throws(JournalError) in
      let record = try record(ofToDo: id)
      let wanted = try versions(of: record).first { $0.number == version }
      guard let wanted else { throw .noVersion(.toDo(id.text), version: version) }
      try restore(record, to: wanted.content, at: moment)
      return try toDo(id)
    }
  }

  // MARK: Moving between days

  /// Moves to-dos to another day's list.
  public func move(
    _ ids: [Identifier], to day: Day, at moment: Moment
  ) throws(JournalError) -> [ToDo] {
    _ = try day.checked()
    return try forEach(ids) { (record) throws(JournalError) in
      if record.day != day { try update(record, ["day": day], at: moment) }
    }
  }

  /// Moves the open to-dos of earlier days to this day's list, in their order.
  public func carryToDos(to day: Day, at moment: Moment) throws(JournalError) -> [ToDo] {
    _ = try day.checked()
    return try write { () throws(JournalError) in
      var carried: [ToDo] = []
      for old in try openBefore(day) {
        try update(record(ofToDo: old.id), ["day": day], at: moment)
        carried.append(try toDo(old.id))
      }
      return carried
    }
  }

  // MARK: The records of to-dos

  func record(ofToDo id: Identifier) throws(JournalError) -> Record {
    guard let record = try record(.toDo, id: id.text) else {
      throw .missing(.toDo(id.text))
    }
    return record
  }

  /// Changes all to-dos in one transaction.
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

  /// - Parameters:
  ///   - id: the ID; a random one by default.
  ///   - series: the series of an occurrence that is not the first one.
  func insert(
    _ new: NewToDo, id: Identifier = .random(), on day: Day, series: String? = nil,
    tagged source: TagSource? = nil, at moment: Moment
  ) throws(JournalError) -> ToDo {
    let details = new.details
    for day in [day, details.due, details.wait] { _ = try day?.checked() }
    _ = try insert(
      .toDo, id: id.text, RecordContent(body: details.text, tags: details.tags), of: day,
      createdAt: new.createdAt ?? moment, tagged: source,
      columns: [
        "place": 0, "done_at": new.doneAt?.instant, "done_offset": new.doneAt?.offset,
        "done_day": new.doneOn ?? new.doneAt?.day, "due": details.due, "wait": details.wait,
        "priority": details.priority?.letter,
        "every": details.recurrence?.text(of: nil, due: nil),
        "series": details.recurrence.map { _ in series ?? id.text },
        "occurrence": details.recurrence.map { _ in day },
      ])
    return try toDo(id)
  }
}
