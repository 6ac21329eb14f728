public import Diary

extension Heatmap {
  /// The days that are drawn, without the weeks that do not fit.
  public func drawnSpan(on screen: Screen) -> ClosedRange<Day> {
    drawnSpan(of: layout(on: screen).weeks)
  }

  /// The heatmap in the compact style if that shows more weeks on this screen, else in its own.
  public func fitted(to screen: Screen) -> Heatmap {
    var compact = self
    compact.style = .compact
    let isLonger = compact.drawnSpan(on: screen).lowerBound < drawnSpan(on: screen).lowerBound
    return isLonger ? compact : self
  }

  /// The heatmap with month labels above and the legend below. No line is wider than the screen or,
  /// without a known width, 80 columns.
  public func lines(on screen: Screen) -> [StyledText] {
    let layout = layout(on: screen)
    var lines = words.title.flatMap {
      StyledText($0, .heading).wrapped(to: layout.width, on: screen)
    }
    if showsMonths { lines.append(months(layout, on: screen)) }
    for row in stride(from: 0, to: 7, by: layout.daysInLine) {
      lines.append(weekday(ofRow: row, layout, on: screen) + self.row(row, layout))
    }
    if showsLegend { lines += legend(layout, on: screen) }
    return lines
  }

  private func drawnSpan(of weeks: Weeks) -> ClosedRange<Day> {
    let last = min(weeks.day(inWeek: weeks.count - 1, row: 6), span.upperBound)
    return min(max(weeks.start, span.lowerBound), last)...last
  }

  private func months(_ layout: HeatmapLayout, on screen: Screen) -> StyledText {
    let labels = layout.weeks.monthLabels(
      in: drawnSpan(of: layout.weeks), pitch: layout.pitch, gap: 1,
      end: layout.width - layout.margin, words: words
    ) { StyledText($0).width(on: screen) }
    return labels.reduce(into: StyledText()) { line, label in
      line = line.padded(to: layout.margin + label.week * layout.pitch, on: screen)
      line.append(label.text, .remark)
    }
  }

  private func weekday(
    ofRow row: Int, _ layout: HeatmapLayout, on screen: Screen
  ) -> StyledText {
    guard layout.margin > 0 else { return "" }
    let weekday = (firstWeekday.rawValue + row) % 7
    let name = Weekday(rawValue: weekday).filter(isLabeled).map(words.name) ?? ""
    return StyledText(name, .remark).padded(to: layout.margin, on: screen)
  }
}

extension Optional {
  fileprivate func filter(_ holds: (Wrapped) -> Bool) -> Wrapped? {
    flatMap { holds($0) ? $0 : nil }
  }
}
