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
