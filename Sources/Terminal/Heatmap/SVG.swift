import Diary

/// What the SVG images have in common.
public enum SVG {
  /// An image that follows the light or dark color scheme of the viewer. It draws its own background,
  /// because the page around it may use another scheme.
  ///
  /// - Parameters:
  ///   - attributes: more attributes of the image.
  ///   - rules: style rules for both color schemes.
  ///   - colors: style rules for one of them.
  public static func document(
    width: Int, height: Int, theme: Theme, title: String, description: String, language: String,
    attributes: String = "", rules: String = "", colors: (Theme, Background) -> String,
    shapes: String
  ) -> String {
    let tag = language.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    func all(_ background: Background) -> String {
      let web = theme.webColors(on: background)
      return ".p{fill:\(web.page)}text{fill:\(web.quiet)}" + colors(theme, background)
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" xml:lang="\(tag)" \
      width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" role="img" \
      aria-labelledby="t d" font-family="system-ui,-apple-system,sans-serif"\(attributes)>
      <title id="t">\(escaped(title))</title>
      <desc id="d">\(escaped(description))</desc>
      <style>\(rules)\(all(.light))@media(prefers-color-scheme:dark){\(all(.dark))}</style>
      <rect class="p" width="\(width)" height="\(height)" rx="6"/>

      """ + shapes + "</svg>\n"
  }

  public static func label(_ text: String, x: Int, y: Int, _ attributes: String = "") -> String {
    guard !text.isEmpty else { return "" }
    let suffix = attributes.isEmpty ? "" : " " + attributes
    return "<text x=\"\(x)\" y=\"\(y)\"\(suffix)>\(escaped(text))</text>\n"
  }

  /// Escapes text for XML content and attribute values. Characters that XML does not allow are made
  /// visible or replaced.
  public static func escaped(_ text: String) -> String {
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
