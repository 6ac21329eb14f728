public import Diary
public import JSON

/// The text of a record with its tags. A to-do has only a body.
public struct RecordContent: Hashable, Sendable {
  public var title = ""
  public var body = ""
  public var tags: [String] = []
  /// How the tags were set, by their keys; without those that are new.
  public var tagSources: [String: TagSource] = [:]

  public init(title: String = "", body: String = "", tags: [String] = []) {
    self.title = title
    self.body = body
    self.tags = tags
  }

  /// - Parameter list: the tags as a column has them: see `TagList`.
  public init(title: String, body: String, taggedBy list: String) {
    self.init(title: title, body: body)
    for (tag, source) in TagList.pairs(stored: list) {
      tags.append(tag)
      tagSources[Tag.key(tag)] = source
    }
  }

  /// Compares all bytes, unlike `==`: a composed accent instead of a decomposed one is a change
  /// too.
  public func isIdentical(to other: RecordContent) -> Bool {
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
  public func sources(
    before old: RecordContent, _ source: TagSource?, typing typed: Set<String>
  ) -> [TagSource] {
    let written = tags.isEmpty ? [] : Set(tagsInText.map(Tag.key))
    // What others have written was not opened by the user.
    let isOpen = source == nil || source == .renamed || hasSameText(as: old)
    return tags.map { tag in
      let key = Tag.key(tag)
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

  /// The tags as a column has them.
  public var tagList: String {
    TagList.stored(
      zip(tags, sources(before: self, nil, typing: [])).map { (tag: $0, source: $1) })
  }
}

extension RecordContent: TaggedText {}

/// Tags as a JSON array in one column: of pairs of tag and source.
public enum TagList {
  static func pairs(stored list: String) -> [(tag: String, source: TagSource?)] {
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

  /// The tags with how they were set, with the names of an archive; `nil` if there are none.
  public static func archived(_ list: String) -> JSONValue? {
    let tags = pairs(stored: list)
    if tags.isEmpty { return nil }
    return .array(
      tags.map { [.string($0.tag), .string(($0.source ?? .imported).name)] })
  }

  /// Reads the same; `nil` if it has another form.
  public static func pairs(_ archived: JSONValue?) -> [(tag: String, source: TagSource)]? {
    guard let archived, archived != .null else { return [] }
    guard let pairs = archived.array else { return nil }
    var tags: [(tag: String, source: TagSource)] = []
    for pair in pairs {
      guard let parts = pair.array, parts.count == 2, let tag = parts[0].string, !tag.isEmpty,
        let source = TagSource(name: parts[1].string)
      else { return nil }
      tags.append((tag, source))
    }
    return tags
  }
}
