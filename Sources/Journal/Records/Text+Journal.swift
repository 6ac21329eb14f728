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

  /// The words for the search index.
  ///
  /// - Parameter subject: the subject of the commit that a note is about.
  func words(subject: String) -> IndexedWords {
    IndexedWords(heading: [title] + tags, body: body, subject: subject)
  }

  /// The SHA-256 of the content, which detects changes by the disk. Each part is preceded by its
  /// length, so that different contents cannot have the same bytes.
  var hash: [UInt8] {
    var hash = SHA256()
    func add(_ text: String) {
      hash.add(Self.bytes(of: text.utf8.count))
      hash.add(Array(text.utf8))
    }
    add(title)
    add(body)
    for tag in tags { add(tag) }
    return hash.finish()
  }

  private static func bytes(of count: Int) -> [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: count >> $0) }
  }

  /// Defines the SQL function `content_hash(title, body, tags)`.
  static func defineFunction(on connection: borrowing Connection) throws(SQLiteError) {
    try connection.define("content_hash", arguments: 3) { texts in
      .blob(Text(title: texts[0], body: texts[1], tags: TagList.tags(texts[2])).hash)
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
  /// The search index. Each kind has its own, so that a search in notes does not read the words of
  /// to-dos.
  var index: WordIndex {
    switch self {
    case .note: .notes
    case .entry: .entries
    case .toDo: .toDos
    }
  }

  /// The view of the records of this kind, with the columns that only this kind has.
  var view: String {
    switch self {
    case .note: "note"
    case .entry: "entry"
    case .toDo: "todo"
    }
  }
}
