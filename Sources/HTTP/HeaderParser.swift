import Diary

/// Reads the head of an answer, line after line, as the library hands it over: those of interim
/// answers go before it, the fields of a trailer come after the body.
struct HeaderParser {
  /// For all lines together.
  static let limit = 64 << 10

  private(set) var status = 0
  private(set) var headers = HTTPHeaders()
  private(set) var isComplete = false

  private var size = 0
  /// A field may go on in the next line, so it waits here until that has begun.
  private var pending: (name: String, value: String)?

  /// False if the head makes no sense, or there is too much of it.
  mutating func read(_ line: some BidirectionalCollection<UInt8>) -> Bool {
    size += line.count
    guard size <= HeaderParser.limit else { return false }
    if isComplete { return true }
    let end = line.lastIndex { $0 != 0x0D && $0 != 0x0A }.map(line.index(after:))
    let text = line[..<(end ?? line.startIndex)]
    if text.starts(with: "HTTP/".utf8) { return begin(text) }
    guard status != 0 else { return false }
    guard let first = text.first else { return finish() }
    if first == 0x20 || first == 0x09 {
      pending?.value += " " + String(decoding: text.dropFirst(), as: UTF8.self)
    } else {
      settle()
      if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
        pending = (
          String(decoding: text[..<colon], as: UTF8.self),
          String(decoding: text[line.index(after: colon)..<text.endIndex], as: UTF8.self)
        )
      }
    }
    return true
  }

  private mutating func begin(_ line: some Collection<UInt8>) -> Bool {
    let digits = line.drop { $0 != 0x20 }.dropFirst().prefix { $0 != 0x20 }
    guard digits.count == 3, digits.allSatisfy(\.isASCIIDigit) else { return false }
    status = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    headers = HTTPHeaders()
    pending = nil
    return status >= 100
  }

  private mutating func settle() {
    if let (name, value) = pending { headers.add(name, value) }
    pending = nil
  }

  private mutating func finish() -> Bool {
    settle()
    if status < 200 {
      status = 0
    } else {
      isComplete = true
    }
    return hasSoundLength
  }

  /// The library takes a length that it cannot read for none, and then any end for the right one.
  private var hasSoundLength: Bool {
    let lengths = headers.all("content-length")
    return lengths.allSatisfy { text in
      text == lengths[0] && text.utf8.allSatisfy(\.isASCIIDigit) && Int(text) != nil
    }
  }
}
