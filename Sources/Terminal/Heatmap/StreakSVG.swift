/// A streak as an SVG image: how long it is, and a bar of how far it is towards the longest. It
/// follows the light or dark color scheme of the viewer, and draws its own background.
public struct StreakSVG: Hashable, Sendable {
  public struct Bar: Hashable, Sendable {
    /// From 0 to 1.
    public var filled: Double
    /// What the whole bar stands for, below its start.
    public var goal: String
    /// What is left, below its end.
    public var rest: String

    public init(filled: Double, goal: String, rest: String) {
      self.filled = filled
      self.goal = goal
      self.rest = rest
    }
  }

  public var title: String
  /// The length, in large letters.
  public var headline: String
  /// What is said below it.
  public var remark = ""
  public var bar: Bar?
  /// What the image shows, and how days are counted, for people who do not see it.
  public var description: String
  public var theme: Theme
  /// The language tag of these texts.
  public var language: String

  private static let width = 480
  private static let padding = 16
  private static let smallSize = 11
  /// The estimated width of a terminal column in small letters, rather too large.
  private static let column = 6
  private static let line = 16

  public init(title: String, headline: String, description: String, theme: Theme, language: String)
  {
    self.title = title
    self.headline = headline
    self.description = description
    self.theme = theme
    self.language = language
  }

  /// The SVG document.
  public var text: String {
    var shapes = ""
    var y = Self.padding + 11
    func add(_ words: String, _ attributes: String, x: Int = Self.padding) {
      shapes += "<text x=\"\(x)\" y=\"\(y)\" \(attributes)>\(XML.escaped(words))</text>\n"
    }
    let small = "font-size=\"\(Self.smallSize)\""
    add(title, "class=\"h\" font-size=\"13\" font-weight=\"600\"")
    y += 36
    add(headline, "class=\"n\" font-size=\"26\" font-weight=\"600\"")
    if !remark.isEmpty {
      y += Self.line + 4
      add(remark, small)
    }
    if let bar {
      y += 14
      let whole = Self.width - 2 * Self.padding
      for (name, width) in [("b", whole), ("f", Int(Double(whole) * bar.filled))] {
        shapes += """
          <rect class="\(name)" x="\(Self.padding)" y="\(y)" width="\(width)" height="8" rx="4"/>

          """
      }
      y += 8 + Self.line
      add(bar.goal, small)
      // Beside what the bar stands for, or below where that is too long.
      let measure = TextMeasure()
      let columns = measure.width(of: bar.goal) + measure.width(of: bar.rest) + 2
      if columns * Self.column > whole { y += Self.line }
      if !bar.rest.isEmpty {
        add(bar.rest, small + " text-anchor=\"end\"", x: Self.width - Self.padding)
      }
    }
    let height = y + Self.padding
    return """
      <svg xmlns="http://www.w3.org/2000/svg" xml:lang="\(XML.escaped(language))" \
      width="\(Self.width)" height="\(height)" viewBox="0 0 \(Self.width) \(height)" role="img" \
      aria-labelledby="t d" font-family="system-ui,-apple-system,sans-serif">
      <title id="t">\(XML.escaped(title))</title>
      <desc id="d">\(XML.escaped(description))</desc>
      <style>\(colors(on: .light))\
      @media(prefers-color-scheme:dark){\(colors(on: .dark))}</style>
      <rect class="p" width="\(Self.width)" height="\(height)" rx="6"/>

      """ + shapes + "</svg>\n"
  }

  private func colors(on background: Background) -> String {
    let colors = theme.webColors(on: background)
    return ".p{fill:\(colors.page)}text{fill:\(colors.quiet)}.n{fill:\(colors.text)}"
      + ".h,.f{fill:\(colors.accent)}.b{fill:\(colors.line)}"
  }
}
