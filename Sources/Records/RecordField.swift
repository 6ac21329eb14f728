public import Diary
public import JSON

/// A field of a record's state: what belongs together when it is changed, merged or taken back.
///
/// A field knows no SQLite and no formats, and draws nothing.
public struct RecordField: Sendable {
  /// What a change of the field is.
  public enum Role: Hashable, Sendable {
    /// A new version to the user.
    case text
    /// A new version to the user, which is about something else.
    case place
    /// A version without a number of its own.
    case state
    /// The same, and the program's own doing: `undo` leaves it as it is.
    case observed
    /// No change by itself: where a text was written.
    case circumstance
  }

  /// How two versions are merged of which both have changed the field. A program that does not know a field
  /// takes the later side, so that a new field must too.
  public enum Merge: Hashable, Sendable {
    case later
    /// By words and lines.
    case words
    /// A change of another field beats a deletion.
    case deletion
    /// Done beats open, and the earlier time counts.
    case completion
    /// What was observed beats a forecast.
    case weather
  }

  /// The property of `RecordState`.
  public let name: String
  public let parts: [RecordPart]
  public let kinds: Set<RecordKind>
  public let role: Role
  public let merge: Merge
  /// Whether its words are found by a search.
  public let isSearched: Bool

  private let stored: @Sendable (RecordState) -> [StoredValue]
  private let read: @Sendable ([StoredValue], inout RecordState) -> Void
  private let same: (@Sendable (RecordState, RecordState) -> Bool)?
  private let copy: @Sendable (RecordState, inout RecordState) -> Void

  init<Value: Sendable>(
    _ name: String, _ path: any WritableKeyPath<RecordState, Value> & Sendable,
    _ form: FieldForm<Value>, of kinds: Set<RecordKind>, role: Role = .state,
    merge: Merge = .later, isSearched: Bool = false
  ) {
    self.name = name
    parts = form.parts
    self.kinds = kinds
    self.role = role
    self.merge = merge
    self.isSearched = isSearched
    stored = { form.stored($0[keyPath: path]) }
    read = { form.set($0, &$1[keyPath: path]) }
    if let isSame = form.isSame {
      same = { isSame($0[keyPath: path], $1[keyPath: path]) }
    } else {
      same = nil
    }
    copy = { $1[keyPath: path] = $0[keyPath: path] }
  }
}

extension RecordField {
  /// The value, one for each part.
  public func values(of state: RecordState) -> [StoredValue] { stored(state) }

  /// Sets the field.
  public func set(_ values: [StoredValue], in state: inout RecordState) { read(values, &state) }

  /// Whether two states have the same value, by bytes.
  public func isSame(_ left: RecordState, _ right: RecordState) -> Bool {
    if let same { return same(left, right) }
    return zip(parts, zip(stored(left), stored(right))).allSatisfy { part, values in
      !part.identifies || values.0.isIdentical(to: values.1)
    }
  }

  /// Sets the field to the value that another state has.
  public func take(from other: RecordState, into state: inout RecordState) {
    copy(other, &state)
  }
}

extension RecordField {
  /// Those with a part that has no column.
  private static let packed = all.filter { $0.parts.contains(where: \.isPacked) }

  /// The parts without a column, as members of their states.
  static func packedMembers(of state: RecordState) -> [JSONValue.Member] {
    packed.flatMap { field in
      zip(field.parts, field.values(of: state)).compactMap { part, value in
        part.isPacked ? part.json(value).map { .init(part.name, $0) } : nil
      }
    }
  }
}

extension RecordState {
  /// The state from the members of a version, without what identifies it. What is no field, or has a form
  /// that is not known, is kept as it is.
  ///
  /// - Parameter day: the day, if the members have none.
  public init(members: [JSONValue.Member], writtenOn day: Day) {
    self.init(Text(), on: day)
    var rest = members
    for field in RecordField.all {
      let values = field.parts.map { part -> StoredValue in
        guard let place = rest.firstIndex(where: { $0.name == part.name }),
          let value = part.value(rest[place].value)
        else { return .null }
        rest.remove(at: place)
        return value
      }
      field.set(values, in: &self)
    }
    unknown = rest.sortedByName()
  }

  /// The same members, in the order of their names.
  public var members: [JSONValue.Member] {
    let known = RecordField.all.flatMap { field in
      zip(field.parts, field.values(of: self)).compactMap { part, value in
        part.json(value).map { JSONValue.Member(part.name, $0) }
      }
    }
    return Self.sorted(known, unknown)
  }

  /// What is unknown counts, even if this program has a value of that name.
  private static func sorted(
    _ known: [JSONValue.Member], _ unknown: [JSONValue.Member]
  ) -> [JSONValue.Member] {
    let names = Set(unknown.map(\.name))
    return (known.filter { !names.contains($0.name) } + unknown).sortedByName()
  }

  /// What has no column: parts of fields, and what is unknown. `nil` if there is nothing.
  public var others: String? {
    let members = Self.sorted(RecordField.packedMembers(of: self), unknown)
    return members.isEmpty ? nil : JSONValue.object(members).text(.compact)
  }

  /// Forgets what was unknown of a field that gets another value.
  public mutating func replaceUnknown(of field: RecordField) {
    unknown.removeAll { member in field.parts.contains { $0.name == member.name } }
  }
}

/// What a row has no column for.
///
/// It is read without the table of fields, which takes time to make: see `RecordState.init(_:)` of the journal.
public struct PackedMembers {
  /// What was not taken.
  public private(set) var rest: [JSONValue.Member]

  /// - Parameter others: the column.
  public init(_ others: String?) {
    rest = others.flatMap { try? JSONParser.parse(Array($0.utf8)) }?.object ?? []
  }

  /// Takes the value of a part. One of another form stays.
  public mutating func takeText(_ name: String) -> String? {
    guard let place = rest.firstIndex(where: { $0.name == name }),
      let text = rest[place].value.nonEmptyString
    else { return nil }
    rest.remove(at: place)
    return text
  }
}

extension RecordField {
  /// What the state of a record consists of. To add a field, add a property to `RecordState` and a line
  /// here.
  public static let all: [RecordField] = [
    RecordField(
      "text", \.text, .text, of: [.note, .entry, .toDo], role: .text, merge: .words,
      isSearched: true),
    RecordField("day", \.day, .day("day"), of: [.note, .entry, .toDo]),
    RecordField(
      "deletedAt", \.deletedAt, .moment("deleted"), of: [.note, .entry, .toDo], merge: .deletion),
    RecordField("place", \.place, .place, of: [.note], role: .place, isSearched: true),
    RecordField(
      "weather", \.weather, .text("weather"), of: [.entry], role: .observed, merge: .weather),
    RecordField("done", \.done, .completion, of: [.toDo], merge: .completion),
    RecordField("due", \.due, .day("due"), of: [.toDo]),
    RecordField("priority", \.priority, .text("priority", packed: true), of: [.toDo]),
    RecordField("series", \.series, .series, of: [.toDo]),
    RecordField(
      "written", \.written, .written, of: [.note, .entry, .toDo], role: .circumstance),
  ]

  /// The parts that make another version to the user, by their names in JSON.
  public static let versionParts: [String] = all.filter { [.text, .place].contains($0.role) }
    .flatMap(\.parts).filter(\.identifies).map(\.name)
}
