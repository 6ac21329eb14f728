/// Parses the answer of a terminal to `BackgroundQuery` byte by byte: the background color,
/// followed by the device attributes, which every terminal reports. All other input comes from the
/// user.
struct BackgroundAnswer {
  /// The color, if the terminal reported one.
  private(set) var color: RGB?
  /// Whether the device attributes have arrived.
  private(set) var isComplete = false
  private var state = State.text

  private enum State {
    case text
    case escape
    /// A CSI sequence; `isAnswer` means that only terminals send it.
    case control(isAnswer: Bool, isFirst: Bool)
    /// An OSC sequence and its content so far.
    case command([UInt8])
    case commandEscape([UInt8])
  }

  /// Longer content does not come from the query, whose longest answer is
  /// `11;rgba:ffff/ffff/ffff/ffff`.
  private static let maxLength = 64

  mutating func read(_ byte: UInt8) {
    switch (state, byte) {
    case (.command(let content), 0x1B): state = .commandEscape(content)
    case (.commandEscape(let content), UInt8(ascii: "\\")), (.command(let content), 0x07):
      finish(content)
    case (.command(let content), _):
      state = content.count < BackgroundAnswer.maxLength ? .command(content + [byte]) : .text
    case (_, 0x1B): state = .escape
    case (.escape, UInt8(ascii: "]")), (.commandEscape, UInt8(ascii: "]")): state = .command([])
    case (.escape, UInt8(ascii: "[")), (.commandEscape, UInt8(ascii: "[")):
      state = .control(isAnswer: false, isFirst: true)
    case (.control(let isAnswer, let isFirst), _): control(byte, isAnswer, isFirst)
    default: state = .text
    }
  }

  private mutating func control(_ byte: UInt8, _ isAnswer: Bool, _ isFirst: Bool) {
    switch byte {
    case UInt8(ascii: "?") where isFirst: state = .control(isAnswer: true, isFirst: false)
    case UInt8(ascii: "c"):
      state = .text
      isComplete = isComplete || isAnswer
    case 0x20..<0x40: state = .control(isAnswer: isAnswer, isFirst: false)
    default: state = .text
    }
  }

  private mutating func finish(_ content: [UInt8]) {
    state = .text
    color = RGB(answer: content) ?? color
  }
}

extension RGB {
  /// Parses `11;rgb:1e1e/1e1e/1e1e`, with one to four digits per component. A fourth component is
  /// the opacity and is ignored.
  fileprivate init?(answer: [UInt8]) {
    let text = String(decoding: answer, as: UTF8.self)
    guard let prefix = ["11;rgb:", "11;rgba:"].first(where: text.hasPrefix) else { return nil }
    let parts = text.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == (prefix == "11;rgb:" ? 3 : 4) else { return nil }
    let bytes = parts.compactMap(UInt8.init(ofAnyDepth:))
    guard bytes.count == parts.count else { return nil }
    self.init(red: bytes[0], green: bytes[1], blue: bytes[2])
  }
}

extension UInt8 {
  /// Parses one to four hexadecimal digits and scales the value to 8 bits.
  fileprivate init?(ofAnyDepth digits: Substring) {
    guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit),
      let value = Int(digits, radix: 16)
    else { return nil }
    let largest = (1 << (4 * digits.utf8.count)) - 1
    self.init((value * 255 + largest / 2) / largest)
  }
}
