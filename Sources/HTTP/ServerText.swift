/// Shortens the text of a server to one line, so that it can be shown in a message.
public enum ServerText {
  public static let longest = 200

  public static func bounded(_ text: some StringProtocol, to length: Int = longest) -> String {
    var line = ""
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < length else { return line + "…" }
      count += 1
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .format: line.unicodeScalars.append(" ")
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }
}
