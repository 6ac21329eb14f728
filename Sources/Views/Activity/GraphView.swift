import Diary
public import Localization
public import Terminal

// A graph as text and as a picture.

extension Graph {
  /// A title, the heatmap, and a summary.
  ///
  /// - Parameters:
  ///   - requested: the style that was requested. If `nil`, the one from the settings, else blocks, or
  ///     the compact style where blocks show fewer weeks; digits for ranges.
  ///   - context: must use the colors of the requested theme.
  public func lines(style requested: HeatmapStyle?, in context: ViewContext) -> [StyledText] {
    let screen = context.screen
    let isSet = requested != nil || (screen.isTerminal && context.settings.style != nil)
    // Colors alone do not tell ranges such as those of temperatures apart.
    let showsRanges = activity.measure.isAveraged && !isSet
    // Output to a pipe without colors is drawn with digits, whatever style is set for terminals.
    let isInDigits = showsRanges || !screen.isTerminal && screen.colors == .none
    let style = requested ?? (isInDigits ? .digits : context.heatmapStyle)
    let chosen = heatmap(style, context)
    let compact = chosen.fitted(to: screen)
    let heatmap = isSet || showsRanges ? chosen : compact
    var lines = context.filled(title(in: context), .heading)
    // Without data there is nothing to explain with a legend. A remark says how to get some.
    if activity.measure.isAveraged && average == nil { return lines }
    lines.append("")
    lines += heatmap.lines(on: screen)
    let drawn = heatmap.drawnSpan(on: screen)
    lines.append("")
    if drawn.lowerBound > span.lowerBound {
      lines += context.filled(.graphDrawnFrom(day: drawn.lowerBound), .remark)
    }
    // The summary is for readers who do not see the heatmap.
    if !screen.isTerminal { lines += summary(in: context).flatMap { context.filled($0) } }
    if activity.measure.isAveraged { return lines }
    if marked > 0 { lines += context.filled(.graphMarked(count: marked), .remark) }
    if !isOver, let current = streaks.currentWords { lines += context.filled(current) }
    return lines + context.filled(streaks.longestWords)
  }

  public func svg(in theme: Theme, _ context: ViewContext) -> String {
    let reader = context.reader
    let title = reader.say(title(in: context))
    let heatmap = heatmap(.block, context)
    return heatmap.svg(
      in: theme, title: title, description: sentences(in: context), language: reader.language
    ) { reader.say(self.title(of: $0, in: context)) }
  }

  /// What the heatmap shows, for readers who do not see it.
  func sentences(in context: ViewContext) -> String {
    let summary = summary(in: context)
    return context.reader.say(
      summary.dropFirst().reduce(summary[0]) { .sentences(first: $0, second: $1) })
  }

  private func heatmap(_ style: HeatmapStyle, _ context: ViewContext) -> Heatmap {
    var heatmap = Heatmap(
      days: days, span: span, firstWeekday: firstWeekday, words: .init(context.reader),
      style: style, today: today)
    heatmap.scale = scale?.heatmapScale(in: context)
    if case .number = activity.measure { heatmap.values = activity.values }
    return heatmap
  }
}

extension ViewContext {
  /// Wraps a text also for a pipe.
  fileprivate func filled(_ message: Message, _ style: Style = .plain) -> [StyledText] {
    styled(message, style).wrapped(to: Swift.max(screen.width(), 1), on: screen)
  }
}

extension HeatmapWords {
  public init(_ reader: Reader) {
    self.init(
      monthNames: Self.labels(reader.shortMonths), weekdayNames: reader.shortWeekdays,
      less: reader.say(.legendLess), more: reader.say(.legendMore),
      unknown: reader.say(.legendUnknown))
  }

  /// The names of months without their periods, in three letters if that tells them apart: a month is
  /// four weeks wide. `Sept.` becomes `Sep`.
  private static func labels(_ names: [String]) -> [String] {
    let short = names.map { name in String(name.prefix { $0 != "." }.prefix(3)) }
    let areLetters = names.allSatisfy { name in name.allSatisfy { $0.isLetter || $0 == "." } }
    return areLetters && Set(short).count == names.count ? short : names
  }
}
