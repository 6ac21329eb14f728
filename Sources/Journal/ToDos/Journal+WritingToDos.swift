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
  ///
  /// - Parameter carrying: whether the list has to-dos of earlier days, whose numbers are not given
  ///   a second time.
  public func add(
    _ toDos: [ToDo.Details], on day: Day, carrying: Bool = false, at moment: Moment
  ) throws(JournalError) -> [ToDo] {
    try write { () throws(JournalError) in
      let others = try numbersOfOthers(on: day, carrying: carrying).all
      var added: [ToDo] = []
      for details in toDos {
        let new = NewToDo(details, createdAt: moment)
        added.append(try insert(new, on: day, avoiding: others, at: moment))
      }
      return added
    }
  }

  /// Changes the to-do, unless its text or its tags were changed since `version` was read. A new
  /// recurrence begins a new series.
  public func editToDo(
    _ id: Identifier, to details: ToDo.Details, basedOn version: Int, at moment: Moment
  ) throws(JournalError) -> ToDo {
    _ = try details.due?.checked()
    return try write { () throws(JournalError) in
      let record = try record(ofToDo: id)
      guard record.version == version, !record.isDeleted else {
        throw .changedMeanwhile(.toDo(id.text))
      }
      let old = try toDo(id)
      var columns: [String: any ColumnValue] = [:]
      if old.due != details.due { columns["due"] = details.due.columnValue }
      if old.priority != details.priority {
        columns["priority"] = (details.priority?.letter).columnValue
      }
      if old.recurrence != details.recurrence {
        columns["every"] = (details.recurrence?.text(of: nil, due: nil)).columnValue
        columns["series"] = details.recurrence.map { _ in Identifier.random().text }.columnValue
        columns["occurrence"] = (details.recurrence?.first).columnValue
      }
      try change(
        record, to: RecordContent(body: details.text, tags: details.tags), with: columns,
        at: moment)
      return try toDo(id)
    }
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

  private func doneColumns(_ moment: Moment?, on day: Day?) -> [String: any ColumnValue] {
    ["done_at": moment?.instant, "done_offset": moment?.offset, "done_day": day]
  }

  /// Marks to-dos as deleted. Their numbers are not used again.
  ///
  /// - Parameter today: the day whose list has to-dos of earlier days.
  public func deleteToDos(
    _ ids: [Identifier], today: Day? = nil, at moment: Moment
  ) throws(JournalError) -> [ToDo] {
    try forEach(ids) { (record) throws(JournalError) in
      try retireNumber(of: record, on: today)
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

  /// Moves to-dos to the end of another day's list, where they get new numbers. Their old numbers
  /// are not used again. A to-do that is already on today's list keeps its number there.
  ///
  /// - Parameter today: the day whose list has to-dos of earlier days.
  public func move(
    _ ids: [Identifier], to day: Day, today: Day? = nil, at moment: Moment
  ) throws(JournalError) -> [ToDo] {
    _ = try day.checked()
    var others: CarriedNumbers?
    return try forEach(ids) { (record) throws(JournalError) in
      if day != today { try retireNumber(of: record, on: today) }
      if others == nil { others = try numbersOfOthers(on: day, carrying: day == today) }
      try move(record, to: day, among: others ?? CarriedNumbers(), at: moment)
    }
  }

  /// Moves the open to-dos of earlier days to this day's list, in their order.
  ///
  /// - Parameter carrying: whether they are on the list already. Their numbers are kept.
  public func carryToDos(
    to day: Day, carrying: Bool = false, at moment: Moment
  ) throws(JournalError) -> [ToDo] {
    _ = try day.checked()
    return try write { () throws(JournalError) in
      let others = try numbersOfOthers(on: day, carrying: carrying)
      var carried: [ToDo] = []
      for old in try openBefore(day) {
        try move(record(ofToDo: old.id), to: day, among: others, at: moment)
        carried.append(try toDo(old.id))
      }
      return carried
    }
  }

  func numbersOfOthers(
    on day: Day, carrying: Bool
  ) throws(JournalError) -> CarriedNumbers {
    carrying ? try carriedNumbers(on: day) : CarriedNumbers()
  }

  private func move(
    _ record: Record, to day: Day, among others: CarriedNumbers, at moment: Moment
  ) throws(JournalError) {
    let old = try toDo(Identifier(stored: record.id))
    guard old.day != day else { return }
    let isKept = old.deletedAt == nil && old.day < day && others.unique.contains(old.number)
    let place = isKept ? old.number : try nextNumber(on: day, avoiding: others.unique)
    try useNumbers(upTo: place, on: day)
    try update(record, ["day": day, "place": place], at: moment)
  }

  private func retireNumber(of record: Record, on today: Day?) throws(JournalError) {
    guard let today else { return }
    let toDo = try toDo(Identifier(stored: record.id))
    try retireNumber(of: toDo, on: today)
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
  ///   - others: numbers that to-dos of earlier days have on this list.
  func insert(
    _ new: NewToDo, id: Identifier = .random(), on day: Day, doneOn: Day? = nil,
    origin: String? = nil, series: String? = nil, avoiding others: Set<Int> = [], at moment: Moment
  ) throws(JournalError) -> ToDo {
    _ = try day.checked()
    let details = new.details
    _ = try details.due?.checked()
    let place = try nextNumber(on: day, avoiding: others)
    _ = try insert(
      .toDo, id: id.text, RecordContent(body: details.text, tags: details.tags), of: day,
      createdAt: new.createdAt ?? moment, tagged: origin == nil ? .typed : .imported,
      columns: [
        "place": place, "done_at": new.doneAt?.instant, "done_offset": new.doneAt?.offset,
        "done_day": doneOn, "origin": origin, "due": details.due,
        "priority": details.priority?.letter,
        "every": details.recurrence?.text(of: nil, due: nil),
        "series": details.recurrence.map { _ in series ?? id.text },
        "occurrence": details.recurrence.map { _ in day }, "foreign_fields": new.foreign,
      ])
    return try toDo(id)
  }
}
