import Diary
import JSON
import SQLite
import Sync

/// How a tag of a text was set. The raw values are stored in the journal and never change.
enum TagSource: Int64, Sendable {
  /// By the user, with `--tag` or in `browse`: it may open the text to others.
  case typed = 1
  /// Written in the text as `#word`.
  case inText = 2
  /// By a file, git notes, an agent, or a text that had it.
  case imported = 3
  /// By renaming another tag.
  case renamed = 4
}

/// The text of a record with its tags. A to-do has only a body.
struct RecordContent: Hashable, Sendable {
  var title = ""
  var body = ""
  var tags: [String] = []
  /// How the tags were set, by their keys; without those that are new.
  var tagSources: [String: TagSource] = [:]

  /// The length of the longest text, in bytes. A version of it fits into a line of a segment.
  static let limit = 64 << 20

  /// The same content, if it is not too long for a version.
  var checked: RecordContent {
    get throws(JournalError) {
      guard title.utf8.count + body.utf8.count <= Self.limit else {
        throw .textTooLong(limit: Self.limit)
      }
      return self
    }
  }

  /// Compares all bytes, unlike `==`: a composed accent instead of a decomposed one is a change
  /// too.
  func isIdentical(to other: RecordContent) -> Bool {
    func same(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
    return same(title, other.title) && same(body, other.body)
      && tags.count == other.tags.count && zip(tags, other.tags).allSatisfy(same)
  }

  /// How each tag is set by a change of `old` to this text.
  ///
  /// - Parameters:
  ///   - source: how new tags are set that are not written in the text; `nil` if the user has made the
  ///     change.
  ///   - typed: the keys of tags that the user has just set by hand.
  func sources(
    before old: RecordContent, _ source: TagSource?, typing typed: Set<String>
  ) -> [TagSource] {
    let written = tags.isEmpty ? [] : Set(tagsInText.map(TagKey.of))
    // What others have written was not opened by the user.
    let isOpen = source == nil || source == .renamed || hasSameText(as: old)
    return tags.map { tag in
      let key = TagKey.of(tag)
      if typed.contains(key) { return .typed }
      let known = tagSources[key] ?? old.tagSources[key]
      if known == .typed { return isOpen ? .typed : .imported }
      if written.contains(key) { return .inText }
      if let known, known != .inText { return known }
      return source ?? .imported
    }
  }

  private func hasSameText(as other: RecordContent) -> Bool {
    title.utf8.elementsEqual(other.title.utf8) && body.utf8.elementsEqual(other.body.utf8)
  }

  func columns(savedAt moment: Moment) -> [String: any ColumnValue] {
    [
      "title": title, "body": body, "hash": hash, "updated_at": moment.instant,
      "updated_offset": moment.offset,
    ]
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
      .blob(RecordContent(title: texts[0], body: texts[1], tags: TagList.tags(texts[2])).hash)
    }
  }
}

extension RecordContent {
  /// - Parameter text: the tags with their sources, as `TagList.queryWithSources` returns them.
  init(title: String, body: String, taggedBy text: String) {
    self.init(title: title, body: body)
    for pair in TagList.elements(text) {
      guard let tag = pair.array?.first?.string else { continue }
      tags.append(tag)
      tagSources[TagKey.of(tag)] = pair.array?.last?.integer.flatMap {
        TagSource(rawValue: Int64($0))
      }
    }
  }

  /// The same form.
  var tagList: String {
    let pairs = zip(tags, sources(before: self, nil, typing: [])).map { tag, source in
      JSONValue.array([.string(tag), .integer(Int(source.rawValue))])
    }
    return JSONValue.array(pairs).text(.compact)
  }
}

/// Tags as a JSON array in one column: of names, or of pairs of name and source.
enum TagList {
  static func tags(_ text: String) -> [String] {
    elements(text).compactMap { $0.string ?? $0.array?.first?.string }
  }

  fileprivate static func elements(_ text: String) -> [JSONValue] {
    if text.isEmpty || text == "[]" { return [] }
    // The program or SQLite wrote the column; only damage makes it unreadable.
    return (try? JSONParser.parse(Array(text.utf8)))?.array ?? []
  }

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
