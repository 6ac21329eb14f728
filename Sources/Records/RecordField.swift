import Diary
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
  /// Whether it has no columns, because no query asks for it: it is saved beside the fields that a program
  /// does not know, where it also was before the program knew it.
  public let isPacked: Bool

  private let stored: @Sendable (RecordState) -> [StoredValue]
  private let read: @Sendable ([StoredValue], inout RecordState) -> Bool
  private let same: (@Sendable (RecordState, RecordState) -> Bool)?
  private let copy: @Sendable (RecordState, inout RecordState) -> Void

  init<Value: Sendable>(
    _ name: String, _ path: any WritableKeyPath<RecordState, Value> & Sendable,
    _ form: FieldForm<Value>, of kinds: Set<RecordKind>, role: Role = .state,
    merge: Merge = .later, isSearched: Bool = false, isPacked: Bool = false
  ) {
    self.name = name
    parts = form.parts
    self.kinds = kinds
    self.role = role
    self.merge = merge
    self.isSearched = isSearched
    self.isPacked = isPacked
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

  /// Sets the field. Returns `false` if the values are none of it.
  public func set(_ values: [StoredValue], in state: inout RecordState) -> Bool {
    read(values, &state)
  }

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
  /// The value in JSON, by the names of the parts. A part without a value is left out.
  func members(of state: RecordState) -> [JSONValue.Member] {
    zip(parts, values(of: state)).compactMap { part, value in
      part.json(value).map { JSONValue.Member(part.name, $0) }
    }
  }

  /// Sets the field from the same members. Returns `false` if one has another form; then the field stays
  /// without a value.
  func set(_ members: [String: JSONValue], in state: inout RecordState) -> Bool {
    var values: [StoredValue] = []
    for part in parts {
      guard let value = part.value(members[part.name]) else { return false }
      values.append(value)
    }
    return set(values, in: &state)
  }

  static let packed = all.filter(\.isPacked)
}

extension RecordState {
  /// The names of the parts of all fields.
  private static let names = Set(RecordField.all.flatMap { $0.parts.map(\.name) })

  /// The state from the members of a version; `nil` if it has no text or no day.
  ///
  /// - Parameter members: without what identifies the version. Those that are no field are kept.
  public init?(members: [String: JSONValue]) {
    self.init(Text(), on: Day(number: 0))
    unknown = members.filter { !Self.names.contains($0.key) }
      .sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value) }
    for field in RecordField.all where !field.set(members, in: &self) {
      if field.parts.contains(where: \.isRequired) { return nil }
    }
  }

  /// The same members.
  public var members: [JSONValue.Member] {
    RecordField.all.flatMap { $0.members(of: self) } + unknown
  }

  /// The fields that have no columns, and those that are unknown, as one column has them; `nil` if there
  /// are none.
  public var others: String? {
    get {
      let known = RecordField.packed.flatMap { $0.members(of: self) }
      let members = known + unknown.filter { member in !known.contains { $0.name == member.name } }
      return members.isEmpty
        ? nil : JSONValue.object(members.sorted { $0.name < $1.name }).text(.compact)
    }
    set {
      let all = newValue.flatMap { try? JSONParser.parse(Array($0.utf8)) }?.object ?? []
      unknown = all.sorted { $0.name < $1.name }
      if unknown.isEmpty || RecordField.packed.isEmpty { return }
      let members = Dictionary(unknown.map { ($0.name, $0.value) }) { $1 }
      for field in RecordField.packed where field.set(members, in: &self) {
        // One of another form stays as it is.
        unknown.removeAll { member in field.parts.contains { $0.name == member.name } }
      }
    }
  }
}
