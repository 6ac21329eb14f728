/// Reads, a byte at a time, what a terminal answers to `BackgroundQuery`: its background colour,
/// and after that what kind of terminal it is, which all of them can say. Whatever else comes is
/// somebody typing.
struct BackgroundAnswer {
  /// The colour, where it was told.
  private(set) var color: RGB?
  /// Whether the last of the answers has come.
  private(set) var isComplete = false
  private var state = State.text

  private enum State {
    case text
    case escape
    /// A sequence that ends with a letter, and whether it is one that only terminals send.
    case control(isAnswer: Bool, isFirst: Bool)
    /// A command to or from the system, and what it says so far.
    case command([UInt8])
    case commandEscape([UInt8])
  }

  /// The longest answer is `11;rgba:ffff/ffff/ffff/ffff`.
  private static let longest = 64

  mutating func read(_ byte: UInt8) {
    switch (state, byte) {
    case (.command(let said), 0x1B): state = .commandEscape(said)
    case (.commandEscape(let said), UInt8(ascii: "\\")), (.command(let said), 0x07):
      finish(said)
    case (.command(let said), _):
      state = said.count < BackgroundAnswer.longest ? .command(said + [byte]) : .text
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

  private mutating func finish(_ said: [UInt8]) {
    state = .text
    color = RGB(answer: said) ?? color
  }
}

extension RGB {
  /// Reads `11;rgb:1e1e/1e1e/1e1e`, with one to four digits each; what is behind a fourth slash is
  /// how opaque it is.
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
  /// Reads hexadecimal digits as a share of the largest number that has as many.
  fileprivate init?(ofAnyDepth digits: Substring) {
    guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit),
      let value = Int(digits, radix: 16)
    else { return nil }
    let largest = (1 << (4 * digits.utf8.count)) - 1
    self.init((value * 255 + largest / 2) / largest)
  }
}
