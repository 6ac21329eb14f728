public import Diary
import Records
import SQLite

extension Journal {
  // MARK: One entry

  /// The entry of a day.
  ///
  /// - Parameter deleted: whether to return a deleted entry too.
  public func entry(of day: Day, deleted: Bool = false) throws(JournalError) -> Entry {
    guard let entry = try row(of: day) else { throw .missing(.entry(day)) }
    if entry.deletedAt != nil && !deleted { throw .deleted(.entry(day)) }
    return entry
  }

  /// The entry of a day, or `nil` if there is none.
  public func entryIfWritten(on day: Day) throws(JournalError) -> Entry? {
    guard let entry = try row(of: day), entry.deletedAt == nil else { return nil }
    return entry
  }

  func row(of day: Day) throws(JournalError) -> Entry? {
    try database.first("SELECT \(Entry.columns) FROM \(Entry.rows) WHERE day = ?1", [day]) {
      Entry($0)
    }
  }

  // MARK: Lists

  public func entries(_ filter: EntryFilter) throws(JournalError) -> [Entry] {
    try rows(filter, Entry.columns) { Entry($0) }
  }

  /// The same entries without their bodies, for lists.
  public func summaries(_ filter: EntryFilter) throws(JournalError) -> [EntrySummary] {
    try rows(filter, EntrySummary.columns) { EntrySummary($0) }
  }

  /// The days whose entries have no weather yet, latest first.
  public func entriesWithoutWeather(
    since: Day? = nil, until: Day? = nil, limit: Int? = nil
  ) throws(JournalError) -> [Day] {
    try database.values(
      """
      SELECT day FROM record INDEXED BY entry_without_weather
      WHERE kind = 2 AND weather IS NULL AND deleted_at IS NULL AND day BETWEEN ?1 AND ?2
      ORDER BY day DESC LIMIT \(limit ?? -1)
      """, [since?.number ?? .min, until?.number ?? .max])
  }
}

extension Entry {
  static let columns = """
    day, title, body, \(TagList.query(of: "entry.number")) AS tags, weather, version, created_at,
    created_offset, updated_at, updated_offset, deleted_at, deleted_offset,
    \(TextToLookAt.query(of: "entry.number"))
    """

  static let rows = RecordKind.entry.rows

  /// Reads the entry with the number `?1`.
  static let query = "SELECT \(columns) FROM \(rows) WHERE number = ?1"

  init(_ row: borrowing Statement) {
    self.init(
      day: row["day"],
      text: Text(title: row["title"], body: row["body"], tags: TagList.tags(row["tags"])),
      weather: row["weather"], version: row["version"],
      createdAt: row.moment("created_at", "created_offset"),
      updatedAt: row.moment("updated_at", "updated_offset"),
      deletedAt: row.optionalMoment("deleted_at", "deleted_offset"))
    needsLook = row["needs_look"]
  }
}

/// Which entries to read, in which order, and how many.
public struct EntryFilter: Sendable {
  public enum Order: String, CaseIterable, Sendable {
    case newest, oldest
  }

  public var since: Day?
  public var until: Day?
  /// Entries must have all of these tags; case is ignored.
  public var tags: [String] = []
  public var isDeleted = false
  /// If `nil`, the newest come first; in a search, the best matches.
  public var order: Order?
  /// If `nil`, there is no limit.
  public var limit: Int?

  public init(since: Day? = nil, until: Day? = nil, limit: Int? = nil) {
    self.since = since
    self.until = until
    self.limit = limit
  }
}

extension EntryFilter: RecordFilter {
  static let kind = RecordKind.entry
  var isWordsOnly: Bool { since == nil && until == nil && tags.isEmpty && order == nil }
  var isSorted: Bool { order != nil }
  var ordering: String { order == .oldest ? "day" : "day DESC" }

  func add(to condition: inout RecordCondition) {
    condition.add(deleted: isDeleted)
    condition.add(daysFrom: since, to: until)
  }
}

/// The part of an entry that a list shows.
public struct EntrySummary: Hashable, Sendable {
  public let day: Day
  public let title: String
  /// The beginning of the body.
  public let preview: String
  public let tags: [String]
  public let weather: String?
}

extension EntrySummary {
  static let columns = """
    day, title, substr(body, 1, 200) AS preview, \(TagList.query(of: "entry.number")) AS tags, weather
    """

  init(_ row: borrowing Statement) {
    self.init(
      day: row["day"], title: row["title"], preview: row["preview"],
      tags: TagList.tags(row["tags"]), weather: row["weather"])
  }
}

// Each day has a single record. An entry written after a deletion is the next version of the same
// record, so that the older text can be restored and the weather of the day is kept.

extension Journal {
  /// Writes the entry of a day, unless it was changed since `version` was read.
  ///
  /// - Parameter version: the version that was read; `nil` if there was no entry or a deleted one.
  public func write(
    _ text: Text, on day: Day, basedOn version: Int?, at moment: Moment
  ) throws(JournalError) -> Entry {
    try write { () throws(JournalError) in
      let old = try record(of: day)
      guard old.present?.version == version else { throw .changedMeanwhile(.entry(day)) }
      return try put(text, on: day, over: old, at: moment)
    }
  }

  /// Writes the entry of a day. The previous text stays in the history. The tags of the entry are
  /// kept, and those of `text` are added.
  ///
  /// - Parameter findsTags: whether `#word` in a text is a tag of it.
  public func replaceEntry(
    of day: Day, by text: Text, findingTags findsTags: Bool = false, at moment: Moment
  ) throws(JournalError) -> Entry {
    try write { () throws(JournalError) in
      let old = try record(of: day)
      let new = old.present.text(findingTags: findsTags) { before in
        Text(title: text.title, body: text.body, tags: before.tags).adding(tags: text.tags)
      }
      return try put(new, on: day, over: old, at: moment)
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
    findingTags findsTags: Bool = false, dayEndsAt hour: Int = 0, at moment: Moment
  ) throws(JournalError) -> Entry {
    try write { () throws(JournalError) in
      let old = try record(of: day)
      let parts = try importedParagraphs(ofRecord: old?.number)
      let text = old.present.text(findingTags: findsTags) {
        $0.adding(paragraph, dayEndsAt: hour, keeping: parts).adding(tags: tags)
      }
      return try put(text, on: day, over: old, at: moment)
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
    _ text: Text, on day: Day, over old: Record?, at moment: Moment
  ) throws(JournalError) -> Entry {
    if let old {
      try change(old, to: text, at: moment)
    } else {
      _ = try insert(
        .entry, id: Identifier.random().text, RecordState(text, on: day), createdAt: moment)
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
