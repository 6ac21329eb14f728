import Terminal

extension String {
  /// The text on one line, escaped so that Markdown does not interpret it.
  var escapedForMarkdown: String {
    var escaped = ""
    for letter in self {
      if "\\`*_[]<>#".contains(letter) { escaped.append("\\") }
      escaped.append(letter.isNewline ? " " : letter)
    }
    return escaped
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
