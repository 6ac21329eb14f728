public import Diary
import Records
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
    _ text: Text, on day: Day, basedOn version: Int?, weather: String? = nil,
    at moment: Moment
  ) throws(JournalError) -> Entry {
    try write { () throws(JournalError) in
      let old = try record(of: day)
      guard old.present?.version == version else { throw .changedMeanwhile(.entry(day)) }
      return try put(text, on: day, over: old, weather: weather, at: moment)
    }
  }

  /// Writes the entry of a day. The previous text stays in the history. The tags of the entry are
  /// kept, and those of `text` are added.
  ///
  /// - Parameter findsTags: whether `#word` in a text is a tag of it.
  public func replaceEntry(
    of day: Day, by text: Text, findingTags findsTags: Bool = false, weather: String? = nil,
    at moment: Moment
  ) throws(JournalError) -> Entry {
    try write { () throws(JournalError) in
      let old = try record(of: day)
      let new = old.present.text(findingTags: findsTags) { before in
        Text(title: text.title, body: text.body, tags: before.tags).adding(tags: text.tags)
      }
      return try put(new, on: day, over: old, weather: weather, at: moment)
    }
  }

  /// Adds a paragraph to the entry of a day, at the end or by its time, and tags, or creates the
  /// entry.
  ///
  /// - Parameters:
  ///   - findsTags: whether `#word` in a text is a tag of it.
  ///   - hour: the hour at which the day ends.
  public func append(
    _ paragraph: String, tags: [String] = [], toEntryOf day: Day,
    findingTags findsTags: Bool = false, dayEndsAt hour: Int = 0, weather: String? = nil,
    at moment: Moment
  ) throws(JournalError) -> Entry {
    try write { () throws(JournalError) in
      let old = try record(of: day)
      let parts = try importedParagraphs(ofRecord: old?.number)
      let text = old.present.text(findingTags: findsTags) {
        $0.adding(paragraph, dayEndsAt: hour, keeping: parts).adding(tags: tags)
      }
      return try put(text, on: day, over: old, weather: weather, at: moment)
    }
  }

  /// Saves the weather of a day with its entry. The text and its time do not change.
  ///
  /// - Returns: whether the day has an entry, deleted or not.
  @discardableResult
  public func setWeather(
    _ weather: String?, of day: Day, at moment: Moment
  ) throws(JournalError) -> Bool {
    try write { () throws(JournalError) in
      guard let record = try record(of: day) else { return false }
      try setWeather(weather, of: record, at: moment)
      return true
    }
  }

  func setWeather(
    _ weather: String?, of record: Record, at moment: Moment
  ) throws(JournalError) {
    if record.state.weather == weather { return }
    let version = try versionID(of: record.number)
    var state = record.state
    state.weather = weather
    try change(record, to: state, at: moment)
    try replaceInLog(version, by: versionID(of: record.number), of: record.number)
  }

  // MARK: The record of a day

  func record(of day: Day) throws(JournalError) -> Record? {
    try database.first("SELECT \(Record.columns) FROM record WHERE kind = 2 AND day = ?1", [day]) {
      Record($0)
    }
  }

  private func put(
    _ text: Text, on day: Day, over old: Record?, weather: String?, at moment: Moment
  ) throws(JournalError) -> Entry {
    if let old {
      try change(old, to: text, at: moment)
      if let weather { try setWeather(weather, of: record(old.number), at: moment) }
    } else {
      var state = RecordState(text, on: day)
      state.weather = weather
      _ = try insert(.entry, id: Identifier.random().text, state, createdAt: moment)
    }
    return try entry(of: day)
  }
}

extension Record? {
  /// The record, unless it was deleted.
  fileprivate var present: Record? { self?.isDeleted == false ? self : nil }

  /// The text after a change. With `findsTags`, its tags are those that are not written in the old
  /// text, and those written in the new one.
  fileprivate func text(
    findingTags findsTags: Bool, _ change: (Text) -> Text
  ) -> Text {
    let old = self?.text ?? Text()
    return findsTags ? change(old.withoutTagsInText).withTagsInText : change(old)
  }
}
