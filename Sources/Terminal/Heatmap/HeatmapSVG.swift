public import Diary

/// A heatmap as an SVG image of the whole span, with a tooltip for each day. It follows the light
/// or dark color scheme of the viewer and draws its own background, because the page around it may
/// use another scheme.
public struct HeatmapSVG: Hashable, Sendable {
  /// The SVG document.
  public let text: String

  /// - Parameters:
  ///   - title: the accessible title of the image; `heatmap.words.title` is drawn above it.
  ///   - description: the accessible description of the image.
  ///   - language: the language tag of these texts.
  ///   - dayTitle: the tooltip of a day.
  public init(
    _ heatmap: Heatmap, theme: Theme, title: String, description: String = "",
    language: String = "", dayTitle: (Contribution) -> String
  ) {
    let drawing = Drawing(heatmap)
    var text = drawing.opening(title: title, description: description, language: language)
    text += Drawing.styleSheet(for: theme)
    text += drawing.backgroundAndText()
    text += drawing.days(dayTitle)
    self.text = text + "</svg>\n"
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

  init(_ heatmap: Heatmap) {
    self.heatmap = heatmap
    weeks = heatmap.weeks
    let names = Weekday.allCases.filter { Drawing.isLabeled($0) }.map(heatmap.words.name)
    let margin = heatmap.showsWeekdays ? names.map(Drawing.width).max() ?? 0 : 0
    left = Drawing.padding + margin + (margin > 0 ? Drawing.pitch - Drawing.cell + 3 : 0)

    let legend = heatmap.showsLegend ? Drawing.legendWidth(of: heatmap) : 0
    // The grid of a few weeks is narrower than the text around it.
    let content = max(left + weeks.count * Drawing.pitch, Drawing.padding + legend, 160)
    width = content - (Drawing.pitch - Drawing.cell) + Drawing.padding
    let titleColumns = (width - 2 * Drawing.padding) / Drawing.titleColumn
    titleLines = heatmap.words.title.flatMap { TextMeasure().wrapped($0, to: titleColumns) }

    top =
      Drawing.padding + titleLines.count * Drawing.titleLine
      + (heatmap.showsMonths ? Drawing.fontSize + 5 : 0)
    height =
      top + 7 * Drawing.pitch - (Drawing.pitch - Drawing.cell)
      + (heatmap.showsLegend ? 2 * Drawing.cell : 0) + Drawing.padding
  }

  static var titleLine: Int { titleSize + 7 }

  static func isLabeled(_ weekday: Weekday) -> Bool {
    [.monday, .wednesday, .friday].contains(weekday)
  }

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
  func opening(title: String, description: String, language: String) -> String {
    let tag = language.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    let lang = tag.isEmpty ? "" : #" xml:lang="\#(tag)""#
    let descriptionID = description.isEmpty ? "" : " d"
    var text =
      #"<svg xmlns="http://www.w3.org/2000/svg"\#(lang) width="\#(width)" height="\#(height)""#
      + #" viewBox="0 0 \#(width) \#(height)" role="img" aria-labelledby="t\#(descriptionID)""#
      + #" font-family="system-ui,-apple-system,sans-serif" font-size="\#(Drawing.fontSize)">"#
      + "\n" + #"<title id="t">\#(XML.escaped(title))</title>"# + "\n"
    if !description.isEmpty {
      text += #"<desc id="d">\#(XML.escaped(description))</desc>"# + "\n"
    }
    return text
  }

  /// Style rules with a class for each level except 0, which most days have.
  static func styleSheet(for theme: Theme) -> String {
    // The stroke around a cell rounds its corners.
    "<style>path{stroke-width:2;stroke-linejoin:round}.h{font-size:\(titleSize)px;font-weight:600}"
      + colors(of: theme, on: .light)
      + "@media(prefers-color-scheme:dark){" + colors(of: theme, on: .dark) + "}</style>\n"
  }

  private static func colors(of theme: Theme, on background: Background) -> String {
    let levels = zip(["path", ".a", ".b", ".c", ".d"], theme.ramp(on: background).colors)
      .map { "\($0){fill:\($1.hex);stroke:\($1.hex)}" }.joined()
    let text = background == .light ? LightHue.muted : DarkHue.muted
    return ".p{fill:\(theme.pageColor[background].hex)}text{fill:\(text.color.hex)}"
      + ".h{fill:\(theme.textColors[background].accent.color.hex)}" + levels
  }

  /// The background and all text.
  func backgroundAndText() -> String {
    var text = #"<rect class="p" width="\#(width)" height="\#(height)" rx="6"/>"# + "\n"
    for (index, line) in titleLines.enumerated() {
      let y = Drawing.padding + index * Drawing.titleLine + Drawing.titleSize - 2
      text += label(line, x: Drawing.padding, y: y, "class=\"h\"")
    }
    if heatmap.showsMonths {
      let labels = weeks.monthLabels(
        in: heatmap.span, pitch: Drawing.pitch, gap: Drawing.column,
        end: width - Drawing.padding - left, words: heatmap.words, width: Drawing.width)
      for month in labels {
        text += label(month.text, x: left + month.week * Drawing.pitch, y: top - 6)
      }
    }
    if heatmap.showsWeekdays {
      for row in 0..<7 {
        let weekday = weeks.day(inWeek: 0, row: row).weekday
        guard Drawing.isLabeled(weekday) else { continue }
        text += label(
          heatmap.words.name(of: weekday), x: left - 6,
          y: top + row * Drawing.pitch + Drawing.cell - 1, "text-anchor=\"end\"")
      }
    }
    return heatmap.showsLegend ? text + legend() : text
  }

  private func legend() -> String {
    let y = height - Drawing.padding - Drawing.cell
    if let scale = heatmap.scale { return legend(of: scale, y: y) }
    var x = width - Drawing.padding - Drawing.width(heatmap.words.more)
    var text = label(heatmap.words.more, x: x, y: y + Drawing.cell - 1)
    x -= ColorRamp.levels.count * Drawing.pitch + 1
    text += #"<g transform="translate(\#(x) \#(y))">"#
    for level in ColorRamp.levels {
      text += path(level: level, x: level * Drawing.pitch, row: 0) + "/>"
    }
    return text + "</g>\n"
      + label(heatmap.words.less, x: x - 5, y: y + Drawing.cell - 1, "text-anchor=\"end\"")
  }

  /// The levels with their labels, right-aligned.
  private func legend(of scale: HeatmapScale, y: Int) -> String {
    let steps = scale.labels
    var x = width - Drawing.padding - steps.reduce(0) { $0 + Drawing.stepWidth($1) }
    var text = ""
    for step in steps {
      text += #"<g transform="translate(\#(x) \#(y))">"#
      text += path(level: step.level, x: 0, row: 0) + "/></g>\n"
      text += label(step.label, x: x + Drawing.pitch, y: y + Drawing.cell - 1)
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
        text += "><title>\(XML.escaped(title(day)))</title></path>"
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

  private func label(_ text: String, x: Int, y: Int, _ attributes: String = "") -> String {
    guard !text.isEmpty else { return "" }
    let suffix = attributes.isEmpty ? "" : " " + attributes
    return #"<text x="\#(x)" y="\#(y)"\#(suffix)>\#(XML.escaped(text))</text>"# + "\n"
  }
}

/// Escaping of text for XML.
enum XML {
  /// Escapes text for XML content and attribute values. Characters that XML does not allow are made
  /// visible or replaced.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in visible(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
