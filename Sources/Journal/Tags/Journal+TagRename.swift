public import Diary
public import Records
import SQLite

// A rename changes the tag lists of texts, and where a tag is written in a text, the text. Each
// changed text gets a new version.

/// The texts that a rename of a tag changes.
public struct RenamedTexts: Hashable, Sendable {
  /// Those that are not deleted.
  public var texts = RecordCounts()
  public var deleted = 0
  /// Whether other texts have the new tag already.
  public var isMerged = false

  public var count: Int { texts.total + deleted }
}

extension Journal {
  /// The texts that `renameTag` would change.
  public func textsToRename(
    _ old: String, to new: String, inTexts: Bool
  ) throws(JournalError) -> RenamedTexts {
    try forEachText(with: old, renamedTo: new, inTexts: inTexts) { (_, _) throws(JournalError) in }
  }

  /// Renames a tag everywhere, in deleted texts too: restoring one would bring the old name back.
  /// Earlier versions keep the old name.
  ///
  /// - Parameter inTexts: whether to rename the tag where it is written in a text.
  public func renameTag(
    _ old: String, to new: String, inTexts: Bool, at moment: Moment
  ) throws(JournalError) -> RenamedTexts {
    try write { () throws(JournalError) in
      try forEachText(with: old, renamedTo: new, inTexts: inTexts) {
        (record, content) throws(JournalError) in
        var state = record.state
        state.text = content
        try change(record, to: state, at: moment, tagged: .renamed)
      }
    }
  }

  // MARK: One text

  /// Passes each text that has the tag to `change`, with its content after the rename.
  private func forEachText(
    with old: String, renamedTo new: String, inTexts: Bool,
    _ change: (Record, Text) throws(JournalError) -> Void
  ) throws(JournalError) -> RenamedTexts {
    let numbers = try records(with: old)
    guard !numbers.isEmpty else { throw .noTag(old) }
    var texts = RenamedTexts()
    let isRespelled = TagKey.of(old) == TagKey.of(new)
    if !isRespelled { texts.isMerged = try !records(with: new, deleted: false).isEmpty }
    for number in numbers {
      let record = try record(number)
      let content = record.text.renamingTag(old, to: new, inText: inTexts)
      if content.isIdentical(to: record.text) { continue }
      let isInText = content.title != record.text.title || content.body != record.text.body
      if isInText, !Tag.canBeWritten(new) { throw .tagNotForTexts(new, old: old) }
      try change(record, content)
      if record.isDeleted { texts.deleted += 1 } else { texts.texts[record.kind] += 1 }
    }
    return texts
  }

  private func records(with tag: String, deleted: Bool = true) throws(JournalError) -> [Int64] {
    try database.values(
      """
      SELECT DISTINCT number FROM record_tag JOIN record ON number = record
      WHERE key = ?1\(deleted ? "" : " AND deleted_at IS NULL") ORDER BY number
      """, [TagKey.of(tag)])
  }
}

/// How many texts have a tag. Different spellings of a tag are the same tag.
public struct TagUse: Hashable, Sendable {
  /// As it was spelled last.
  public var tag: String
  public var texts: RecordCounts
  public var lastUsed: Day
}

extension Journal {
  /// The tags of all texts that are not deleted, most recently used first.
  ///
  /// - Parameters:
  ///   - since: the first day of the texts.
  ///   - today: the last day of use for to-dos of later days.
  public func tagUses(since: Day? = nil, today: Day?) throws(JournalError) -> [TagUse] {
    try database.rows(
      """
      SELECT substr(max(printf('%020d', clock) || tag), 21) AS spelling, ltrim(key, '#') AS name,
        count(DISTINCT iif(kind = 1, number, NULL)) AS notes,
        count(DISTINCT iif(kind = 2, number, NULL)) AS entries,
        count(DISTINCT iif(kind = 3, number, NULL)) AS todos, max(min(day, ?2)) AS last
      FROM record_tag JOIN record ON record.number = record_tag.record
      WHERE deleted_at IS NULL AND day >= ?1 GROUP BY name ORDER BY last DESC, name
      """, [since?.number ?? .min, today?.number ?? .max]
    ) { row in
      TagUse(
        tag: Tag.name(row["spelling"] as String),
        texts: RecordCounts(notes: row["notes"], entries: row["entries"], toDos: row["todos"]),
        lastUsed: row["last"])
    }
  }

  /// The tags in use, most frequent first.
  public func tags() throws(JournalError) -> [String] {
    // The order of equal numbers is kept.
    let uses = try tagUses(today: nil).enumerated()
    return uses.sorted { ($1.element.texts.total, $0.offset) < ($0.element.texts.total, $1.offset) }
      .prefix(500).map(\.element.tag)
  }
}

/// The key of a tag, which is the same for different spellings: `Perf`, `#perf`, and composed or
/// decomposed accents.
enum TagKey {
  static func of(_ tag: String) -> String { Folding.composed(Tag.key(tag)) }
}
