public import Diary
public import Localization

extension Measure {
  /// The name as a title: `Words`.
  public var title: Message {
    switch self {
    case .contributions: .measureContributions
    case .commits: .dayCommits
    case .notes: .dayNotes
    case .entries: .measureEntries
    case .words: .measureWords
    case .toDos: .measureToDos
    case .tag(let tag): .measureTag(tag: tag)
    case .number(let name): .measureNumber(name: name)
    case .temperature: .measureTemperature
    case .pm25: .measurePM25
    }
  }

  /// What is counted, for the manual.
  public var details: Message {
    switch self {
    case .contributions: .measureContributionsDetails
    case .commits: .measureCommitsDetails
    case .notes: .measureNotesDetails
    case .entries: .measureEntriesDetails
    case .words: .measureWordsDetails
    case .toDos: .measureToDosDetails
    case .tag: .measureTagDetails
    case .number: .measureNumberDetails
    case .temperature: .measureTemperatureDetails
    case .pm25: .measurePM25Details
    }
  }

}

extension ViewContext {
  /// A count of commits or of contributions with its unit, or another amount.
  public func countInWords(_ count: Int, of measure: Measure) -> String {
    switch measure {
    case .commits: reader.say(.countCommits(count: count))
    case .contributions: reader.say(.countContributions(count: count))
    default: amount(count, of: measure)
    }
  }

  /// A count with its unit: `1,234 words`.
  fileprivate func amount(_ count: Int, of measure: Measure) -> String {
    switch measure {
    case .notes: reader.say(.countNotes(count: count))
    case .entries: reader.say(.countEntries(count: count))
    case .words: reader.say(.amountWords(count: count))
    case .toDos: reader.say(.amountToDos(count: count))
    case .tag: reader.say(.amountTexts(count: count))
    case .contributions, .commits, .temperature, .pm25, .number: reader.write(count)
    }
  }

  /// A measured value with its unit: `7.4°C`, `22 µg/m³`.
  fileprivate func amount(_ value: Double, of measure: Measure) -> String {
    switch measure {
    case .temperature: degrees(value)
    case .number: number(value)
    default: "\(micrograms(value)) \(microgramsUnit)"
    }
  }
}

extension Graph {
  private var measure: Measure { activity.measure }

  /// What a day has; `nil` if nothing is known.
  public func amount(on day: Contribution, in context: ViewContext) -> String? {
    measure.isAveraged
      ? activity.values[day.day].map { context.amount($0, of: measure) }
      : day.count.map { context.amount($0, of: measure) }
  }

  public func title(in context: ViewContext) -> Message {
    let (from, to) = (span.lowerBound, span.upperBound)
    let name = activity.name
    if name.isEmpty {
      return .graphTitleAmount(
        amount: context.countInWords(total, of: measure), from: from, to: to)
    }
    switch measure {
    case .contributions:
      return .graphTitle(name: name, count: total, from: from, to: to)
    case .commits:
      return .graphTitleOfCommits(name: name, count: total, from: from, to: to)
    case .temperature, .pm25, .number:
      guard let average else { return .graphTitleNoData(name: name, from: from, to: to) }
      return .graphTitleAverage(
        name: name, amount: context.amount(average, of: measure), from: from, to: to)
    case .tag:
      return .graphTitleNamed(
        name: name, amount: context.amount(total, of: measure), from: from, to: to)
    case .notes, .entries, .words, .toDos:
      return .graphTitleAmount(amount: context.amount(total, of: measure), from: from, to: to)
    }
  }

  /// The text under the graph, for readers who do not see it.
  func summary(in context: ViewContext) -> [Message] {
    let active = context.reader.write(activeDays)
    if measure.isAveraged {
      var summary: [Message] = [.graphKnownDays(known: active, count: days.count)]
      if let (day, value) = highest {
        summary.append(.graphHighestDay(day: day, amount: context.amount(value, of: measure)))
      }
      if let (day, value) = lowest {
        summary.append(.graphLowestDay(day: day, amount: context.amount(value, of: measure)))
      }
      return summary
    }
    var summary: [Message] = [.graphActiveDays(active: active, count: days.count)]
    if let best {
      let amount = context.amount(best.count ?? 0, of: measure)
      summary.append(.graphBusiestDay(day: best.day, amount: amount))
    }
    return summary
  }

  /// The tooltip of a day.
  func title(of day: Contribution, in context: ViewContext) -> Message {
    let date = context.reader.dateWithWeekday(day.day)
    return amount(on: day, in: context).map { .graphDayAmount(amount: $0, day: date) }
      ?? (measure.isOfTexts ? .graphDayNoData(day: date) : .graphDayUnknown(day: date))
  }
}
