import Terminal

extension String {
  /// The text on one line, escaped so that Markdown does not interpret it.
  var escapedForMarkdown: String {
    var escaped = ""
    var last: Character?
    for (index, letter) in zip(indices, self) {
      let next = self[self.index(after: index)...].first
      let isMarkup =
        switch letter {
        case "\\", "`", "*", "[", "]", "<": true
        // An underscore within a word is only an underscore.
        case "_": !(last?.isWordLetter ?? false && next?.isWordLetter ?? false)
        case ">": last == nil
        // A number sign begins a heading or the number of an issue.
        case "#": last == nil || next?.isNumber ?? false
        default: false
        }
      if isMarkup { escaped.append("\\") }
      escaped.append(letter.isNewline ? " " : letter)
      last = letter
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

extension Character {
  fileprivate var isWordLetter: Bool { isLetter || isNumber || self == "_" }
}
