/// Streaks as an SVG image: large numbers with a sentence below each. It follows the light or dark color
/// scheme of the viewer, and draws its own background.
public struct StreakSVG: Hashable, Sendable {
  public struct Number: Hashable, Sendable {
    public var value: String
    public var sentence: String

    public init(value: String, sentence: String) {
      self.value = value
      self.sentence = sentence
    }
  }

  /// The SVG document.
  public let text: String

  private static let width = 480
  private static let padding = 16
  private static let titleSize = 13
  private static let valueSize = 32
  private static let sentenceSize = 11
  /// The estimated width of a terminal column in a proportional font, rather too large.
  private static let column = 6
  private static let line = 16

  /// - Parameters:
  ///   - rule: how days are counted, for people who do not see the image.
  ///   - language: the language tag of these texts.
  public init(title: String, _ numbers: [Number], rule: String, theme: Theme, language: String) {
    let part = (Self.width - Self.padding) / max(1, numbers.count)
    let sentences = numbers.map {
      TextMeasure().wrapped($0.sentence, to: (part - Self.padding) / Self.column)
    }
    let top = Self.padding + Self.titleSize + 14
    let height =
      top + Self.valueSize + (sentences.map(\.count).max() ?? 0) * Self.line + Self.padding
    let description = (numbers.map(\.sentence) + [rule]).joined(separator: " ")
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" xml:lang="\(XML.escaped(language))" \
      width="\(Self.width)" height="\(height)" viewBox="0 0 \(Self.width) \(height)" role="img" \
      aria-labelledby="t d" font-family="system-ui,-apple-system,sans-serif">
      <title id="t">\(XML.escaped(title))</title>
      <desc id="d">\(XML.escaped(description))</desc>
      <style>\(Self.colors(of: theme, on: .light))\
      @media(prefers-color-scheme:dark){\(Self.colors(of: theme, on: .dark))}</style>
      <rect class="p" width="\(Self.width)" height="\(height)" rx="6"/>
      <text class="h" x="\(Self.padding)" y="\(Self.padding + Self.titleSize - 2)" \
      font-size="\(Self.titleSize)" font-weight="600">\(XML.escaped(title))</text>

      """
    for (index, number) in numbers.enumerated() {
      let x = Self.padding + index * part
      text += """
        <text class="n" x="\(x)" y="\(top + Self.valueSize - 8)" font-size="\(Self.valueSize)" \
        font-weight="600">\(XML.escaped(number.value))</text>

        """
      for (row, sentence) in sentences[index].enumerated() {
        let y = top + Self.valueSize + row * Self.line + Self.sentenceSize
        text += """
          <text x="\(x)" y="\(y)" font-size="\(Self.sentenceSize)">\(XML.escaped(sentence))</text>

          """
      }
    }
    self.text = text + "</svg>\n"
  }

  private static func colors(of theme: Theme, on background: Background) -> String {
    let colors = theme.webColors(on: background)
    return ".p{fill:\(colors.page)}text{fill:\(colors.quiet)}.n{fill:\(colors.text)}"
      + ".h{fill:\(colors.accent)}"
  }
}
