/// Reports of the mouse (SGR 1006) and of keys by the kitty protocol.
enum KeyReport {
  /// `<b;x;y` before `M` or `m`.
  static func mouse(_ parameters: some StringProtocol, isRelease: Bool) -> Key {
    let numbers = parameters.dropFirst().split(separator: ";").map { Int($0) ?? -1 }
    guard numbers.count == 3, numbers.allSatisfy({ $0 >= 0 }), numbers[1] > 0, numbers[2] > 0 else {
      return .unknown
    }
    // Bits 2 to 4 are modifiers, bit 5 is a movement.
    let button = numbers[0] & ~0b11100
    let kind: MouseEvent.Kind
    switch button {
    case 64: kind = .wheelUp
    case 65: kind = .wheelDown
    case 0 where isRelease: kind = .release
    case 0: kind = .press
    case 32: kind = .drag
    default: return .unknown
    }
    return .mouse(MouseEvent(kind, row: numbers[2] - 1, column: numbers[1] - 1))
  }

  /// A key of the keypad in its application mode: the letter after `ESC O`.
  static func keypad(_ letter: UInt8) -> Key? {
    // The letters stand for the keys with a code that is 64 lower: `p` for 0, `k` for +.
    switch letter {
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      .text(String(UnicodeScalar(letter - 64)))
    case UInt8(ascii: "X"): .text("=")
    default: nil
    }
  }

  /// The keys of the keypad from code 57399 on. A key with a text sends it besides.
  private static let keypad: [Key] =
    "0123456789./*-+".map { .text(String($0)) } + [
      .enter, .text("="), .text(","), .left, .right, .up, .down, .pageUp, .pageDown, .home, .end,
      .unknown, .delete,
    ]

  /// `code:shifted:base;modifiers:event;text` before `u`.
  static func key(_ parameters: some StringProtocol) -> Key {
    if parameters.first == "?" { return .answer(.keyProtocol) }
    let parts = parameters.split(separator: ";", omittingEmptySubsequences: false)
      .map { $0.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) } }
    guard let codes = parts.first, let code = codes.first ?? nil else { return .unknown }
    let modifiers = (parts.count > 1 ? (parts[1].first ?? nil) ?? 1 : 1) - 1
    // A release is not a key press.
    if parts.count > 1, parts[1].count > 1, parts[1][1] == 3 { return .unknown }
    let text = parts.count > 2 ? self.text(parts[2].compactMap(\.self)) : ""
    let base = codes.count > 2 ? codes[2].flatMap(character) : nil
    if modifiers & 4 != 0 {
      guard let letter = base ?? character(code), ("a"..."z").contains(letter) else {
        return .unknown
      }
      return .control(letter)
    }
    // Alt and other modifiers besides Shift have no meaning.
    if modifiers & 0b11010 != 0 { return .unknown }
    switch code {
    case 9: return modifiers & 1 != 0 ? .backTab : .tab
    case 13: return .enter
    case 27: return .escape
    case 127: return .backspace
    case 57399..<57399 + keypad.count: return keypad[code - 57399]
    case 57344...63743: return .unknown
    default: break
    }
    let shifted = codes.count > 1 ? codes[1].flatMap(character) : nil
    let typed =
      text.isEmpty
      ? (modifiers & 1 != 0 ? shifted : nil).map { String($0) }
        ?? character(code).map { String($0) } ?? ""
      : text
    guard !typed.isEmpty else { return .unknown }
    guard let base, !typed.utf8.allSatisfy({ $0 < 0x80 }) else { return .text(typed) }
    return .textWithKey(typed, modifiers & 1 != 0 ? Character(base.uppercased()) : base)
  }

  private static func text(_ codes: [Int]) -> String {
    String(codes.compactMap(character))
  }

  private static func character(_ code: Int) -> Character? {
    guard code >= 0x20, code != 0x7F,
      let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init)
    else { return nil }
    return Character(scalar)
  }
}
