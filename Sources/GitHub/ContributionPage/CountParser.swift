import Diary

/// Looks for `7 contributions` at the beginning of a text that is read in pieces: in a tool-tip or
/// above the calendar.
///
/// The number may be `No`, and may contain any kind of separator.
struct CountParser {
  private enum State: UInt8 { case space, no, number, word, found, failed }

  private var state = State.space
  private var value = 0
  private var digits = 0
  private var letters = 0
  private var isAfterSpace = false

  /// `nil` if no count was found so far.
  var count: Int? {
    switch state {
    case .found: value
    case .word where letters == 12 || letters == 13: value
    default: nil
    }
  }

  /// Whether further text cannot change the result.
  var isDecided: Bool { state == .found || state == .failed }

  mutating func read(_ range: Range<Int>, in bytes: Span<UInt8>) {
    for index in range {
      if isDecided { return }
      read(bytes[index])
    }
  }

  private mutating func read(_ byte: UInt8) {
    let letter = byte | 0x20
    switch state {
    case .space:
      if byte.isASCIIDigit {
        state = .number
        add(byte)
      } else if letter == UInt8(ascii: "n") {
        state = .no
        letters = 1
      } else if !isSpace(byte) {
        state = .failed
      }
    case .no:
      if letters == 1, letter == UInt8(ascii: "o") {
        letters = 2
      } else if letters == 2, isSpace(byte) {
        isAfterSpace = true
      } else {
        begin(with: letter, isPossible: letters == 2)
      }
    case .number:
      if byte.isASCIIDigit {
        add(byte)
      } else if isSpace(byte) {
        isAfterSpace = true
      } else if isSeparator(byte) {
        isAfterSpace = false
      } else {
        begin(with: letter, isPossible: digits <= 9)
      }
    case .word: spell(byte)
    case .found, .failed: break
    }
  }

  private mutating func add(_ byte: UInt8) {
    isAfterSpace = false
    digits += 1
    // Counts with more than nine digits are not read.
    if digits <= 9 { value = value * 10 + Int(byte - UInt8(ascii: "0")) }
  }

  private mutating func begin(with letter: UInt8, isPossible: Bool) {
    state = isPossible && isAfterSpace && letter == UInt8(ascii: "c") ? .word : .failed
    letters = 1
  }

  private mutating func spell(_ byte: UInt8) {
    let word: StaticString = "contributions"
    if letters < 13, byte | 0x20 == word.withUTF8Buffer({ $0[letters] }) {
      letters += 1
    } else {
      let isInWord = (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte.isASCIIDigit || byte == 0x5F
      state = letters >= 12 && !isInWord ? .found : .failed
    }
  }

  /// Includes the bytes of U+00A0, U+2009 and U+202F in UTF-8, which can separate digits and words.
  /// These bytes have no other meaning in this parser.
  private func isSpace(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09...0x0D, 0xC2, 0xA0, 0xE2, 0x80, 0x89, 0xAF: true
    default: false
    }
  }

  /// 0x99 is the last byte of U+2019, the typographic apostrophe.
  private func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "'")
      || byte == 0x99
  }
}
