import Diary

/// Emphasis, code and links within a paragraph.
struct MarkdownInline {
  private let text: [UInt8]
  fileprivate var parts: [Part] = []
  private var pending: [UInt8] = []
  private var position = 0
  /// The places of opening brackets in `parts`.
  private var brackets: [Int] = []
  /// From where on no code with so many marks ends, by their number.
  private var codeWithoutEnd: [Int: Int] = [:]

  fileprivate enum Part {
    case html([UInt8])
    /// Marks of emphasis that are not matched yet.
    case marks(Marks)
    /// A bracket that may begin a link.
    case bracket
  }

  fileprivate struct Marks {
    var character: UInt8
    var count: Int
    var canOpen: Bool
    var canClose: Bool
    /// What is written in place of matched marks, before and after those that are left.
    var before: [UInt8] = []
    var after: [UInt8] = []
  }

  /// An address that is longer is text.
  private static let longestAddress = 2_000

  static func html(_ text: [UInt8]) -> [UInt8] {
    var inline = MarkdownInline(text: text)
    inline.scan()
    inline.match(from: 0)
    return inline.parts.flatMap { $0.written }
  }

  private init(text: [UInt8]) { self.text = text }

  // MARK: Scanning

  private mutating func scan() {
    while position < text.count {
      let byte = text[position]
      switch byte {
      case UInt8(ascii: "\\"): scanEscape()
      case UInt8(ascii: "`"): scanCode()
      case UInt8(ascii: "*"), UInt8(ascii: "_"): scanMarks(byte)
      case UInt8(ascii: "["):
        flush()
        brackets.append(parts.count)
        parts.append(.bracket)
        position += 1
      case UInt8(ascii: "]"): scanEndOfLink()
      case UInt8(ascii: "<"): scanAddressInBrackets()
      case UInt8(ascii: "h"): scanAddress()
      case UInt8(ascii: "\n"):
        pending += "<br/>\n".utf8
        position += 1
      default:
        append(byte)
        position += 1
      }
    }
    flush()
  }

  private mutating func append(_ byte: UInt8) { pending += CollectionOfOne(byte).escapedForHTML }

  private mutating func flush() {
    guard !pending.isEmpty else { return }
    parts.append(.html(pending))
    pending = []
  }

  private mutating func scanEscape() {
    let next = position + 1
    if next < text.count, text[next] == UInt8(ascii: "\n") {
      position = next
    } else if next < text.count, text[next].isPunctuation {
      append(text[next])
      position = next + 1
    } else {
      append(text[position])
      position += 1
    }
  }

  /// Code ends with as many marks as it begins with.
  private mutating func scanCode() {
    let start = position
    var end = start
    while end < text.count, text[end] == UInt8(ascii: "`") { end += 1 }
    let count = end - start
    var index = end
    if codeWithoutEnd[count] ?? .max > start {
      while index < text.count {
        guard text[index] == UInt8(ascii: "`") else {
          index += 1
          continue
        }
        let first = index
        while index < text.count, text[index] == UInt8(ascii: "`") { index += 1 }
        guard index - first == count else { continue }
        var code = text[end..<first].map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
        if code.count > 2, code.first == UInt8(ascii: " "), code.last == UInt8(ascii: " ") {
          code = Array(code.dropFirst().dropLast())
        }
        pending += "<code>".utf8 + code.escapedForHTML + Array("</code>".utf8)
        position = index
        return
      }
      codeWithoutEnd[count] = start
    }
    pending += text[start..<end]
    position = end
  }

  // MARK: Links

  private mutating func scanEndOfLink() {
    let place = position
    position += 1
    guard let opening = brackets.popLast() else { return append(UInt8(ascii: "]")) }
    guard position < text.count, text[position] == UInt8(ascii: "("),
      let (address, end) = address(from: position + 1)
    else {
      position = place + 1
      return append(UInt8(ascii: "]"))
    }
    flush()
    match(from: opening + 1)
    let content = parts[(opening + 1)...].flatMap { $0.written }
    parts.removeSubrange(opening...)
    parts.append(.html(Self.link(address, content)))
    // There is no link within a link.
    brackets = []
    position = end
  }

