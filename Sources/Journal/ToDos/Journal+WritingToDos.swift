public import Diary
import Records
import SQLite

extension Journal {
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
  ///
  /// - Parameter day: the day from which it is on the list; `nil` for the one that it has.
  public func editToDo(
    _ id: Identifier, to details: ToDo.Details, on day: Day? = nil, basedOn version: Int,
    at moment: Moment
  ) throws(JournalError) -> ToDo {
    try change(.toDo(id), basedOn: version) { (record) throws(JournalError) in
      var state = record.state
      state.take(details)
      if let day { state.day = day }
      try change(record, to: state, at: moment, by: .writing)
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
    return try forEach(ids.map { .toDo($0) }) { (record, _) throws(JournalError) in
      try markDone(record, on: day, at: moment, now: moment)
    }.toDos.map(\.toDo)
  }

  /// Marks an open to-do as done.
  func markDone(
    _ record: Record, on day: Day, at moment: Moment, now: Moment
  ) throws(JournalError) {
    guard record.state.done == nil else { return }
    var state = record.state
    state.done = Completion(at: moment, on: day)
    try change(record, to: state, at: now)
    try addNextOccurrence(of: record, after: day, at: now)
  }

  /// Reopens to-dos. The next occurrence of a recurring to-do is deleted, unless it was changed.
  public func reopen(_ ids: [Identifier], at moment: Moment) throws(JournalError) -> [ToDo] {
    try forEach(ids.map { .toDo($0) }) { (record, _) throws(JournalError) in
      guard record.state.done != nil else { return }
      var state = record.state
      state.done = nil
      try change(record, to: state, at: moment)
      try deleteNextOccurrence(of: record, at: moment)
    }.toDos.map(\.toDo)
  }

  // MARK: Moving between days

  /// Gives to-dos another day from which they are on the list.
  public func move(
    _ ids: [Identifier], to day: Day, at moment: Moment
  ) throws(JournalError) -> [ToDo] {
    try forEach(ids.map { .toDo($0) }) { (record, _) throws(JournalError) in
      var state = record.state
      state.day = day
      try change(record, to: state, at: moment)
    }.toDos.map(\.toDo)
  }

  // MARK: The records of to-dos

  /// - Parameters:
  ///   - id: the ID; a random one by default.
  ///   - series: the series of an occurrence that is not the first one.
  func insert(
    _ new: NewToDo, id: Identifier = .random(), on day: Day, series: String? = nil,
    tagged source: TagSource? = nil, at moment: Moment
  ) throws(JournalError) -> ToDo {
    var state = RecordState(Text(), on: day)
    state.take(new.details)
    state.done = new.completion
    if state.series != nil {
      state.series?.id = series ?? id.text
      state.series?.occurrence = day
    }
    _ = try insert(
      .toDo, id: id.text, state, createdAt: new.createdAt ?? moment, tagged: source)
    return try toDo(id)
  }
}

extension NewToDo {
  var completion: Completion? { doneAt.map { Completion(at: $0, on: doneOn ?? $0.day) } }
}

extension Series {
  /// `nil` if this program cannot read the rule.
  var recurrence: Recurrence? { rule.flatMap { Recurrence($0, of: nil, due: nil) } }
}

extension RecordState {
  /// Takes what a person can edit of a to-do. Another rule begins a new series.
  mutating func take(_ details: ToDo.Details) {
    text = details.content
    deletedAt = nil
    due = details.due
    // What this program cannot read stays as it is, unless it is given another value.
    if details.priority != priority.flatMap({ ToDo.Priority($0) }) {
      priority = details.priority?.letter
    }
    if details.recurrence != series?.recurrence {
      series = details.recurrence.map {
        Series(
          rule: $0.text(of: nil, due: nil), id: Identifier.random().text, occurrence: $0.first)
      }
    }
  }
}

/// A to-do that a commit names as done.
public struct ToDoMention: Hashable, Sendable {
  /// The first 64 bits of the commit's id.
  public var commit: UInt64
  public var shortSHA: String
  /// The number, or a prefix of the id.
  public var typed: String
  /// The day of the commit.
  public var day: Day
  /// When the work began that the commit ends. A to-do that is younger is another one.
  public var begunAt: Moment
  public var committedAt: Moment

  public init(
    commit: UInt64, shortSHA: String, typed: String, day: Day, begunAt: Moment,
    committedAt: Moment
  ) {
    self.commit = commit
    self.shortSHA = shortSHA
    self.typed = typed
    self.day = day
    self.begunAt = begunAt
    self.committedAt = committedAt
  }
}

/// A to-do that was finished because a commit names it.
public struct MentionedToDo: Hashable, Sendable {
  public var found: FoundToDo
  public var mention: ToDoMention
}

extension Journal {
  /// The commits among these that were not searched for to-dos yet.
  public func unexamined(_ commits: Set<UInt64>) throws(JournalError) -> Set<UInt64> {
    var unknown = commits
    for commit in commits {
      let isKnown = try database.hasRow(
        "SELECT 1 FROM examined_commit WHERE name = ?1", [Int64(bitPattern: commit)])
      if isKnown { unknown.remove(commit) }
    }
    return unknown
  }

  /// Finishes the to-dos that commits name, once for each commit, so that a to-do that was reopened
  /// stays open. Mentions of to-dos that do not exist, or are done or deleted, are skipped.
  ///
  /// - Parameter commits: all commits that were searched, also those without a mention.
  public func finish(
    _ mentions: [ToDoMention], examined commits: Set<UInt64>, at moment: Moment
  ) throws(JournalError) -> [MentionedToDo] {
    try write { () throws(JournalError) in
      // Another program may have examined them in the meantime.
      let new = try unexamined(commits)
      for commit in new {
        try database.run(
          "INSERT INTO examined_commit (name) VALUES (?1)", [Int64(bitPattern: commit)])
      }
      var finished: [MentionedToDo] = []
      for mention in mentions where new.contains(mention.commit) {
        guard let found = try mentioned(mention), !found.toDo.isDone else { continue }
        let record = try record(.toDo(found.toDo.id))
        try markDone(record, on: mention.day, at: mention.committedAt, now: moment)
        finished.append(
          MentionedToDo(found: try self.found([toDo(found.toDo.id)])[0], mention: mention))
      }
      return finished
    }
  }

  /// The to-do that a commit names. A number means one that existed when the work began.
  private func mentioned(_ mention: ToDoMention) throws(JournalError) -> FoundToDo? {
    do {
      let found = try toDo(mention.typed, on: mention.day)
      return found.toDo.createdAt.instant <= mention.begunAt.instant ? found : nil
    } catch .missing, .deleted, .ambiguous {
      return nil
    } catch {
      throw error
    }
  }
}
