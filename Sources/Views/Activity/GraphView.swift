import Diary
public import Localization
public import Terminal

/// A graph as text: a title, the heatmap, and a summary.
public struct GraphView: Sendable {
  public let graph: Graph
  private let style: HeatmapStyle
  private let isStyleChosen: Bool
  private let context: ViewContext

  /// - Parameters:
  ///   - style: the style that was requested. If `nil`, the one from the settings, else blocks, or
  ///     the compact style where blocks show fewer weeks; digits for ranges.
  ///   - context: must use the colors of the requested theme.
  public init(graph: Graph, style: HeatmapStyle?, context: ViewContext) {
    self.graph = graph
    let isSet = style != nil || (context.screen.isTerminal && context.settings.style != nil)
    // Colors alone do not tell ranges such as those of temperatures apart.
    let showsRanges = graph.activity.measure.isAveraged && !isSet
    // Output to a pipe without colors is drawn with digits, whatever style is set for terminals.
    let isInDigits = showsRanges || !context.screen.isTerminal && context.screen.colors == .none
    self.style =
      style ?? (isInDigits ? .digits : context.heatmapStyle)
    isStyleChosen = isSet || showsRanges
    self.context = context
  }

  private var reader: Reader { context.reader }

  public func lines() -> [StyledText] {
    let screen = context.screen
    let chosen = heatmap(style)
    let compact = chosen.fitted(to: screen)
    let heatmap = isStyleChosen ? chosen : compact
    var lines = wrapped(context.styled(title, .heading))
    // Without data there is nothing to explain with a legend. A remark says how to get some.
    if graph.activity.measure.isAveraged && graph.average == nil { return lines }
    lines.append("")
    lines += heatmap.lines(on: screen)
    let drawn = heatmap.drawnSpan(on: screen)
    lines.append("")
    if drawn.lowerBound > graph.span.lowerBound {
      lines += wrapped(
        context.styled(
          heatmap.style == compact.style
            ? .graphDrawnFromWidth(day: drawn.lowerBound)
            : .graphDrawnFrom(day: drawn.lowerBound), .remark))
    }
    // The summary is for readers who do not see the heatmap.
    if !screen.isTerminal { lines += summary.flatMap { wrapped(context.styled($0)) } }
    if graph.activity.measure.isAveraged { return lines }
    let streaks = StreakView(streaks: graph.streaks, context: context)
    lines += graph.isOver ? streaks.lines([streaks.longest]) : streaks.lines()
    return lines
  }

  public func svg(in theme: Theme) -> String {
    var heatmap = heatmap(.block)
    let title = titleText
    heatmap.words.title = [title]
    return heatmap.svg(
      in: theme, title: title, description: sentences, language: reader.language
    ) { reader.say(words.dayTitle($0, of: graph)) }
  }

  public var titleText: String { reader.say(title) }

  /// What the heatmap shows, for readers who do not see it.
  public var sentences: String {
    reader.say(summary.dropFirst().reduce(summary[0]) { .sentences(first: $0, second: $1) })
  }

  private func heatmap(_ style: HeatmapStyle) -> Heatmap {
    var heatmap = Heatmap(
      days: graph.days, span: graph.span, firstWeekday: graph.firstWeekday,
      words: .init(reader), style: style, today: graph.today)
    heatmap.scale = graph.scale?.heatmapScale(in: context)
    return heatmap
  }

  // MARK: Messages

  private var words: MeasureWords {
    MeasureWords(measure: graph.activity.measure, context: context)
  }

  private var title: Message { words.title(of: graph) }

  private var summary: [Message] { words.summary(of: graph) }

  private func wrapped(_ text: StyledText) -> [StyledText] {
    text.wrapped(to: Swift.max(context.screen.width(), 1), on: context.screen)
  }
}

extension HeatmapWords {
  public init(_ reader: Reader) {
    self.init(
      monthNames: reader.shortMonths, weekdayNames: reader.shortWeekdays,
      less: reader.say(.legendLess), more: reader.say(.legendMore),
      unknown: reader.say(.legendUnknown))
  }
}