  /// The address in parentheses that begins here, and where they end.
  private func address(from start: Int) -> (ArraySlice<UInt8>, Int)? {
    var index = start
    var depth = 0
    let isBracketed = index < text.count && text[index] == UInt8(ascii: "<")
    while index < text.count, index - start <= Self.longestAddress {
      let byte = text[index]
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") {
        if depth == 0 {
          var address = text[start..<index]
          if isBracketed, address.last == UInt8(ascii: ">") {
            address = address.dropFirst().dropLast()
          }
          return Self.isAllowed(address) ? (address, index + 1) : nil
        }
        depth -= 1
      }
      if byte <= UInt8(ascii: " ") { return nil }
      index += 1
    }
    return nil
  }

  private mutating func scanAddressInBrackets() {
    let rest = text[(position + 1)...].prefix(Self.longestAddress)
    if let end = rest.firstIndex(where: { $0 == UInt8(ascii: ">") || $0 <= UInt8(ascii: " ") }),
      text[end] == UInt8(ascii: ">"), Self.isAllowed(text[(position + 1)..<end])
    {
      let address = text[(position + 1)..<end]
      pending += Self.link(address, address.escapedForHTML)
      position = end + 1
    } else {
      append(text[position])
      position += 1
    }
  }

  /// An address in the text, without the punctuation behind it.
  private mutating func scanAddress() {
    let isWithinWord = position > 0 && text[position - 1].isWordByte
    let rest = text[position...]
    guard !isWithinWord, brackets.isEmpty,
      rest.starts(with: "https://".utf8) || rest.starts(with: "http://".utf8)
    else {
      append(text[position])
      position += 1
      return
    }
    var address = rest.prefix(Self.longestAddress).prefix {
      $0 > UInt8(ascii: " ") && !"<>\"`".utf8.contains($0)
    }
    while let last = address.last, ".,:;!?'*_".utf8.contains(last) { address.removeLast() }
    if address.last == UInt8(ascii: ")"), !address.contains(UInt8(ascii: "(")) {
      address.removeLast()
    }
    pending +=
      Self.isAllowed(address) ? Self.link(address, address.escapedForHTML) : address.escapedForHTML
    position += address.count
  }

  private static func link(_ address: ArraySlice<UInt8>, _ content: [UInt8]) -> [UInt8] {
    var html = Array("<a href=\"".utf8)
    for byte in address {
      // Addresses do not have these characters, but people type them.
      if "\"\\^`{|}[]".utf8.contains(byte) {
        html += "%\(String(byte, radix: 16, uppercase: true))".utf8
      } else {
        html += CollectionOfOne(byte).escapedForHTML
      }
    }
    return html + "\">".utf8 + content + "</a>".utf8
  }

  /// Only pages and mail: other addresses may run a program.
  private static func isAllowed(_ address: ArraySlice<UInt8>) -> Bool {
    let lower = String(decoding: address.prefix(8), as: UTF8.self).lowercased()
    for scheme in ["https://", "http://", "mailto:"] where lower.hasPrefix(scheme) {
      return address.count > scheme.utf8.count
    }
    return false
  }

  // MARK: Emphasis

  private mutating func scanMarks(_ character: UInt8) {
    flush()
    let start = position
    while position < text.count, text[position] == character { position += 1 }
    let before = start > 0 ? text[start - 1] : UInt8(ascii: " ")
    let after = position < text.count ? text[position] : UInt8(ascii: " ")
    let opens = after > UInt8(ascii: " ") && (!after.isPunctuation || !before.isWordByte)
    let closes = before > UInt8(ascii: " ") && (!before.isPunctuation || !after.isWordByte)
    // An underscore within a word is only an underscore.
    let isUnderscore = character == UInt8(ascii: "_")
    parts.append(
      .marks(
        Marks(
          character: character, count: position - start,
          canOpen: opens && !(isUnderscore && before.isWordByte),
          canClose: closes && !(isUnderscore && after.isWordByte))))
  }

  /// Matches marks of emphasis from a place on.
  private mutating func match(from start: Int) {
    // The opening marks that are not matched yet, by their character.
    var open: [UInt8: [Int]] = [:]
    for place in parts.indices.dropFirst(start) {
      guard case .marks(var closing) = parts[place] else { continue }
      while closing.canClose, closing.count > 0, let last = open[closing.character]?.last {
        guard case .marks(var opening) = parts[last] else { break }
        let isStrong = closing.count > 1 && opening.count > 1
        let name = isStrong ? "strong" : "em"
        opening.count -= isStrong ? 2 : 1
        closing.count -= isStrong ? 2 : 1
        opening.after = "<\(name)>".utf8 + opening.after
        closing.before += "</\(name)>".utf8
        parts[last] = .marks(opening)
        if opening.count == 0 { open[closing.character]?.removeLast() }
        // What stands between them cannot be matched with what follows.
        for character in open.keys where character != closing.character {
          while let inner = open[character]?.last, inner > last { open[character]?.removeLast() }
        }
      }
      parts[place] = .marks(closing)
      if closing.canOpen, closing.count > 0 { open[closing.character, default: []].append(place) }
    }
  }
}

extension MarkdownInline.Part {
  fileprivate var written: [UInt8] {
    switch self {
    case .html(let html): html
    case .bracket: Array("[".utf8)
    case .marks(let marks):
      marks.before + [UInt8](repeating: marks.character, count: marks.count) + marks.after
    }
  }
}

extension UInt8 {
  /// Of ASCII.
  fileprivate var isPunctuation: Bool {
    (0x21...0x2F).contains(self) || (0x3A...0x40).contains(self) || (0x5B...0x60).contains(self)
      || (0x7B...0x7E).contains(self)
  }

  /// A letter or a digit, of any script.
  fileprivate var isWordByte: Bool { self > UInt8(ascii: " ") && !isPunctuation && self != 0x7F }
}
