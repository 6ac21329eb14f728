public import Diary
import SQLite

// A rename changes the tag lists of texts, and where a tag is written in a text, the text. Each
// changed text gets a new version. The table `tag_rename` lists these versions, so that the rename
// can be undone as a whole.

/// The texts that a rename of a tag, or undoing it, changes.
public struct RenamedTexts: Hashable, Sendable {
  public var notes = 0
  public var entries = 0
  public var toDos = 0
  /// Deleted texts of all kinds, which are not in the other counts.
  public var deleted = 0
  /// Texts that were changed after the rename, so that undoing it does not change them.
  public var changedSince = 0
  /// Whether other texts have the new tag already.
  public var isMerged = false

  public init() {}

  public var count: Int { notes + entries + toDos + deleted }

  fileprivate mutating func add(_ record: Record) {
    switch record.kind {
    case _ where record.isDeleted: deleted += 1
    case .note: notes += 1
    case .entry: entries += 1
    case .toDo: toDos += 1
    }
  }
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
      let rename = try (lastRename() ?? 0) + 1
      return try forEachText(with: old, renamedTo: new, inTexts: inTexts) {
        (record, content) throws(JournalError) in
        try change(record, to: content, at: moment, tagged: .renamed, staysDeleted: true)
        try database.run(
          """
          INSERT INTO tag_rename (rename, record, version, earlier)
          SELECT ?1, number, version, ?3 FROM record WHERE number = ?2
          """, [rename, record.number, record.version])
      }
    }
  }

  /// Undoes the last rename: each text that was not changed since gets its content from before as a
  /// new version.
  public func undoTagRename(at moment: Moment) throws(JournalError) -> RenamedTexts {
    try write { () throws(JournalError) in
      guard let rename = try lastRename() else { throw .noTagRename }
      let renamed = try database.rows(
        "SELECT record, version, earlier FROM tag_rename WHERE rename = ?1", [rename]
      ) { row in
        (
          number: row["record"] as Int64, version: row["version"] as Int,
          earlier: row["earlier"] as Int
        )
      }
      var texts = RenamedTexts()
      for text in renamed {
        let record = try record(text.number)
        guard record.version == text.version,
          let earlier = try versions(of: record).first(where: { $0.number == text.earlier })
        else {
          texts.changedSince += 1
          continue
        }
        try change(record, to: earlier.content, at: moment, staysDeleted: true)
        try restoreRenames(of: record, from: earlier)
        texts.add(record)
      }
      try database.run("DELETE FROM tag_rename WHERE rename = ?1", [rename])
      return texts
    }
  }

  // MARK: One text

  /// Passes each text that has the tag to `change`, with its content after the rename.
  private func forEachText(
    with old: String, renamedTo new: String, inTexts: Bool,
    _ change: (Record, RecordContent) throws(JournalError) -> Void
  ) throws(JournalError) -> RenamedTexts {
    let numbers = try records(with: old)
    guard !numbers.isEmpty else { throw .noTag(old) }
    var texts = RenamedTexts()
    let isRespelled = TagKey.of(old) == TagKey.of(new)
    if !isRespelled { texts.isMerged = try !records(with: new, deleted: false).isEmpty }
    for number in numbers {
      let record = try record(number)
      let content = record.content.renamingTag(old, to: new, inText: inTexts)
      if content.isIdentical(to: record.content) { continue }
      let isInText = content.title != record.content.title || content.body != record.content.body
      if isInText, !Tag.canBeWritten(new) { throw .tagNotForTexts(new, old: old) }
      try change(record, content)
      texts.add(record)
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

  // MARK: The table of renames

  private func lastRename() throws(JournalError) -> Int64? {
    try database.value("SELECT max(rename) FROM tag_rename")
  }

  /// If the restored version was made by an earlier rename, the new version takes its place, so
  /// that the earlier rename can be undone next.
  private func restoreRenames(
    of record: Record, from earlier: RecordVersion
  ) throws(JournalError) {
    try database.run(
      "UPDATE tag_rename SET version = ?3 WHERE record = ?1 AND version = ?2",
      [record.number, earlier.number, record.version + 1])
  }
}
