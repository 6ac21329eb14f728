import Diary
import Records
import SQLite
import Sync

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
