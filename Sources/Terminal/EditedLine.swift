/// The text of a `LineEditor` and its cursor, as a value without a terminal.
///
/// A pasted text may have several lines; they are shown on one row, with a mark for each break.
public struct EditedLine: Hashable, Sendable {
  /// The text before and after the cursor.
  private(set) var before: String
  private(set) var after = ""

  public init(_ text: String) {
    before = text
  }

  public var text: String { before + after }

  public mutating func insert(_ text: String) { before += text }

  /// Handles a key, and returns the answer if the line ends.
  public mutating func handle(_ key: Key) -> LineAnswer? {
    switch key {
    case .enter: return .entered(text)
    // Ctrl-D ends the input; the typed text is the answer.
    case .control("d"): return .entered(text)
    case .control("c"): return .interrupted(text)
    case .text(let text), .textWithKey(let text, _): insert(text)
    case .pasted(let text): insert(Self.withPlainBreaks(text))
    case .tab: insert(" ")
    case .backspace: if !before.isEmpty { before.removeLast() }
    case .delete: if !after.isEmpty { after.removeFirst() }
    case .left, .control("b"): move(by: -1)
    case .right, .control("f"): move(by: 1)
    case .home, .control("a"): (before, after) = ("", text)
    case .end, .control("e"): (before, after) = (text, "")
    case .control("u"): before = ""
    case .control("k"): after = ""
    case .control("w"): deleteWord()
    default: break
    }
    return nil
  }

  private mutating func move(by steps: Int) {
    if steps < 0, let last = before.popLast() {
      after = String(last) + after
    } else if steps > 0, !after.isEmpty {
      before.append(after.removeFirst())
    }
  }

  private mutating func deleteWord() {
    while before.last?.isWhitespace == true { before.removeLast() }
    while let last = before.last, !last.isWhitespace { before.removeLast() }
  }

  /// Terminals send a carriage return for each line break of a pasted text.
  private static func withPlainBreaks(_ text: String) -> String {
    String(text.map { $0 == "\r" || $0 == "\r\n" ? "\n" : $0 }.filter { $0 != "\0" })
  }

  /// The part of the line around the cursor that fits, and the column of the cursor. The last
  /// column stays free, because terminals wrap after it.
  public func view(
    after prompt: String, columns: Int, on screen: Screen
  ) -> (line: StyledText, cursor: Int) {
    let measure = screen.measure
    let width = max(columns - 1, 1)
    let shown = measure.width(of: prompt) <= width / 2 ? StyledText(prompt, .accent) : ""
    let room = width - shown.width(on: screen)
    // With few exceptions, a character takes at least one column, so no more of them fit.
    let right = Array(visible(String(after.prefix(room)), ascii: !screen.unicode))
    let left = Array(visible(String(before.suffix(room)), ascii: !screen.unicode))
    var used = 0
    let reserved = min(right.reduce(0) { $0 + measure.width(of: $1) }, room / 4)
    let tail = left.reversed().prefix {
      used += measure.width(of: $0)
      return used <= room - reserved
    }
    let start = String(tail.reversed())
    let cursor = measure.width(of: start)
    let rest = measure.truncated(String(right), to: room - cursor, ellipsis: "")
    return (shown + StyledText(start + rest), shown.width(on: screen) + cursor)
  }
}
