import Diary

/// Emphasis, code, links and references to footnotes within a paragraph.
struct MarkdownInline {
  private let text: [UInt8]
  private let footnotes: MarkdownFootnotes
  private var parts: [Part] = []
  /// The marks of emphasis, to which parts refer.
  private var marks: [Marks] = []
  private var pending: [UInt8] = []
  private var position = 0
  /// The places of opening brackets in `parts`.
  private var brackets: [Int] = []
  /// The place of the last address in `parts`.
  private var lastAddress = -1
  /// Where runs of grave accents begin, by their length, the first one last.
  private var runs: [Int: [Int]] = [:]

  private enum Part {
    case html([UInt8])
    /// An address that became a link by itself, or a reference to a footnote.
    case address([UInt8])
    /// The index of marks that may be matched.
    case marks(Int)
    /// A bracket that may begin a link, with the exclamation mark of a picture.
    case bracket(isPicture: Bool)
  }

  private struct Marks {
    var character: UInt8
    var count: Int
    var canOpen: Bool
    var canClose: Bool
    /// The elements that end in place of matched marks, in order.
    var ends: [Emphasis] = []
    /// The same for those that begin, the innermost first.
    var begins: [Emphasis] = []
  }

  private enum Emphasis: String {
    case em, strong, del
  }

  /// An address that is longer is text.
  private static let longestAddress = 2_000

  static func html(_ text: [UInt8], _ footnotes: MarkdownFootnotes) -> [UInt8] {
    var inline = MarkdownInline(text: text, footnotes)
    inline.scan()
    inline.match(from: 0)
    return inline.written(inline.parts[...])
  }

  private init(text: [UInt8], _ footnotes: MarkdownFootnotes) {
    self.text = text
    self.footnotes = footnotes
    findRuns()
  }

  private mutating func findRuns() {
    var index = 0
    var found: [Int: [Int]] = [:]
    while let start = text[index...].firstIndex(of: UInt8(ascii: "`")) {
      index = start
      while index < text.count, text[index] == UInt8(ascii: "`") { index += 1 }
      found[index - start, default: []].append(start)
    }
    runs = found.mapValues { $0.reversed() }
  }

  // MARK: Scanning

