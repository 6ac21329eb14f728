import Terminal

extension String {
  /// The text on one line, escaped so that Markdown does not interpret it. Markdown reads scalars: a
  /// bracket with a combining mark is a bracket too.
  var escapedForMarkdown: String {
    let scalars = Array(String(map { $0.isNewline ? " " : $0 }).unicodeScalars)
    var escaped = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let last = index > 0 ? scalars[index - 1] : nil
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      let isMarkup =
        switch scalar {
        case "\\", "`", "*", "[", "]", "<": true
        // An underscore within a word is only an underscore.
        case "_": !(last?.isWordLetter ?? false && next?.isWordLetter ?? false)
        case ">": last == nil
        // A number sign begins a heading or the number of an issue.
        case "#": last == nil || next?.properties.numericType != nil
        default: false
        }
      if isMarkup { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  /// The text escaped for HTML, both between tags and in attributes. Control characters are made
  /// visible.
  var escapedForHTML: String {
    var escaped = ""
    for scalar in visible(self, keepingNewlines: true).unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension Unicode.Scalar {
  fileprivate var isWordLetter: Bool {
    properties.isAlphabetic || properties.numericType != nil || self == "_"
  }
}
