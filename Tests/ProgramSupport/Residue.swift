/// The output sent to a terminal, without the escape sequences that the program uses.
///
/// These are only colors (SGR) and links (OSC 8) in a fixed form, and a few that move the cursor
/// while the picker is open. Anything else came from outside.
struct Residue {
  /// The text without the program's sequences.
  let text: String
  /// Characters that a terminal would interpret or that could deceive a reader, such as `U+001B`.
  let dangers: [String]

  var isClean: Bool { dangers.isEmpty }

  /// - Parameter isTerminal: whether a terminal has turned line ends into `\r\n`.
  init(_ bytes: [UInt8], isTerminal: Bool = false, withPicker: Bool = false) {
    var text = String(decoding: bytes, as: UTF8.self)
    text.replace(/\u{1B}\[[0-9;]*m/, with: "")
    text.replace(/\u{1B}\]8;;[\x21-\x7E]*\u{1B}\\/, with: "")
    if withPicker {
      text.replace(/\u{1B}\[(\?(1049|7|2004|25)[hl]|[0-9]+;[0-9]+H|[HJK])/, with: "")
    }
    if isTerminal { text = String(text.unicodeScalars.filter { $0 != "\r" }) }
    self.text = text
    var found: [String] = []
    for scalar in text.unicodeScalars where Residue.isDanger(scalar) {
      found.append("U+" + String(scalar.value, radix: 16, uppercase: true))
    }
    dangers = found
  }

  private static func isDanger(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F..<0xA0: true
    // Characters that change the writing direction or break lines.
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    // Invisible characters.
    case 0xAD, 0x034F, 0x180E, 0x200B, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: false
    }
  }
}
