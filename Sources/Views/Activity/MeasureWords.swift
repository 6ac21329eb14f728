public import Diary
public import Localization

/// The names and units of measures in the user's language.
public struct MeasureWords: Sendable {
  public let measure: Measure
  public let context: ViewContext

  public init(measure: Measure, context: ViewContext) {
    self.measure = measure
    self.context = context
  }

  /// The name as a title, what is counted, and a count with its unit; `nil` if there is no word for
  /// what is counted.
  private static func words(
    of measure: Measure
  ) -> (title: Message, details: Message, count: ((Int) -> Message)?) {
    switch measure {
    case .contributions:
      (.measureContributions, .measureContributionsDetails, Message.countContributions)
    case .commits: (.dayCommits, .measureCommitsDetails, Message.countCommits)
    case .notes: (.dayNotes, .measureNotesDetails, Message.countNotes)
    case .entries: (.measureEntries, .measureEntriesDetails, Message.countEntries)
    case .words: (.measureWords, .measureWordsDetails, Message.amountWords)
    case .toDos: (.measureToDos, .measureToDosDetails, Message.amountToDos)
    case .tag(let tag): (.measureTag(tag: tag), .measureTagDetails, Message.amountTexts)
    case .number(let name): (.measureNumber(name: name), .measureNumberDetails, nil)
    case .temperature: (.measureTemperature, .measureTemperatureDetails, nil)
    case .pm25: (.measurePM25, .measurePM25Details, nil)
    }
  }

  /// The name as a title: `Words`.
  public static func title(of measure: Measure) -> Message { words(of: measure).title }

  public static func name(of measure: Measure, _ reader: Reader) -> String {
    reader.say(title(of: measure))
  }

  /// What is counted, for the manual.
  public static func details(of measure: Measure) -> Message { words(of: measure).details }

  private var reader: Reader { context.reader }

  /// A count with its unit: `1,234 words`. Commits and contributions have none.
  func amount(_ count: Int) -> String {
    measure.isOfTexts ? countInWords(count) : reader.write(count)
  }

  /// A measured value with its unit: `7.4°C`, `22 µg/m³`.
  func amount(_ value: Double) -> String {
    switch measure {
    case .temperature: context.degrees(value)
    case .number: context.number(value)
    default: "\(context.micrograms(value)) \(context.microgramsUnit)"
    }
  }

  /// What a day of a graph has; `nil` if nothing is known.
  public func amount(on day: Contribution, of graph: Graph) -> String? {
    measure.isAveraged
      ? graph.activity.values[day.day].map { amount($0) } : day.count.map { amount($0) }
  }
}

extension MeasureWords {
  /// The title of a graph.
  public func title(of graph: Graph) -> Message {
    let (from, to) = (graph.span.lowerBound, graph.span.upperBound)
    let name = graph.activity.name
    if name.isEmpty {
      return .graphTitleAmount(amount: countInWords(graph.total), from: from, to: to)
    }
    switch measure {
    case .contributions:
      return .graphTitle(name: name, count: graph.total, from: from, to: to)
    case .commits:
      return .graphTitleOfCommits(name: name, count: graph.total, from: from, to: to)
    case .temperature, .pm25, .number:
      guard let average = graph.average else {
        return .graphTitleNoData(name: name, from: from, to: to)
      }
      return .graphTitleAverage(name: name, amount: amount(average), from: from, to: to)
    case .tag:
      return .graphTitleNamed(name: name, amount: amount(graph.total), from: from, to: to)
    case .notes, .entries, .words, .toDos:
      return .graphTitleAmount(amount: amount(graph.total), from: from, to: to)
    }
  }

  /// A count of commits or of contributions with its unit, or another amount.
  public func countInWords(_ count: Int) -> String {
    Self.words(of: measure).count.map { reader.say($0(count)) } ?? reader.write(count)
  }

  /// The text under a graph, for readers who do not see it.
  func summary(of graph: Graph) -> [Message] {
    let active = reader.write(graph.activeDays)
    if measure.isAveraged {
      var summary: [Message] = [.graphKnownDays(known: active, count: graph.days.count)]
      if let highest = graph.highest {
        summary.append(.graphHighestDay(day: highest.day, amount: amount(highest.value)))
      }
      if let lowest = graph.lowest {
        summary.append(.graphLowestDay(day: lowest.day, amount: amount(lowest.value)))
      }
      return summary
    }
    var summary: [Message] = [.graphActiveDays(active: active, count: graph.days.count)]
    if let best = graph.best {
      summary.append(.graphBusiestDay(day: best.day, amount: amount(best.count ?? 0)))
    }
    return summary
  }

  /// The tooltip of a day.
  func dayTitle(_ day: Contribution, of graph: Graph) -> Message {
    let date = reader.dateWithWeekday(day.day)
    return amount(on: day, of: graph).map { .graphDayAmount(amount: $0, day: date) }
      ?? (measure.isOfTexts ? .graphDayNoData(day: date) : .graphDayUnknown(day: date))
  }
}
