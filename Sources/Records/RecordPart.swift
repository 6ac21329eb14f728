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
  /// Whether every version has a value.
  public let isRequired: Bool

  init(
    _ column: String, _ form: Form, identifies: Bool = true, required isRequired: Bool = false
  ) {
    self.column = column
    name = Self.name(of: column)
    self.form = form
    self.identifies = identifies
    self.isRequired = isRequired
  }

  public static func name(of column: String) -> String {
    let words = column.split(separator: "_")
    return (words.first.map(String.init) ?? column)
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The value in an archive; `nil` for one that is left out.
  public func json(_ value: StoredValue) -> JSONValue? {
    switch (form, value) {
    case (_, .null): nil
    case (.instant, .integer(let seconds)): .string("\(Instant(secondsSince1970: seconds))")
    case (.day, .integer(let number)): .string("\(Day(number: Int(number)))")
    case (.tags, .text(let list)): TagList.archived(list)
    case (_, .integer(let number)): .integer(Int(number))
    case (_, .text(let text)): .string(text)
    }
  }

  /// The value to save; `nil` if it has another form.
  public func value(_ json: JSONValue?) -> StoredValue? {
    guard let json, json != .null else { return .null }
    return switch form {
    case .integer: json.integer.map { .integer(Int64($0)) }
    case .text: json.string.map { .text($0) }
    case .repository: json.nonEmptyString.map { .text($0) }
    case .instant:
      json.string.flatMap(Instant.init(rfc3339:)).map { .integer($0.secondsSince1970) }
    case .day: json.string.flatMap { Day(iso: $0) }.map { .integer(Int64($0.number)) }
    case .tags: TagList.pairs(json).map { .text(TagList.stored($0)) }
    }
  }
}
