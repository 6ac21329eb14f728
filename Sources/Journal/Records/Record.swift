import Diary
import Records
import SQLite
import Sync

/// A record with its newest state, and what identifies both.
struct Record: Sendable {
  let number: Int64
  let kind: RecordKind
  let id: String
  var state: RecordState
  var version: Int
  var createdAt: Moment
  /// The time of the last change to the text.
  var updatedAt: Moment
  /// Whether its state is the merge of several versions, and no version itself.
  var isMerge: Bool

  var text: Text { state.text }
  var day: Day { state.day }
  var isDeleted: Bool { state.isDeleted }

  /// The words for the search index.
  var words: IndexedWords { state.words(of: kind) }
}

extension RecordState {
  /// The words for the search index.
  func words(of kind: RecordKind) -> IndexedWords {
    IndexedWords(
      of: kind, text, subject: place?.commit?.subject ?? "", isDeleted: isDeleted)
  }
}

// MARK: - Rows

extension Record {
  static let columns = """
    number, kind, id, version, created_at, created_offset, updated_at, updated_offset,
    length(version_id) > \(VersionID.length) AS is_merge,
    \(RecordState.columns(of: "record", tags: TagList.queryWithSources(of: "record.number")))
    """

  init(_ row: borrowing Statement) {
    number = row["number"]
    kind = row["kind"]
    id = row["id"]
    state = RecordState(row)
    version = row["version"]
    createdAt = row.moment("created_at", "created_offset")
    updatedAt = row.moment("updated_at", "updated_offset")
    isMerge = row["is_merge"]
  }
}

extension TextVersion {
  static let columns = """
    version, updated_at, updated_offset, \(RecordState.columns(of: "record_version", tags: "tags"))
    """

  init(_ row: borrowing Statement) {
    self.init(
      number: row["version"], state: RecordState(row),
      savedAt: row.moment("updated_at", "updated_offset"))
  }
}

extension RecordState {
  /// The columns of fields, but for those that have another form here. They are written out, as is what they
  /// become, because the table of fields takes time to make, and few commands need it.
  static let names = """
    title, body, day, deleted_at, deleted_offset, sha, subject, author, authored_at,
    authored_offset, patch, weather, done_at, done_offset, done_day, due, series, occurrence,
    written_in, branch, others
    """

  /// - Parameters:
  ///   - table: the table that has the row.
  ///   - tags: the SQL expression for the tags with their sources.
  static func columns(of table: String, tags: String) -> String {
    """
    \(names), \(tags) AS tags,
    (SELECT name FROM repository WHERE repository.id = \(table).repository) AS repository_name
    """
  }

  /// Reads these columns.
  init(_ row: borrowing Statement) {
    var packed = PackedMembers(row["others"])
    let (rule, priority) = (packed.takeText("every"), packed.takeText("priority"))
    let series: String? = row["series"]
    let branch: String? = row["branch"]
    self.init(
      text: Text(title: row["title"], body: row["body"], taggedBy: row["tags"]),
      day: row["day"], deletedAt: row.optionalMoment("deleted_at", "deleted_offset"),
      place: (row["repository_name"] as Repository?).map {
        RecordPlace(repository: $0, commit: nil)
      },
      weather: row["weather"],
      done: row.optionalMoment("done_at", "done_offset").map { Completion(at: $0, on: nil) },
      due: row["due"], priority: priority,
      series: rule == nil && series == nil
        ? nil : Series(rule: rule, id: series, occurrence: nil),
      written: (row["written_in"] as Repository?).map {
        WrittenPlace(repository: $0, branch: branch)
      },
      unknown: packed.rest)
    place?.commit = Commit(ofNote: row)
    done?.day = row["done_day"]
    self.series?.occurrence = row["occurrence"]
  }
}

extension Text {
  /// The length of the longest text, in bytes. A version of it fits into a line of a segment.
  static let limit = 64 << 20

  /// The same content, if it is not too long for a version.
  var checked: Text {
    get throws(JournalError) {
      guard title.utf8.count + body.utf8.count <= Self.limit else {
        throw .textTooLong(limit: Self.limit)
      }
      return self
    }
  }
}

extension TagList {
  /// The SQL expression for the tags of the record whose number is `number`, with how they were set.
  static func queryWithSources(of number: String) -> String {
    """
    (SELECT json_group_array(json_array(tag, source)) FROM
      (SELECT tag, source FROM record_tag WHERE record = \(number) ORDER BY place))
    """
  }

  /// The SQL expression for the names of the tags.
  static func query(of number: String) -> String {
    """
    (SELECT json_group_array(tag) FROM
      (SELECT tag FROM record_tag WHERE record = \(number) ORDER BY place))
    """
  }
}

extension RecordKind {
  /// The records of this kind as a table of its name, after FROM.
  var rows: String { "(SELECT * FROM record WHERE kind = \(rawValue)) AS \(name)" }
}
