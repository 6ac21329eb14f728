public import Diary

extension Heatmap {
  /// The whole span as an SVG image, with a tooltip for each day.
  ///
  /// - Parameters:
  ///   - title: the accessible title of the image, which is also drawn above the heatmap.
  ///   - description: the accessible description of the image.
  ///   - language: the language tag of these texts.
  ///   - dayTitle: the tooltip of a day.
  public func svg(
    in theme: Theme, title: String, description: String, language: String,
    dayTitle: (Contribution) -> String
  ) -> String {
    let drawing = Drawing(self, title)
    return SVG.document(
      width: drawing.width, height: drawing.height, theme: theme, title: title,
      description: description, language: language,
      attributes: " font-size=\"\(Drawing.fontSize)\"",
      // The stroke around a cell rounds its corners.
      rules: "path{stroke-width:2;stroke-linejoin:round}"
        + ".h{font-size:\(Drawing.titleSize)px;font-weight:600}",
      colors: Drawing.colors, shapes: drawing.text() + drawing.days(dayTitle))
  }
}

/// The positions of all parts, in SVG units.
private struct Drawing {
  let heatmap: Heatmap
  let weeks: Weeks
  let titleLines: [String]
  /// The position of the grid.
  let left: Int
  let top: Int
  let width: Int
  let height: Int

  static let padding = 14
  static let cell = 10
  static let pitch = 13
  static let fontSize = 10
  static let titleSize = 13
  /// The estimated width of a terminal column in a proportional font, rather too large than too
  /// small.
  static let column = 6
  static let titleColumn = 8

  init(_ heatmap: Heatmap, _ title: String) {
    self.heatmap = heatmap
    weeks = heatmap.weeks
    let names = Weekday.labeled.map(heatmap.words.name)
    let margin = names.map(Drawing.width).max() ?? 0
    left = Drawing.padding + margin + (margin > 0 ? Drawing.pitch - Drawing.cell + 3 : 0)

    // The grid of a few weeks is narrower than the text around it.
    let content = max(
      left + weeks.count * Drawing.pitch, Drawing.padding + Drawing.legendWidth(of: heatmap), 160)
    width = content - (Drawing.pitch - Drawing.cell) + Drawing.padding
    let titleColumns = (width - 2 * Drawing.padding) / Drawing.titleColumn
    titleLines = StyledText(title).wrapped(to: titleColumns, on: .plain()).map(\.plain)

    top = Drawing.padding + titleLines.count * Drawing.titleLine + Drawing.fontSize + 5
    height =
      top + 7 * Drawing.pitch - (Drawing.pitch - Drawing.cell) + 2 * Drawing.cell + Drawing.padding
  }

  static var titleLine: Int { titleSize + 7 }

  static func width(_ text: String) -> Int { text.displayWidth() * column }

  static func legendWidth(of heatmap: Heatmap) -> Int {
    guard let scale = heatmap.scale else {
      return width(heatmap.words.less) + width(heatmap.words.more)
        + ColorRamp.levels.count * pitch + pitch
    }
    return scale.labels.reduce(0) { $0 + stepWidth($1) }
  }

  /// The width of a level with its label and the space after it.
  static func stepWidth(_ step: HeatmapScale.Step) -> Int { pitch + width(step.label) + 2 * column }
}

extension Drawing {
  /// Rules with a class for each level except 0, which most days have.
  static func colors(of theme: Theme, on background: Background) -> String {
    let levels = zip(["path", ".a", ".b", ".c", ".d"], theme.ramp(on: background).colors)
      .map { "\($0){fill:\($1.hex);stroke:\($1.hex)}" }.joined()
    return ".h{fill:\(theme.webColors(on: background).accent)}" + levels
  }

  func text() -> String {
    var text = ""
    for (index, line) in titleLines.enumerated() {
      let y = Drawing.padding + index * Drawing.titleLine + Drawing.titleSize - 2
      text += SVG.label(line, x: Drawing.padding, y: y, "class=\"h\"")
    }
    let labels = weeks.monthLabels(
      in: heatmap.span, pitch: Drawing.pitch, gap: Drawing.column,
      end: width - Drawing.padding - left, words: heatmap.words, width: Drawing.width)
    for month in labels {
      text += SVG.label(month.text, x: left + month.week * Drawing.pitch, y: top - 6)
    }
    for row in 0..<7 {
      let weekday = weeks.day(inWeek: 0, row: row).weekday
      guard Weekday.labeled.contains(weekday) else { continue }
      text += SVG.label(
        heatmap.words.name(of: weekday), x: left - 6,
        y: top + row * Drawing.pitch + Drawing.cell - 1, "text-anchor=\"end\"")
    }
    return text + legend()
  }

  private func legend() -> String {
    let y = height - Drawing.padding - Drawing.cell
    if let scale = heatmap.scale { return legend(of: scale, y: y) }
    var x = width - Drawing.padding - Drawing.width(heatmap.words.more)
    var text = SVG.label(heatmap.words.more, x: x, y: y + Drawing.cell - 1)
    x -= ColorRamp.levels.count * Drawing.pitch + 1
    text += #"<g transform="translate(\#(x) \#(y))">"#
    for level in ColorRamp.levels {
      text += path(level: level, x: level * Drawing.pitch, row: 0) + "/>"
    }
    return text + "</g>\n"
      + SVG.label(heatmap.words.less, x: x - 5, y: y + Drawing.cell - 1, "text-anchor=\"end\"")
  }

  /// The levels with their labels, right-aligned.
  private func legend(of scale: HeatmapScale, y: Int) -> String {
    let steps = scale.labels
    var x = width - Drawing.padding - steps.reduce(0) { $0 + Drawing.stepWidth($1) }
    var text = ""
    for step in steps {
      text += #"<g transform="translate(\#(x) \#(y))">"#
      text += path(level: step.level, x: 0, row: 0) + "/></g>\n"
      text += SVG.label(step.label, x: x + Drawing.pitch, y: y + Drawing.cell - 1)
      x += Drawing.stepWidth(step)
    }
    return text
  }

  func days(_ title: (Contribution) -> String) -> String {
    var text = ""
    for week in 0..<weeks.count {
      text += #"<g transform="translate(\#(left + week * Drawing.pitch) \#(top))">"#
      for row in 0..<7 {
        guard let day = heatmap.contribution(on: weeks.day(inWeek: week, row: row)) else {
          continue
        }
        text += path(level: day.shade, x: 0, row: row)
        text += "><title>\(SVG.escaped(title(day)))</title></path>"
      }
      text += "</g>\n"
    }
    return text
  }

  /// A path for a cell, without the end of the tag. The stroke adds one unit on each side.
  private func path(level: Int, x: Int, row: Int) -> String {
    let classes = ["", #"class="a" "#, #"class="b" "#, #"class="c" "#, #"class="d" "#]
    let side = Drawing.cell - 2
    return "<path \(classes[level])"
      + #"d="M\#(x + 1) \#(row * Drawing.pitch + 1)h\#(side)v\#(side)H\#(x + 1)z""#
  }
}
