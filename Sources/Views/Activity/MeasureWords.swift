public import Diary
public import Localization

extension Measure {
  /// The name as a title, what is counted, and a count with its unit; `nil` if there is no word for
  /// what is counted.
  private var words: (title: Message, details: Message, count: ((Int) -> Message)?) {
    switch self {
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
  public var title: Message { words.title }

  /// What is counted, for the manual.
  public var details: Message { words.details }

  fileprivate func count(_ count: Int) -> Message? { words.count?(count) }
}

extension ViewContext {
  /// A count with its unit: `1,234 words`.
  public func countInWords(_ count: Int, of measure: Measure) -> String {
    measure.count(count).map { reader.say($0) } ?? reader.write(count)
  }

  /// A count with its unit. Commits and contributions have none.
  fileprivate func amount(_ count: Int, of measure: Measure) -> String {
    measure.isOfTexts ? countInWords(count, of: measure) : reader.write(count)
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
      let amount = context.amount(total, of: measure)
      return .labeled(
        label: name, text: Message.graphTitleAmount(amount: amount, from: from, to: to))
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
