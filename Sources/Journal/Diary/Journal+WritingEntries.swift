public import Diary
import SQLite

// Each day has a single record. An entry written after a deletion is the next version of the same
// record, so that the older text can be restored and the weather of the day is kept.

extension Journal {
  /// Writes the entry of a day, unless it was changed since `version` was read.
  ///
  /// - Parameters:
  ///   - version: the version that was read; `nil` if there was no entry or a deleted one.
  ///   - weather: the weather of the day if it is known; `nil` keeps the saved weather.
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

  /// Writes the entry of a day. The previous text stays in the history. The tags of the entry are
  /// kept, and those of `text` are added.
  ///
  /// - Parameter findsTags: whether `#word` in a text is a tag of it.
  public func replaceEntry(
    of day: Day, by text: EntryText, findingTags findsTags: Bool = false, weather: String? = nil,
    at moment: Moment
  ) throws(JournalError) -> Entry {
    try write { () throws(JournalError) in
      let old = try record(of: day)
      let new = old.present.text(findingTags: findsTags) { before in
        EntryText(title: text.title, body: text.body, tags: before.tags).adding(tags: text.tags)
      }
      return try put(new, on: day, over: old, weather: weather, at: moment)
    }
  }

  /// Appends a paragraph to the entry of a day and adds tags, or creates the entry.
  ///
  /// - Parameter findsTags: whether `#word` in a text is a tag of it.
  public func append(
    _ paragraph: String, tags: [String] = [], toEntryOf day: Day,
    findingTags findsTags: Bool = false, weather: String? = nil, at moment: Moment
  ) throws(JournalError) -> Entry {
    try write { () throws(JournalError) in
      let old = try record(of: day)
      let text = old.present.text(findingTags: findsTags) {
        $0.adding(paragraph).adding(tags: tags)
      }
      return try put(text, on: day, over: old, weather: weather, at: moment)
    }
  }

  /// Marks the entry as deleted. The text is kept for `restoreEntry`.
  ///
  /// - Parameter version: the version to delete; if the entry has another one, the method throws.
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

  /// Restores a deleted entry. With `version`, that version's text becomes a new version.
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

  /// Saves the weather of a day with its entry. This creates no new version, because the text does
  /// not change.
  ///
  /// - Returns: whether the day has an entry, deleted or not.
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
        .entry, id: EntryRow.id(day), text.content, of: day,
        createdAt: timeOfNewEntry(of: day, at: moment))
    }
    if let weather { try setWeather(weather, of: number) }
    return try entry(of: day)
  }

  /// A purge identifies an entry by its day and the second in which it was created. An entry that is
  /// written in the same second as a purged one gets the next second, so that another process that
  /// completes the purge, or a repair, does not remove it too.
  private func timeOfNewEntry(of day: Day, at moment: Moment) throws(JournalError) -> Moment {
    var time = moment
    while try wasPurged(.entry, id: EntryRow.id(day), createdAt: time.instant) {
      time.instant = Instant(secondsSince1970: time.instant.secondsSince1970 + 1)
    }
    return time
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

  /// The text after a change. With `findsTags`, its tags are those that are not written in the old
  /// text, and those written in the new one.
  fileprivate func text(
    findingTags findsTags: Bool, _ change: (EntryText) -> EntryText
  ) -> EntryText {
    let old = EntryText(self?.content ?? RecordContent())
    return findsTags ? change(old.withoutTagsInText).withTagsInText : change(old)
  }
}
