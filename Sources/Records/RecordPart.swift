public import Diary
public import JSON

/// A value of a column, as the journal stores it. A repository is its name.
public enum StoredValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)

  /// Compares all bytes, unlike `==`: a composed accent instead of a decomposed one is a change too.
  public func isIdentical(to other: StoredValue) -> Bool {
    if case (.text(let left), .text(let right)) = (self, other) {
      return left.utf8.elementsEqual(right.utf8)
    }
    return self == other
  }
}

/// A column of a version that belongs to a field, and a member of its JSON in archives and segments.
public final class RecordPart: Sendable {
  public enum Form: Sendable {
    case integer, text, instant, day
    /// The name of a repository; in the journal, the number of its row.
    case repository
    /// Tags with how each was set. The newest version has them in a table of their own.
    case tags
  }

  public let column: String
  /// The name in archives and segments: `doneAt` for `done_at`.
  public let name: String
  public let form: Form
  /// Whether another value makes another value of the field. The subject of a commit follows from its ID.
  public let identifies: Bool
  /// Whether it has no column, because no query asks for it: it is saved beside what the program does not
  /// know, where it also was before the program knew it.
  public let isPacked: Bool

  init(_ column: String, _ form: Form, identifies: Bool = true, packed isPacked: Bool = false) {
    self.column = column
    name = Self.name(of: column)
    self.form = form
    self.identifies = identifies
    self.isPacked = isPacked
  }

  public static func name(of column: String) -> String {
    let words = column.split(separator: "_")
    return (words.first.map(String.init) ?? column)
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The value in an archive; `nil` for one that is left out.
  public func json(_ value: StoredValue) -> JSONValue? {
    switch (form, value) {
    case (_, .null), (.text, .text("")): nil
    case (.instant, .integer(let seconds)): .string("\(Instant(secondsSince1970: seconds))")
    case (.day, .integer(let number)): .string("\(Day(number: Int(number)))")
    case (.tags, .text(let list)): TagList.archived(list)
    case (_, .integer(let number)): .integer(Int(number))
    case (_, .text(let text)): .string(text)
    }
  }

  /// The value to save; `nil` if it has another form, or one that would not be written in the same way again.
  public func value(_ json: JSONValue) -> StoredValue? {
    switch (form, json) {
    case (.integer, .integer(let number)): .integer(Int64(number))
    case (.text, .string(let text)), (.repository, .string(let text)):
      text.isEmpty ? nil : .text(text)
    case (.instant, .string(let text)):
      text.isInstant
        ? Instant(rfc3339: text).map { .integer($0.secondsSince1970) } : nil
    case (.day, .string(let text)):
      text.utf8.count == 10 ? Day(iso: text).map { .integer(Int64($0.number)) } : nil
    case (.tags, .array(let pairs)):
      pairs.isEmpty ? nil : TagList.pairs(json).map { .text(TagList.stored($0)) }
    default: nil
    }
  }
}

extension String {
  /// Whether it has the form of `2026-11-21T08:42:46Z`.
  fileprivate var isInstant: Bool {
    let bytes = Array(utf8)
    return bytes.count == 20 && bytes[10] == UInt8(ascii: "T") && bytes[19] == UInt8(ascii: "Z")
      && bytes[17] < UInt8(ascii: "6")
  }
}

/// Tags as a JSON array in one column: of pairs of tag and source.
public enum TagList {
  public static func pairs(stored list: String) -> [(tag: String, source: TagSource?)] {
    elements(list).compactMap { pair in
      guard let tag = pair.array?.first?.string else { return nil }
      return (tag, pair.array?.last?.integer.flatMap { TagSource(rawValue: Int64($0)) })
    }
  }

  /// The names of the tags, which may stand in the list without their sources.
  public static func tags(_ list: String) -> [String] {
    elements(list).compactMap { $0.string ?? $0.array?.first?.string }
  }

  private static func elements(_ list: String) -> [JSONValue] {
    if list.isEmpty || list == "[]" { return [] }
    // The program or SQLite wrote the column; only damage makes it unreadable.
    return (try? JSONParser.parse(Array(list.utf8)))?.array ?? []
  }

  public static func stored(_ tags: [(tag: String, source: TagSource)]) -> String {
    let pairs = tags.map {
      JSONValue.array([.string($0.tag), .integer(Int($0.source.rawValue))])
    }
    return JSONValue.array(pairs).text(.compact)
  }

  /// The names in tags of a form that this program does not know.
  public static func stored(ofUnknownForm json: JSONValue) -> String {
    let names = (json.array ?? []).compactMap {
      $0.nonEmptyString ?? $0.array?.first?.nonEmptyString
    }
    return stored(names.map { ($0, .imported) })
  }

  private static func name(of source: TagSource) -> String {
    switch source {
    case .typed: "typed"
    case .inText: "text"
    case .imported: "import"
    case .renamed: "rename"
    }
  }

  /// The tags with how they were set, with the names of an archive; `nil` if there are none.
  public static func archived(_ list: String) -> JSONValue? {
    let tags = pairs(stored: list)
    if tags.isEmpty { return nil }
    return .array(
      tags.map { [.string($0.tag), .string(name(of: $0.source ?? .imported))] })
  }

  /// Reads the same; `nil` if it has another form.
  public static func pairs(_ archived: JSONValue?) -> [(tag: String, source: TagSource)]? {
    guard let archived, archived != .null else { return [] }
    guard let pairs = archived.array else { return nil }
    var tags: [(tag: String, source: TagSource)] = []
    for pair in pairs {
      guard let parts = pair.array, parts.count == 2, let tag = parts[0].string, !tag.isEmpty,
        let source = TagSource.allCases.first(where: { name(of: $0) == parts[1].string })
      else { return nil }
      tags.append((tag, source))
    }
    return tags
  }
}

extension Text {
  /// - Parameter list: the tags as a column has them.
  public init(title: String, body: String, taggedBy list: String) {
    self.init(title: title, body: body)
    for (tag, source) in TagList.pairs(stored: list) {
      tags.append(tag)
      tagSources[Tag.key(tag)] = source
    }
  }

  /// The tags as a column has them.
  public var tagList: String {
    TagList.stored(
      zip(tags, sources(before: self, nil, typing: [])).map { (tag: $0, source: $1) })
  }
}
