/// Decodes the bytes that a terminal sends into keys. Sequences may arrive in several pieces.
public struct KeyDecoder: Sendable {
  private var pending: [UInt8] = []
  private var paste: [UInt8]?

  /// Whether an escape sequence has begun. If no byte follows, it was the Escape key: call
  /// `timeOut()` after `escapeTimeout`.
  public var isWaiting: Bool { paste == nil && pending.first == escape }

  /// The time limit for the rest of an escape sequence, in milliseconds.
  public static let escapeTimeout: Int32 = 50

  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let key = next() {
      if case .text(let more) = key, case .text(let text)? = keys.last {
        keys[keys.count - 1] = .text(text + more)
      } else {
        keys.append(key)
      }
    }
    return keys
  }

  /// The keys that could have been the beginning of a longer sequence: Escape, also with a key such
  /// as `[` soon after it. More than that is an incomplete sequence, not keys.
  public mutating func timeOut() -> [Key] {
    guard isWaiting else { return [] }
    let rest = pending.dropFirst()
    pending = []
    guard rest.count < 2 else { return [.unknown] }
    return [.escape] + rest.map { .text(String(UnicodeScalar($0))) }
  }
}

private let escape: UInt8 = 0x1B
private let endOfPaste: [UInt8] = Array("\u{1B}[201~".utf8)
/// The maximum length of a sequence, longer than any that terminals send.
private let longestSequence = 96
/// The maximum length of an answer that is a string, such as a color.
private let longestString = 4096

extension KeyDecoder {
  /// The next key, or `nil` if more bytes are needed.
  private mutating func next() -> Key? {
    if paste != nil { return nextPaste() }
    guard let first = pending.first else { return nil }
    if first == escape { return nextSequence() }
    if first < 0x20 || first == 0x7F {
      pending.removeFirst()
      return control(first)
    }
    return nextText()
  }

  private func control(_ byte: UInt8) -> Key {
    switch byte {
    case 0x0A, 0x0D: .enter
    case 0x09: .tab
    case 0x08, 0x7F: .backspace
    case 0x01...0x1A: .control(Character(UnicodeScalar(byte + 0x60)))
    default: .unknown
    }
  }

  /// A run of text. An incomplete UTF-8 sequence at the end waits for more bytes; invalid bytes are
  /// dropped.
  private mutating func nextText() -> Key? {
    let run = pending.prefix { $0 >= 0x20 && $0 != 0x7F }
    let complete = run.count == pending.count ? run.dropLast(incompleteTail(of: run)) : run
    guard !complete.isEmpty else { return nil }
    pending.removeFirst(complete.count)
    let text = Self.text(complete)
    return text.isEmpty ? .unknown : .text(text)
  }

  /// The number of bytes of an incomplete UTF-8 sequence at the end.
  private func incompleteTail(of bytes: ArraySlice<UInt8>) -> Int {
    for (back, byte) in bytes.reversed().prefix(3).enumerated() where byte & 0xC0 != 0x80 {
      let length =
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
      return back + 1 < length ? back + 1 : 0
    }
    return 0
  }

  private mutating func nextSequence() -> Key? {
    guard pending.count > 1 else { return nil }
    switch pending[1] {
    case UInt8(ascii: "["), UInt8(ascii: "O"):
      let isLong = pending[1] == UInt8(ascii: "[")
      // The Linux console: `ESC [ [ A` is F1.
      if isLong, pending.count > 2, pending[2] == UInt8(ascii: "[") {
        guard pending.count > 3 else { return nil }
        let letter = pending[3]
        pending.removeFirst(letter == escape ? 3 : 4)
        return letter == UInt8(ascii: "A") ? .f1 : .unknown
      }
      guard
        let end = pending.dropFirst(2).firstIndex(where: { !isLong || (0x40...0x7E).contains($0) })
      else {
        guard pending.count > longestSequence else { return nil }
        pending = []
        return .unknown
      }
      // A new sequence ends one that is incomplete. Otherwise, a paste after it would become keys.
      if let next = pending[2...end].firstIndex(of: escape) {
        pending.removeFirst(next)
        return .unknown
      }
      let parameters = String(decoding: pending[2..<end], as: UTF8.self)
      let final = pending[end]
      pending.removeFirst(end + 1)
      if !isLong, let key = KeyReport.keypad(final) { return key }
      return sequence(parameters, final: final)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
      return nextString()
    default:
      // Escape and another key soon after it, or Alt with it, which has no meaning of its own.
      pending.removeFirst()
      return .escape
    }
  }

