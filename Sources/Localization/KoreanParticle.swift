/// The Korean particles whose form depends on the preceding sound: `회고를`, `기록을`.
enum KoreanParticle {
  private enum Ending { case vowel, consonant, rieul }

  /// The form that follows `text`. Of `을/를`, the first form follows a consonant. If the last sound
  /// of the text is unknown, as for Latin letters, the result has both: `을(를)`.
  static func fitting(_ text: String, of forms: String) -> String {
    let choices = forms.split(separator: "/").map(String.init)
    guard choices.count == 2 else { return forms }
    switch ending(of: text) {
    case .vowel: return choices[1]
    case .consonant: return choices[0]
    // After ㄹ, `으로` becomes `로`, as after a vowel: `서울로`, not `서울으로`.
    case .rieul: return choices[0].hasPrefix("으") ? choices[1] : choices[0]
    case nil: return "\(choices[0])(\(choices[1]))"
    }
  }

  private static func ending(of text: String) -> Ending? {
    guard let letter = text.last(where: { $0.isLetter || $0.isNumber }),
      let scalar = letter.unicodeScalars.last
    else { return nil }
    switch scalar.value {
    case 0xAC00...0xD7A3:
      let final = (scalar.value - 0xAC00) % 28
      return final == 0 ? .vowel : final == 8 ? .rieul : .consonant
    // A decomposed syllable, whose last part is a vowel or a consonant.
    case 0x1161...0x1175: return .vowel
    case 0x11AF: return .rieul
    case 0x11A8...0x11C2: return .consonant
    // The digits 0 to 9, which are read 영 일 이 삼 사 오 육 칠 팔 구.
    case 0x30, 0x33, 0x36: return .consonant
    case 0x31, 0x37, 0x38: return .rieul
    case 0x32, 0x34, 0x35, 0x39: return .vowel
    default: return nil
    }
  }
}
