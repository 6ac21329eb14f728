/// Tags are written with a `#` before them; their names are without it, and without spaces at either
/// end.
public enum Tag {
  /// The name in what was typed, or saved by version 0.1.0, which kept the sign.
  public static func name(_ text: some StringProtocol) -> String {
    var name = Substring(text).drop { isSign($0) || $0.isWhitespace }
    while name.last?.isWhitespace == true { name.removeLast() }
    return String(name)
  }

  /// `#`, or as the keyboards of East Asia also write it, as wide as a letter of theirs.
  private static func isSign(_ letter: Character) -> Bool { letter == "#" || letter == "\u{FF03}" }

  /// The names of some tags, each once.
  public static func names(_ tags: some Sequence<String>) -> [String] {
    var seen: Set<String> = []
    return tags.map { name($0) }.filter { seen.insert($0.lowercased()).inserted }
  }

  /// `#perf #slow`
  public static func line(_ tags: some Sequence<String>) -> String {
    names(tags).map { "#\($0)" }.joined(separator: " ")
  }
}
