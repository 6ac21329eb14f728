public import Diary
import SQLite

// A day has one row for good. What is written on it after its entry was deleted is the next version
// of that entry: nothing stands in the way of bringing the older text back, and the day's weather is
// the day's still.

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
      let old = try row(of: day)
      guard old.standing?.version == version else { throw .entryChangedMeanwhile(day) }
      return try put(text, on: day, over: old, weather: weather, at: moment)
    }
  }

  /// Gives the day this text, whatever it had before: that stays in the history.
  public func replaceEntry(
    of day: Day, by text: EntryText, weather: String? = nil, at moment: Moment
  ) throws(JournalError) -> Entry {
    try write { () throws(JournalError) in
      try put(text, on: day, over: row(of: day), weather: weather, at: moment)
    }
  }

  /// Adds a paragraph to what the day has; where it has nothing, the paragraph is the entry.
  public func append(
    _ paragraph: String, toEntryOf day: Day, weather: String? = nil, at moment: Moment
  ) throws(JournalError) -> Entry {
    try write { () throws(JournalError) in
      let old = try row(of: day)
      let text = old.standing?.text ?? EntryText(title: "", body: "")
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
      guard let old = try row(of: day) else { throw .noEntry(day) }
      if let version, old.standing?.version != version { throw .entryChangedMeanwhile(day) }
      if old.deletedAt == nil { try mark(old, deletedAt: moment) }
      return try entry(of: day, deleted: true)
    }
  }

  /// Takes the mark away, and with `version` brings that text back, as a version of its own.
  public func restoreEntry(
    of day: Day, version: Int? = nil, at moment: Moment
  ) throws(JournalError) -> Entry {
    try write { () throws(JournalError) in
      guard let old = try row(of: day) else { throw .noEntry(day) }
      let wanted = try version.map { (version) throws(JournalError) in
        let found = try versions(of: old).first { $0.number == version }
        guard let found else { throw .noEntryVersion(day, version: version) }
        return found
      }
      if old.deletedAt != nil { try mark(old, deletedAt: nil) }
      var restored = old
      restored.deletedAt = nil
      if let wanted {
        _ = try put(wanted.text, on: day, over: restored, weather: nil, at: moment)
      }
      return try entry(of: day)
    }
  }

  /// Keeps the day's weather beside its entry. That makes no version: nobody wrote it.
  ///
  /// - Returns: whether there is an entry that it could be kept with, deleted or not.
  @discardableResult
  public func setWeather(_ weather: String?, of day: Day) throws(JournalError) -> Bool {
    try write { () throws(JournalError) in
      guard try row(of: day) != nil else { return false }
      try ask { () throws(SQLiteError) in
        try connection.run(
          "UPDATE entry SET weather = ?2 WHERE day = ?1", EntryRow.key(day), Value(weather))
      }
      return true
    }
  }

  // MARK: The rows of an entry

  private func put(
    _ text: EntryText, on day: Day, over old: Entry?, weather: String?, at moment: Moment
  ) throws(JournalError) -> Entry {
    _ = try day.checked()
    try ask { () throws(SQLiteError) in
      if let old {
        try replace(old, by: text, at: moment)
      } else {
        try insert(text, on: day, at: moment)
      }
      if let weather {
        try connection.run(
          "UPDATE entry SET weather = ?2 WHERE day = ?1", EntryRow.key(day), .text(weather))
      }
    }
    return try entry(of: day)
  }

  private func insert(_ text: EntryText, on day: Day, at moment: Moment) throws(SQLiteError) {
    try connection.run(
      """
      INSERT INTO entry (day, version, title, body, created_at, created_offset, updated_at,
        updated_offset)
      VALUES (?1, 1, ?2, ?3, ?4, ?5, ?4, ?5)
      """,
      EntryRow.key(day), .text(text.title), .text(text.body),
      .integer(moment.instant.secondsSince1970), .integer(Int64(moment.offset)))
    try index(text, of: day, isDeleted: false)
  }

  /// A text that is the same makes no version, unless it is written again after it was deleted.
  private func replace(_ old: Entry, by text: EntryText, at moment: Moment) throws(SQLiteError) {
    if old.deletedAt == nil && old.text.isIdentical(to: text) { return }
    try connection.run(
      """
      INSERT INTO entry_version (day, version, title, body, saved_at, saved_offset)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """,
      EntryRow.key(old.day), .integer(Int64(old.version)), .text(old.text.title),
      .text(old.text.body), .integer(old.updatedAt.instant.secondsSince1970),
      .integer(Int64(old.updatedAt.offset)))
    try connection.run(
      """
      UPDATE entry SET version = ?2, title = ?3, body = ?4, updated_at = ?5, updated_offset = ?6,
        deleted_at = NULL, deleted_offset = NULL
      WHERE day = ?1
      """,
      EntryRow.key(old.day), .integer(Int64(old.version + 1)), .text(text.title),
      .text(text.body), .integer(moment.instant.secondsSince1970), .integer(Int64(moment.offset)))
    try unindex(old)
    try index(text, of: old.day, isDeleted: false)
  }

  private func mark(_ entry: Entry, deletedAt moment: Moment?) throws(JournalError) {
    try ask { () throws(SQLiteError) in
      try connection.run(
        "UPDATE entry SET deleted_at = ?2, deleted_offset = ?3 WHERE day = ?1",
        EntryRow.key(entry.day), Value(moment?.instant.secondsSince1970), Value(moment?.offset))
      try unindex(entry)
      try index(entry.text, of: entry.day, isDeleted: moment != nil)
    }
  }

  // MARK: The index

  func index(_ text: EntryText, of day: Day, isDeleted: Bool) throws(SQLiteError) {
    try WordIndex.entries.add(
      text.indexedWords, of: EntryRow.number(of: day), isDeleted: isDeleted, on: connection)
  }

  func unindex(_ entry: Entry) throws(SQLiteError) {
    try WordIndex.entries.remove(
      entry.text.indexedWords, of: EntryRow.number(of: entry.day),
      isDeleted: entry.deletedAt != nil, on: connection)
  }
}

extension Entry? {
  /// The entry, unless it was deleted.
  fileprivate var standing: Entry? { self?.deletedAt == nil ? self : nil }
}

extension Entry {
  fileprivate var standing: Entry? { Optional(self).standing }
}

extension EntryText {
  /// Its words as the index has them.
  fileprivate var indexedWords: IndexedWords { IndexedWords(heading: [title], body: body) }
}
