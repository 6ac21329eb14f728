import Diary
import SQLite
import Sync

/// The columns that notes, entries and to-dos share.
struct Record: Sendable {
  let number: Int64
  let kind: RecordKind
  let id: String
  /// The subject of the commit that a note is about; otherwise empty.
  var subject: String
  var content: RecordContent
  var version: Int
  /// The day on which a note was written, the day of an entry, or that of a to-do's list.
  let day: Day
  var createdAt: Moment
  /// The time of the last change to the content.
  var updatedAt: Moment
  var deletedAt: Moment?
  /// Whether its state is the merge of several versions, and no version itself.
  var isMerge: Bool

  var isDeleted: Bool { deletedAt != nil }

  /// The words for the search index.
  var words: IndexedWords { content.words(subject: subject) }

  static func deletionColumns(_ moment: Moment?) -> [String: any ColumnValue] {
    ["deleted_at": moment?.instant, "deleted_offset": moment?.offset]
  }
}

extension Record {
  static let columns = """
    number, kind, id, version, day, created_at, created_offset, updated_at, updated_offset,
    deleted_at, deleted_offset, subject, title, body,
    length(version_id) > \(VersionID.length) AS is_merge,
    \(TagList.queryWithSources(of: "record.number")) AS tags
    """

  init(_ row: borrowing Statement) {
    number = row["number"]
    // Only damage causes any other value.
    kind = RecordKind(rawValue: row["kind"]) ?? .note
    id = row["id"]
    version = row["version"]
    day = row["day"]
    createdAt = row.moment("created_at", "created_offset")
    updatedAt = row.moment("updated_at", "updated_offset")
    deletedAt = row.optionalMoment("deleted_at", "deleted_offset")
    subject = row["subject"]
    isMerge = row["is_merge"]
    content = RecordContent(
      title: row["title"], body: row["body"],
      taggedBy: row["tags"])
  }
}

/// One version of a record's text.
struct RecordVersion: Sendable {
  var number: Int
  var content: RecordContent
  var savedAt: Moment
}

extension RecordVersion {
  static let columns = "version, title, tags, body, updated_at, updated_offset"

  init(_ row: borrowing Statement) {
    number = row["version"]
    content = RecordContent(
      title: row["title"], body: row["body"],
      taggedBy: row["tags"])
    savedAt = row.moment("updated_at", "updated_offset")
  }
}