  /// An answer of the terminal that ends with BEL or ST, or before another sequence. It is never a key.
  private mutating func nextString() -> Key? {
    for index in pending.indices.dropFirst(2) {
      var end: Int?
      if pending[index] == 0x07 { end = index + 1 }
      if pending[index] == escape, index + 1 < pending.count {
        end = pending[index + 1] == UInt8(ascii: "\\") ? index + 2 : index
      }
      guard let end else { continue }
      let isCommand = pending[1] == UInt8(ascii: "]") && end > index
      let color = isCommand ? RGB(answer: pending[2..<index]) : nil
      pending.removeFirst(end)
      return color.map { .answer(.background($0)) } ?? .unknown
    }
    guard pending.count > longestString else { return nil }
    pending = []
    return .unknown
  }

  private mutating func sequence(_ parameters: String, final: UInt8) -> Key? {
    switch (final, parameters.prefix { $0 != ";" }) {
    case (UInt8(ascii: "M"), let first) where first.first == "<":
      return KeyReport.mouse(parameters, isRelease: false)
    case (UInt8(ascii: "m"), let first) where first.first == "<":
      return KeyReport.mouse(parameters, isRelease: true)
    case (UInt8(ascii: "u"), _): return KeyReport.key(parameters)
    case (UInt8(ascii: "c"), let first) where first.first == "?": return .answer(.attributes)
    case (UInt8(ascii: "I"), ""): return .focus(true)
    case (UInt8(ascii: "O"), ""): return .focus(false)
    case (UInt8(ascii: "Z"), _): return .backTab
    case (UInt8(ascii: "A"), _): return parameters.hasSuffix(";2") ? .shiftUp : .up
    case (UInt8(ascii: "B"), _): return parameters.hasSuffix(";2") ? .shiftDown : .down
    case (UInt8(ascii: "C"), _): return .right
    case (UInt8(ascii: "D"), _): return .left
    case (UInt8(ascii: "H"), _): return .home
    case (UInt8(ascii: "F"), _): return .end
    case (UInt8(ascii: "M"), ""): return .enter
    case (UInt8(ascii: "~"), "1"), (UInt8(ascii: "~"), "7"): return .home
    case (UInt8(ascii: "~"), "4"), (UInt8(ascii: "~"), "8"): return .end
    case (UInt8(ascii: "~"), "3"): return .delete
    case (UInt8(ascii: "~"), "11"), (UInt8(ascii: "P"), ""): return .f1
    case (UInt8(ascii: "~"), "5"): return .pageUp
    case (UInt8(ascii: "~"), "6"): return .pageDown
    case (UInt8(ascii: "~"), "200"):
      paste = []
      return nextPaste()
    default: return .unknown
    }
  }

  /// A paste is a single key, so that no part of it acts as a command.
  private mutating func nextPaste() -> Key? {
    // The end marker may have begun in an earlier piece.
    let start = max(0, (paste?.count ?? 0) - endOfPaste.count)
    paste? += pending
    pending = []
    guard let end = paste.flatMap({ Self.end(of: $0[start...]) }), let pasted = paste else {
      return nil
    }
    paste = nil
    pending = Array(pasted[(end + endOfPaste.count)...])
    return .pasted(Self.text(pasted[..<end]))
  }

  /// Invalid bytes are dropped: a terminal cuts a long line that it receives before the program reads.
  /// They are dropped as scalars, because a combining mark may follow one.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let decoded = String(decoding: bytes, as: UTF8.self)
    return String(String.UnicodeScalarView(decoded.unicodeScalars.filter { $0 != "\u{FFFD}" }))
  }

  /// Where the end marker begins.
  private static func end(of bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.first { bytes[$0] == escape && bytes[$0...].starts(with: endOfPaste) }
  }
}
