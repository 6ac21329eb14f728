import Terminal

extension String {
  /// On one line of Markdown, without becoming markup.
  var escapedForMarkdown: String {
    var escaped = ""
    for letter in self {
      if "\\`*_[]<>#".contains(letter) { escaped.append("\\") }
      escaped.append(letter.isNewline ? " " : letter)
    }
    return escaped
  }

  /// In HTML, between tags and in quotes, with control characters made visible.
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
