import Diary
import JSON

/// The text of an entry in Day One is Markdown in which most punctuation is escaped.
enum DayOneText {
  /// The text with its first line as the title. Day One makes it a heading. A photo is not a title.
  static func entryText(_ text: String, tags: [String] = []) -> Text {
    let plain = unescaped(text)
    var entry = Text(written: plain, tags: tags)
    if entry.title.hasPrefix("# ") {
      entry.title = String(entry.title.dropFirst(2).trimmed)
    } else if entry.title.hasPrefix("![](dayone-moment:") {
      let first = plain.firstIndex { !$0.isWhitespace } ?? plain.endIndex
      let last = plain.lastIndex { !$0.isWhitespace } ?? plain.startIndex
      (entry.title, entry.body) = ("", String(plain[first...last]))
    }
    return entry
  }

  /// - Parameter hasHeading: whether the title is to be a heading. It becomes one too if the text would
  ///   have another title without.
  static func written(_ text: Text, hasHeading: Bool = true) -> String {
    let title = text.title.isEmpty || !hasHeading ? text.title : "# \(text.title)"
    let space = text.title.isEmpty || text.body.isEmpty ? "" : "\n\n"
    let written = escaped(title + space + text.body)
    if hasHeading || entryText(written).title == text.title { return written }
    return self.written(text)
  }

  /// The text of an entry that has only rich text.
  static func plain(richText: String) -> String {
    let value = try? JSONParser.parse(Array(richText.utf8))
    return (value?["contents"]?.array ?? []).compactMap { $0["text"]?.string }.joined()
  }

  /// Removes the backslashes before punctuation, but not in code.
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(backslash) else { return text }
    return replacing(text) { next, output in
      output.append(next)
      return 2
    }
  }

  /// Escapes the backslashes that `unescaped` would remove.
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(backslash) else { return text }
    return replacing(text) { _, output in
      output += [backslash, backslash]
      return 1
    }
  }

  private static let backslash = UInt8(ascii: "\\")
  private static let backtick = UInt8(ascii: "`")

  /// Passes each punctuation character that follows a backslash outside of code to `replace`, which
  /// returns how many bytes it has replaced.
  private static func replacing(
    _ text: String, _ replace: (UInt8, inout [UInt8]) -> Int
  ) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count)
    var isInFence = false
    for line in Array(text.utf8).split(separator: 0x0A, omittingEmptySubsequences: false) {
      if !output.isEmpty || line.startIndex > 0 { output.append(0x0A) }
      let isFence = line.drop { $0 == 0x20 }.starts(with: [backtick, backtick, backtick])
      if isFence { isInFence.toggle() }
      if isFence || isInFence {
        output += line
      } else {
        append(line, to: &output, replace)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func append(
    _ line: ArraySlice<UInt8>, to output: inout [UInt8],
    _ replace: (UInt8, inout [UInt8]) -> Int
  ) {
    var position = line.startIndex
    let lastTick = line.lastIndex(of: backtick) ?? line.startIndex
    while position < line.endIndex {
      let byte = line[position]
      if byte == backslash, position + 1 < line.endIndex, line[position + 1].isPunctuation {
        position += replace(line[position + 1], &output)
      } else if byte == backtick, position < lastTick,
        let end = line[(position + 1)...].firstIndex(of: backtick)
      {
        output += line[position...end]
        position = end + 1
      } else {
        output.append(byte)
        position += 1
      }
    }
  }
}

extension UInt8 {
  /// Whether Markdown allows a backslash before it.
  fileprivate var isPunctuation: Bool {
    (0x21...0x7E).contains(self) && !isASCIILetterOrDigit
  }
}
