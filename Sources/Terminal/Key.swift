/// A key press or paste.
public enum Key: Hashable, Sendable {
  /// Text that arrived at once: an input method sends whole words.
  case text(String)
  /// Text, and the Latin letter on the same key, from a terminal that reports both.
  case textWithKey(String, Character)
  case pasted(String)
  case enter, tab, backTab, backspace, delete, escape
  case up, down, left, right, pageUp, pageDown, home, end, f1, shiftUp, shiftDown
  /// A lower-case letter pressed with Ctrl.
  case control(Character)
  case mouse(MouseEvent)
  /// Whether the terminal has the focus now.
  case focus(Bool)
  /// The answer to a question that the program asked.
  case answer(TerminalAnswer)
  /// A sequence that the program does not use.
  case unknown
}

/// A click, a movement or the wheel. Rows and columns count from 0.
public struct MouseEvent: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case press, release, drag, wheelUp, wheelDown
  }

  public var kind: Kind
  public var row: Int
  public var column: Int

  public init(_ kind: Kind, row: Int, column: Int) {
    self.kind = kind
    self.row = row
    self.column = column
  }
}

public enum TerminalAnswer: Hashable, Sendable {
  /// The terminal reports keys by the kitty protocol if asked to.
  case keyProtocol
  case background(RGB)
  /// The device attributes, which every terminal reports.
  case attributes
}

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
    case UInt8(ascii: "P"): .f1
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
    let text = parts.count > 2 ? String(parts[2].compactMap { $0.flatMap(character) }) : ""
    let base = codes.count > 2 ? codes[2].flatMap(character) : nil
    if modifiers & 4 != 0 {
      // A Latin layout has its own letters: Ctrl-Z is the key with the Z.
      let own = character(code)
      guard let letter = own?.isASCII == true ? own : base, ("a"..."z").contains(letter) else {
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

  private static func character(_ code: Int) -> Character? {
    guard code >= 0x20, code != 0x7F,
      let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init)
    else { return nil }
    return Character(scalar)
  }
}

/// Finds the Latin letters on the keys that were pressed while another input mode was on: Korean in
/// the two-set layout, Japanese kana (JIS), full-width and half-width letters, Russian, Ukrainian and
/// Belarusian.
public enum KeyPosition {
  /// The keys that make `text`, in order. A Hangul syllable is taken apart into its keys.
  /// Characters that no key makes are kept.
  public static func keys(of text: String) -> [Character] {
    var keys: [Character] = []
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        keys.append(Character(scalar))
      } else if let found = self.keys(of: scalar) {
        keys += found
      } else {
        keys.append(Character(scalar))
      }
    }
    return keys
  }

  private static func keys(of scalar: Unicode.Scalar) -> [Character]? {
    let value = Int(scalar.value)
    switch value {
    case 0xAC00...0xD7A3:
      let index = value - 0xAC00
      return leading[index / 588] + vowels[index % 588 / 28] + trailing[index % 28]
    case 0x3131...0x314E: return consonants[value - 0x3131]
    case 0x314F...0x3163: return vowels[value - 0x314F]
    case 0x1100...0x1112: return leading[value - 0x1100]
    case 0x1161...0x1175: return vowels[value - 0x1161]
    case 0x11A8...0x11C2: return trailing[value - 0x11A7]
    case 0x3000: return [" "]
    case 0xFF01...0xFF5E: return Unicode.Scalar(value - 0xFEE0).map { [Character($0)] }
    // Half-width kana and jamo.
    case 0xFF61...0xFF9F: return halfKana[value - 0xFF61]
    case 0xFFA1...0xFFBE: return consonants[value - 0xFFA1]
    // Half-width vowels are in groups of six, with gaps of two.
    case 0xFFC2...0xFFDC where (value - 0xFFC2) % 8 < 6:
      let offset = value - 0xFFC2
      return vowels[offset / 8 * 6 + offset % 8]
    // Katakana have the order of hiragana.
    case 0x30A1...0x30F4: return Unicode.Scalar(value - 0x60).flatMap(others)
    default: return others(scalar)
    }
  }

  private static func others(_ scalar: Unicode.Scalar) -> [Character]? {
    single[Character(scalar)].map { [$0] } ?? voiced[Character(scalar)]
  }

  // MARK: Korean, in the order of the code points

  private static let consonants = split(
    "r R rt s sw sg e E f fr fa fq ft fx fv fg a q Q qt t T d w W c z x v g")
  private static let vowels = split("k o i O j p u P h hk ho hl y n nj np nl b m ml l")
  private static let leading = split("r R s e E f a q Q t T d w W c z x v g")
  /// The first one is no consonant.
  private static let trailing =
    [[]] + split("r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g")

  private static func split(_ text: String) -> [[Character]] {
    text.split(separator: " ").map(Array.init)
  }

  // MARK: Japanese and Russian

  private static let single: [Character: Character] = {
    var single: [Character: Character] = [:]
    func add(_ keys: String, _ letters: String) {
      for (key, letter) in zip(keys, letters) where single[letter] == nil { single[letter] = key }
    }
    add("1234567890-^", "ぬふあうえおやゆよわほへ")
    add("qwertyuiop@[", "たていすかんなにらせ゛゜")
    add("asdfghjkl;:]", "ちとしはきくまのりれけむ")
    add("zxcvbnm,./\\", "つさそひこみもねるめろ")
    add("\\", "ー")
    // The marks after a letter, as combining characters.
    add("@", "\u{3099}")
    add("[", "\u{309A}")
    // With Shift, the kana keys type small kana and punctuation.
    add("#E$%&'()Z", "ぁぃぅぇぉゃゅょっ")
    add("0{}<>?", "を「」、。・")
    add("qwertyuiop[]", "йцукенгшщзхъ")
    add("asdfghjkl;'", "фывапролджэ")
    add("zxcvbnm,.`", "ячсмитьбюё")
    add("QWERTYUIOP{}", "ЙЦУКЕНГШЩЗХЪ")
    add("ASDFGHJKL:\"", "ФЫВАПРОЛДЖЭ")
    add("ZXCVBNM<>~", "ЯЧСМИТЬБЮЁ")
    add("#", "№")
    // Letters of Ukrainian and Belarusian, on the keys of the Russian letters that they replace.
    add("s]'\\o", "іїєґў")
    add("S}\"|O", "ІЇЄҐЎ")
    return single
  }()

  /// Letters that are typed as a letter and a mark after it.
  private static let voiced: [Character: [Character]] = {
    var voiced: [Character: [Character]] = [:]
    func add(_ mark: Character, _ letters: String, _ plain: String) {
      for (letter, plain) in zip(letters, plain) {
        if let key = single[plain] { voiced[letter] = [key, mark] }
      }
    }
    add("@", "がぎぐげござじずぜぞだぢづでどばびぶべぼゔ", "かきくけこさしすせそたちつてとはひふへほう")
    add("[", "ぱぴぷぺぽ", "はひふへほ")
    return voiced
  }()

  private static let halfKana: [[Character]?] = Array(
    "。「」、・をぁぃぅぇぉゃゅょっーあいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわん゛゜"
  ).map { (letter: Character) -> [Character]? in single[letter].map { key in [key] } }
}
