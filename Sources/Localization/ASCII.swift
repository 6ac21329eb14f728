/// The signs of the program's own words, for terminals that take ASCII alone.
enum ASCII {
  static func spelled(_ words: String) -> String {
    if words.utf8.allSatisfy({ $0 < 0x80 }) { return words }
    var spelled = ""
    for scalar in words.unicodeScalars {
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
