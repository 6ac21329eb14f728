/// What a graph shows for each day, and what a streak counts.
public enum Measure: Hashable, Sendable {
  /// The contributions of an account.
  case contributions
  /// The commits in clones.
  case commits
  /// Notes, on the day they were written.
  case notes
  /// Diary entries, on their day.
  case entries
  /// The words of notes and entries.
  case words
  /// To-dos, on the day they were completed.
  case toDos
  /// The notes, entries and completed to-dos with a tag.
  case tag(String)
  /// A number that notes and entries name, such as `mood:: 4`.
  case number(String)
  /// The temperature that is saved with entries.
  case temperature
  /// The particles up to 2.5 µm that are saved with entries.
  case pm25
}

extension Measure {
  /// All measures except those of tags and of named numbers, in display order.
  public static let named: [Measure] = [
    .contributions, .commits, .notes, .entries, .words, .toDos, .temperature, .pm25,
  ]

  static let tagPrefix = "tag:"
  static let numberSuffix = "::"

  /// The measure with this name, such as `words`, `tag:perf` or `mood::`. `nil` if there is none, or
  /// if the tag or number has no name.
  public init?(name: String) {
    if name.hasPrefix(Self.tagPrefix) {
      let tag = Tag.name(name.dropFirst(Self.tagPrefix.count))
      guard !tag.isEmpty else { return nil }
      self = .tag(tag)
    } else if name.hasSuffix(Self.numberSuffix) {
      let number = Tag.key(name.dropLast(Self.numberSuffix.count))
      guard !number.isEmpty else { return nil }
      self = .number(number)
    } else {
      guard let measure = Self.named.first(where: { $0.name == name }) else { return nil }
      self = measure
    }
  }

  /// The name in options and JSON.
  public var name: String {
    switch self {
    case .contributions: "contributions"
    case .commits: "commits"
    case .notes: "notes"
    case .entries: "entries"
    case .words: "words"
    case .toDos: "todos"
    case .tag(let tag): Self.tagPrefix + tag
    case .number(let number): number + Self.numberSuffix
    case .temperature: "temperature"
    case .pm25: "pm25"
    }
  }

  /// The unit in JSON, which does not depend on the language or the settings.
  public var unit: String {
    switch self {
    case .contributions, .commits, .notes, .entries, .words, .toDos: name
    case .tag: "texts"
    case .number(let number): number
    case .temperature: "°C"
    case .pm25: "µg/m³"
    }
  }

  /// Whether the measure is measured and not counted: it has an average instead of a total, and no
  /// streak.
  public var isAveraged: Bool {
    if case .number = self { return true }
    return self == .temperature || self == .pm25
  }

  /// Whether the measure comes from the user's texts, and not from clones or an account.
  public var isOfTexts: Bool { self != .contributions && self != .commits }
}
