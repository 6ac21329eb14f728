/// Replaces the symbols in the program's own text, for terminals that show only ASCII.
enum ASCII {
  static func spelled(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var spelled = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "→": spelled += "->"
      case "←": spelled += "<-"
      case "↑": spelled += "Up"
      case "↓": spelled += "Down"
      case "…": spelled += "..."
      case "–", "—", "−", "‐": spelled += "-"
      case "“", "”", "„": spelled += "\""
      case "‘", "’": spelled += "'"
      case "·", "•": spelled += "*"
      case "×": spelled += "x"
      case "°": break
      case "✓": spelled += "ok"
      case "✗": spelled += "x"
      case "\u{A0}", "\u{202F}", "\u{2009}": spelled += " "
      case let scalar where scalar.isASCII: spelled.unicodeScalars.append(scalar)
      default: spelled += "?"
      }
    }
    return spelled
  }
}
