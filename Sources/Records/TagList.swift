public import Diary
public import JSON

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
