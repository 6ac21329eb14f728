public import Diary
public import JSON

/// The whole state of a version of a record.
///
/// Its init has no defaults, so that the compiler names every place that makes a state when a field is
/// added. Each property but `unknown` is declared in `RecordField.all`.
public struct RecordState: Hashable, Sendable {
  public var text: Text
  /// The day on which a note was written, the day of an entry, or that from which a to-do is on the list.
  public var day: Day
  public var deletedAt: Moment?
  /// What a note is about.
  public var place: RecordPlace?
  /// The weather of an entry's day, as JSON.
  public var weather: String?
  public var done: Completion?
  public var due: Day?
  /// A letter.
  public var priority: String?
  public var series: Series?
  /// Where the text was written.
  public var written: WrittenPlace?
  /// The fields of newer programs, and those of a form that this program does not know.
  public var unknown: [JSONValue.Member]

  public init(
    text: Text, day: Day, deletedAt: Moment?, place: RecordPlace?, weather: String?,
    done: Completion?, due: Day?, priority: String?, series: Series?,
    written: WrittenPlace?, unknown: [JSONValue.Member]
  ) {
    self.text = text
    self.day = day
    self.deletedAt = deletedAt
    self.place = place
    self.weather = weather
    self.done = done
    self.due = due
    self.priority = priority
    self.series = series
    self.written = written
    self.unknown = unknown
  }

  /// The state of a record that has only a text and a day.
  public init(_ text: Text, on day: Day) {
    self.init(
      text: text, day: day, deletedAt: nil, place: nil, weather: nil, done: nil, due: nil,
      priority: nil, series: nil, written: nil, unknown: [])
  }

  public var isDeleted: Bool { deletedAt != nil }
}

/// The repository that a note is about, and the commit, if it is about one.
public struct RecordPlace: Hashable, Sendable {
  public var repository: Repository
  public var commit: Commit?

  public init(repository: Repository, commit: Commit?) {
    self.repository = repository
    self.commit = commit
  }
}

/// When a to-do was done. The user's day may end after midnight.
public struct Completion: Hashable, Sendable {
  public var at: Moment
  public var day: Day?

  public init(at: Moment, on day: Day?) {
    self.at = at
    self.day = day
  }
}

/// What occurrences of a to-do have in common, and the date of this one by the rule.
public struct Series: Hashable, Sendable {
  /// The rule, as `Recurrence` writes it.
  public var rule: String?
  public var id: String?
  public var occurrence: Day?

  public init(rule: String?, id: String?, occurrence: Day?) {
    self.rule = rule
    self.id = id
    self.occurrence = occurrence
  }
}

/// A version of a record that has a number: with another text than the one before, or about another commit.
public struct TextVersion: Hashable, Sendable {
  public var number: Int
  public var state: RecordState
  public var savedAt: Moment

  public init(number: Int, state: RecordState, savedAt: Moment) {
    self.number = number
    self.state = state
    self.savedAt = savedAt
  }

  public var text: Text { state.text }
  public var commit: Commit? { state.place?.commit }
}

/// The kind of a record. The raw values are stored in the journal and never change.
public enum RecordKind: Int64, CaseIterable, Sendable {
  case note = 1
  case entry = 2
  case toDo = 3
}

extension RecordKind {
  /// The name in archives and segments.
  public var name: String {
    switch self {
    case .note: "note"
    case .entry: "entry"
    case .toDo: "todo"
    }
  }

  public init?(name: String) {
    guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}

/// A note, the entry of a day, or a to-do, as people name it.
public enum RecordID: Hashable, Sendable {
  case note(Identifier)
  case entry(Day)
  case toDo(Identifier)

  public var kind: RecordKind {
    switch self {
    case .note: .note
    case .entry: .entry
    case .toDo: .toDo
    }
  }

  /// The whole ID, or the day of an entry.
  public var name: String {
    switch self {
    case .note(let id), .toDo(let id): id.text
    case .entry(let day): "\(day)"
    }
  }
}

/// A number for each kind of record.
public struct RecordCounts: Hashable, Sendable {
  private var counts: [RecordKind: Int]

  public init(notes: Int = 0, entries: Int = 0, toDos: Int = 0) {
    counts = [.note: notes, .entry: entries, .toDo: toDos]
  }

  public subscript(kind: RecordKind) -> Int {
    get { counts[kind] ?? 0 }
    set { counts[kind] = newValue }
  }

  public var notes: Int { self[.note] }
  public var entries: Int { self[.entry] }
  public var toDos: Int { self[.toDo] }
  public var total: Int { counts.values.reduce(0, +) }
}
