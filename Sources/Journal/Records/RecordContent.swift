import Diary
import JSON
import SQLite

/// The versioned part of a record. A to-do has only a body.
struct RecordContent: Hashable, Sendable {
  var title = ""
  var body = ""
  var tags: [String] = []

  /// Compares all bytes, unlike `==`: a composed accent instead of a decomposed one is a change
  /// too.
  func isIdentical(to other: RecordContent) -> Bool {
    func same(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
    return same(title, other.title) && same(body, other.body)
      && tags.count == other.tags.count && zip(tags, other.tags).allSatisfy(same)
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
      hash.add(text.utf8)
    }
    add(title)
    add(body)
    for tag in tags { add(tag) }
    return hash.finish()
  }

  private static func bytes(of count: Int) -> [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: count >> $0) }
  }

  /// Defines the SQL function `content_hash(title, body, tags)` for migrations.
  static func defineFunction(on connection: borrowing Connection) throws(SQLiteError) {
    try connection.define("content_hash", arguments: 3) { texts in
      .blob(RecordContent(title: texts[0], body: texts[1], tags: TagList.tags(texts[2])).hash)
    }
  }
}

/// Tags as a JSON array in one column.
enum TagList {
  static func tags(_ text: String) -> [String] {
    if text.isEmpty || text == "[]" { return [] }
    // The program or SQLite wrote the column; only damage makes it unreadable.
    guard let list = try? JSONParser.parse(Array(text.utf8)) else { return [] }
    return list.array?.compactMap(\.string) ?? []
  }

  static func text(_ tags: [String]) -> String {
    JSONValue.array(tags.map(JSONValue.string)).text(.compact)
  }

  /// The SQL expression for the tags of the record whose number is `number`.
  static func query(of number: String) -> String {
    """
    (SELECT json_group_array(tag) FROM
      (SELECT tag FROM record_tag WHERE record = \(number) ORDER BY place))
    """
  }
}

extension RecordContent: TaggedText {}

extension NoteText {
  init(_ content: RecordContent) {
    self.init(title: content.title, body: content.body, tags: content.tags)
  }

  var content: RecordContent { RecordContent(title: title, body: body, tags: tags) }
}

extension EntryText {
  init(_ content: RecordContent) {
    self.init(title: content.title, body: content.body, tags: content.tags)
  }

  var content: RecordContent { RecordContent(title: title, body: body, tags: tags) }
}
