public import Diary
import SQLite

// A day has one record for good. What is written on it after its entry was deleted is the next
// version of that entry: nothing stands in the way of bringing the older text back, and the day's
// weather is the day's still.

extension Journal {
  /// Gives the day this text, unless somebody else has written since `version` was read.
  ///
  /// - Parameters:
  ///   - version: `nil` where there was no entry, or one that was deleted.
  ///   - weather: the day's, where it is known by now; `nil` leaves what is there.
  public func write(
    _ text: EntryText, on day: Day, basedOn version: Int?, weather: String? = nil,
    at moment: Moment
  ) throws(JournalError) -> Entry {
    try write { () throws(JournalError) in
      let old = try record(of: day)
      guard old.present?.version == version else { throw .entryChangedMeanwhile(day) }
      return try put(text, on: day, over: old, weather: weather, at: moment)
    }
  }

  /// Gives the day this text, whatever it had before: that stays in the history.
  public func replaceEntry(
    of day: Day, by text: EntryText, weather: String? = nil, at moment: Moment
  ) throws(JournalError) -> Entry {
    try write { () throws(JournalError) in
      try put(text, on: day, over: record(of: day), weather: weather, at: moment)
    }
  }

  /// Adds a paragraph to what the day has; where it has nothing, the paragraph is the entry.
  public func append(
    _ paragraph: String, toEntryOf day: Day, weather: String? = nil, at moment: Moment
  ) throws(JournalError) -> Entry {
    try write { () throws(JournalError) in
      let old = try record(of: day)
      let text = EntryText(old.present?.content ?? RecordContent())
      return try put(text.adding(paragraph), on: day, over: old, weather: weather, at: moment)
    }
  }

  /// Marks the entry as deleted; every word of it stays, for `restoreEntry`.
  ///
  /// - Parameter version: the one that is to be deleted, where it must not be another by now.
  public func deleteEntry(
    of day: Day, basedOn version: Int? = nil, at moment: Moment
  ) throws(JournalError) -> Entry {
    try write { () throws(JournalError) in
      guard let old = try record(of: day) else { throw .noEntry(day) }
      if let version, old.isDeleted || old.version != version { throw .entryChangedMeanwhile(day) }
      try mark(old, deletedAt: old.deletedAt ?? moment)
      return try entry(of: day, deleted: true)
    }
  }

  /// Takes the mark away, and with `version` brings that text back, as a version of its own.
  public func restoreEntry(
    of day: Day, version: Int? = nil, at moment: Moment
  ) throws(JournalError) -> Entry {
    try write { () throws(JournalError) in
      guard let old = try record(of: day) else { throw .noEntry(day) }
      var wanted: RecordVersion?
      if let version {
        wanted = try versions(of: old).first { $0.number == version }
        if wanted == nil { throw .noEntryVersion(day, version: version) }
      }
      try restore(old, to: wanted?.content, at: moment)
      return try entry(of: day)
    }
  }

  /// Keeps the day's weather beside its entry. That makes no version: no person wrote it.
  ///
  /// - Returns: whether there is an entry that it could be kept with, deleted or not.
  @discardableResult
  public func setWeather(_ weather: String?, of day: Day) throws(JournalError) -> Bool {
    try write { () throws(JournalError) in
      guard let record = try record(of: day) else { return false }
      try setWeather(weather, of: record.number)
      return true
    }
  }

  // MARK: The record of a day

  private func record(of day: Day) throws(JournalError) -> Record? {
    try record(.entry, id: EntryRow.id(day))
  }

  private func put(
    _ text: EntryText, on day: Day, over old: Record?, weather: String?, at moment: Moment
  ) throws(JournalError) -> Entry {
    _ = try day.checked()
    let number: Int64
    if let old {
      number = old.number
      try change(old, to: text.content, at: moment)
    } else {
      number = try insert(
        .entry, id: EntryRow.id(day), text.content, of: day, createdAt: moment)
    }
    if let weather { try setWeather(weather, of: number) }
    return try entry(of: day)
  }

  private func setWeather(_ weather: String?, of number: Int64) throws(JournalError) {
    try mapErrors { () throws(SQLiteError) in
      try connection.run(
        "UPDATE record SET weather = ?2 WHERE number = ?1", .integer(number), Value(weather))
    }
  }
}

extension Record? {
  /// The record, unless it was deleted.
  fileprivate var present: Record? { self?.isDeleted == false ? self : nil }
}