  private mutating func scan() {
    while position < text.count {
      let byte = text[position]
      switch byte {
      case UInt8(ascii: "\\"): scanEscape()
      case UInt8(ascii: "`"): scanCode()
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"): scanMarks(byte)
      case UInt8(ascii: "["): scanBracket(isPicture: false)
      case UInt8(ascii: "!") where text[(position + 1)...].starts(with: "[".utf8):
        scanBracket(isPicture: true)
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
    while let next = runs[count]?.last, next < end { runs[count]?.removeLast() }
    guard let close = runs[count]?.last else {
      pending += text[start..<end]
      position = end
      return
    }
    var code = text[end..<close].map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
    if code.count > 2, code.first == UInt8(ascii: " "), code.last == UInt8(ascii: " ") {
      code = Array(code.dropFirst().dropLast())
    }
    pending += "<code>".utf8
    pending += code.escapedForHTML
    pending += "</code>".utf8
    position = close + count
  }

  // MARK: Links

  private mutating func scanBracket(isPicture: Bool) {
    let start = position + (isPicture ? 1 : 0)
    if let name = text[start...].footnoteName, let reference = footnotes.reference(to: name) {
      if isPicture { append(text[position]) }
      addAddress(reference)
      position = name.endIndex + 1
    } else {
      flush()
      brackets.append(parts.count)
      parts.append(.bracket(isPicture: isPicture))
      position = start + 1
    }
  }

  private mutating func addAddress(_ html: [UInt8]) {
    flush()
    lastAddress = parts.count
    parts.append(.address(html))
  }

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
    // There is no link within a link.
    guard lastAddress < opening else {
      position = place + 1
      return append(UInt8(ascii: "]"))
    }
    match(from: opening + 1)
    let content = written(parts[(opening + 1)...])
    parts.removeSubrange(opening...)
    let isEmpty = content.allSatisfy { $0 <= UInt8(ascii: " ") }
    parts.append(.html(Self.link(address, isEmpty ? address.escapedForHTML : content)))
    brackets = []
    position = end
  }

  /// The address in parentheses that begins here, and where they end.
  private func address(from start: Int) -> (ArraySlice<UInt8>, Int)? {
    let beginning = text[start...].prefix(10)
    guard
      Self.scheme(of: beginning.first == UInt8(ascii: "<") ? beginning.dropFirst() : beginning)
        != nil
    else { return nil }
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
    if Self.scheme(of: rest) != nil,
      let end = rest.firstIndex(where: { $0 == UInt8(ascii: ">") || $0 <= UInt8(ascii: " ") }),
      text[end] == UInt8(ascii: ">"), Self.isAllowed(text[(position + 1)..<end])
    {
      let address = text[(position + 1)..<end]
      addAddress(Self.link(address, address.escapedForHTML))
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
    if Self.isAllowed(address) {
      addAddress(Self.link(address, address.escapedForHTML))
    } else {
      pending += address.escapedForHTML
    }
    position += address.count
  }

  private static func link(_ address: ArraySlice<UInt8>, _ content: [UInt8]) -> [UInt8] {
    var html = Array("<a href=\"".utf8)
    var hasFragment = false
    for (index, byte) in zip(address.indices, address) {
      let isStray: Bool
      switch byte {
      // Addresses do not have these characters, but people type them.
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"),
        UInt8(ascii: "{"),
        UInt8(ascii: "|"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"):
        isStray = true
      case UInt8(ascii: "%"):
        isStray = address[index...].dropFirst().prefix(2).count { $0.isHexDigit } < 2
      case UInt8(ascii: "#"):
        isStray = hasFragment
        hasFragment = true
      default: isStray = false
      }
      if isStray {
        html += "%\(String(byte, radix: 16, uppercase: true))".utf8
      } else {
        html += CollectionOfOne(byte).escapedForHTML
      }
    }
    html += "\">".utf8
    html += content
    html += "</a>".utf8
    return html
  }

  /// Only pages and mail: other addresses may run a program.
  private static func isAllowed(_ address: ArraySlice<UInt8>) -> Bool {
    guard let scheme = scheme(of: address) else { return false }
    let rest = address.dropFirst(scheme.utf8.count)
    return scheme == "mailto:" ? !rest.isEmpty : isHost(rest.prefix { !"/?#".utf8.contains($0) })
  }

  private static func scheme(of address: ArraySlice<UInt8>) -> String? {
    let lower = String(decoding: address.prefix(8), as: UTF8.self).lowercased()
    return ["https://", "http://", "mailto:"].first { lower.hasPrefix($0) }
  }

  /// A name, perhaps with the number of a port.
  private static func isHost(_ host: ArraySlice<UInt8>) -> Bool {
    let parts = host.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard let name = parts.first, let first = name.first, parts.count <= 2,
      first.isASCIILetterOrDigit || first > 0x7F
    else { return false }
    let isName = name.allSatisfy { $0.isASCIILetterOrDigit || $0 > 0x7F || "-._".utf8.contains($0) }
    return isName && (parts.count == 1 || !parts[1].isEmpty && parts[1].allSatisfy(\.isASCIIDigit))
  }

  // MARK: Emphasis

  private mutating func scanMarks(_ character: UInt8) {
    let start = position
    while position < text.count, text[position] == character { position += 1 }
    // One tilde means “about”, and a home folder.
    if character == UInt8(ascii: "~"), position - start != 2 {
      pending += text[start..<position]
      return
    }
    flush()
    let before = start > 0 ? text[start - 1] : UInt8(ascii: " ")
    let after = position < text.count ? text[position] : UInt8(ascii: " ")
    let opens = after > UInt8(ascii: " ") && (!after.isPunctuation || !before.isWordByte)
    let closes = before > UInt8(ascii: " ") && (!before.isPunctuation || !after.isWordByte)
    // An underscore within a word is only an underscore.
    let isUnderscore = character == UInt8(ascii: "_")
    parts.append(.marks(marks.count))
    marks.append(
      Marks(
        character: character, count: position - start,
        canOpen: opens && !(isUnderscore && before.isWordByte),
        canClose: closes && !(isUnderscore && after.isWordByte)))
  }

  /// Matches marks of emphasis from a place on.
  private mutating func match(from start: Int) {
    // The opening marks that are not matched yet, by their character.
    var open: [UInt8: [Int]] = [:]
    for place in parts.indices.dropFirst(start) {
      guard case .marks(let closing) = parts[place] else { continue }
      let character = marks[closing].character
      while marks[closing].canClose, marks[closing].count > 0, let opening = open[character]?.last {
        let isDouble = marks[closing].count > 1 && marks[opening].count > 1
        let emphasis: Emphasis =
          character == UInt8(ascii: "~") ? .del : isDouble ? .strong : .em
        marks[opening].count -= isDouble ? 2 : 1
        marks[closing].count -= isDouble ? 2 : 1
        marks[opening].begins.append(emphasis)
        marks[closing].ends.append(emphasis)
        if marks[opening].count == 0 { open[character]?.removeLast() }
        // What stands between them cannot be matched with what follows.
        for other in open.keys where other != character {
          while let inner = open[other]?.last, inner > opening { open[other]?.removeLast() }
        }
      }
      if marks[closing].canOpen, marks[closing].count > 0 {
        open[character, default: []].append(closing)
      }
    }
  }

  private func written(_ parts: ArraySlice<Part>) -> [UInt8] {
    var html: [UInt8] = []
    for part in parts {
      switch part {
      case .html(let text), .address(let text): html += text
      case .bracket(let isPicture): html += (isPicture ? "![" : "[").utf8
      case .marks(let index):
        let marks = marks[index]
        for emphasis in marks.ends { html += "</\(emphasis.rawValue)>".utf8 }
        html += repeatElement(marks.character, count: marks.count)
        for emphasis in marks.begins.reversed() { html += "<\(emphasis.rawValue)>".utf8 }
      }
    }
    return html
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
