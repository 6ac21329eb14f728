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

  /// The name in options and JSON, the unit in JSON if it is another word, and whether the measure has
  /// an average.
  private var facts: (name: String, unit: String?, isAveraged: Bool) {
    switch self {
    case .contributions: ("contributions", nil, false)
    case .commits: ("commits", nil, false)
    case .notes: ("notes", nil, false)
    case .entries: ("entries", nil, false)
    case .words: ("words", nil, false)
    case .toDos: ("todos", nil, false)
    case .tag(let tag): (Self.tagPrefix + tag, "texts", false)
    case .number(let number): (number + Self.numberSuffix, number, true)
    case .temperature: ("temperature", "°C", true)
    case .pm25: ("pm25", "µg/m³", true)
    }
  }

  /// The name in options and JSON.
  public var name: String { facts.name }

  /// The unit in JSON, which does not depend on the language or the settings.
  public var unit: String { facts.unit ?? facts.name }

  /// Whether the measure is measured and not counted: it has an average instead of a total, and no
  /// streak.
  public var isAveraged: Bool { facts.isAveraged }

  /// Whether the measure comes from the user's texts, and not from clones or an account.
  public var isOfTexts: Bool { self != .contributions && self != .commits }
}

/// The contributions of an account on one day.
public struct Contribution: Hashable, Sendable {
  public var day: Day
  /// `nil` if the source only provides the level.
  public var count: Int?
  /// The level from 0, for no contributions, to 4, for the most.
  public var level: Int

  /// Counts and levels come from servers, pages and files that cannot be trusted, so they are
  /// limited here: a count has at most nine digits, and no sum of counts overflows.
  public init(day: Day, count: Int?, level: Int) {
    self.day = day
    self.count = count.map { min(max($0, 0), Self.largestCount) }
    self.level = min(max(level, 0), 4)
  }

  public static let largestCount = 999_999_999
}

/// Assigns a level to the count of a day, compared with the counts of other days.
public struct Quartiles: Hashable, Sendable {
  /// The upper bounds of levels 1, 2 and 3.
  private let bounds: [Int]

  /// Each level gets a quarter of the days with contributions. Outliers, more than 1.5 times the
  /// interquartile range above the upper quartile, are ignored and get level 4.
  public init(of counts: some Sequence<Int>) {
    let sorted = counts.filter { $0 > 0 }.sorted()
    let all = Self.bounds(of: sorted)
    guard let low = all.first, let high = all.last else {
      bounds = all
      return
    }
    // Twice the outlier limit, to avoid fractions.
    let (width, overflows) = (high - low).multipliedReportingOverflow(by: 3)
    let withoutOutliers =
      overflows ? sorted[...] : sorted.prefix { $0 - high <= width - ($0 - high) }
    bounds = Self.bounds(of: Array(withoutOutliers))
  }

  private static func bounds(of sorted: [Int]) -> [Int] {
    guard !sorted.isEmpty else { return [] }
    return (1...3).map { sorted[(sorted.count * $0 + 3) / 4 - 1] }
  }

  /// The level from 0, for no contributions, to 4, for the most.
  public func level(of count: Int) -> Int {
    guard count > 0 else { return 0 }
    return 1 + bounds.count { count > $0 }
  }

  /// The lowest count of each level that a count can have; empty if there are no counts.
  public var lowest: [(level: Int, count: Int)] {
    guard !bounds.isEmpty else { return [] }
    let counts = [1] + bounds.map { $0 + 1 }
    return counts.indices.filter { $0 == counts.count - 1 || counts[$0] < counts[$0 + 1] }
      .map { ($0 + 1, counts[$0]) }
  }

  /// The quartiles of the 365 days up to `last`, or of the whole span if it is longer.
  public init(of counts: [Day: Int], from first: Day, through last: Day) {
    let compared = Self.comparedDays(from: first, through: last)
    self.init(of: counts.lazy.filter { compared.contains($0.key) }.map(\.value))
  }

  /// The days whose counts determine the levels of a span.
  public static func comparedDays(from first: Day, through last: Day) -> ClosedRange<Day> {
    min(first, last - 364)...last
  }
}

extension Contribution {
  /// The contributions of every day of a span. The levels compare the 365 days up to `last`, or the
  /// whole span if it is longer.
  public static func days(
    counting counts: [Day: Int], from first: Day, through last: Day
  ) -> [Contribution] {
    guard first <= last else { return [] }
    let quartiles = Quartiles(of: counts, from: first, through: last)
    return (first.number...last.number).map { number in
      let day = Day(number: number)
      let count = counts[day] ?? 0
      return Contribution(day: day, count: count, level: quartiles.level(of: count))
    }
  }
}
