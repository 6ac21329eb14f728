/// The identifier of a note or a to-do: 60 random bits, written as twelve characters of Crockford's
/// base 32, which has no characters that are easily confused.
public struct Identifier: Hashable, Sendable {
  public let text: String

  public static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  public static let length = 12
  /// The minimum length of an abbreviated identifier.
  public static let shortestLength = 4

  /// Uses the lower 60 bits.
  public init(bits: UInt64) {
    let letters = (0..<Identifier.length).map { index in
      Identifier.alphabet[Int(bits >> UInt64((Identifier.length - 1 - index) * 5) & 31)]
    }
    text = String(decoding: letters, as: UTF8.self)
  }

  public static func random() -> Identifier {
    Identifier(bits: .random(in: 0...UInt64.max))
  }

  /// An identifier from the journal.
  public init(stored text: String) {
    self.text = text
  }

  /// Normalizes a typed prefix of an identifier; `nil` if no identifier can begin with it.
  public static func prefix(_ typed: some StringProtocol) -> String? {
    guard !typed.isEmpty, typed.utf8.count <= length else { return nil }
    var letters: [UInt8] = []
    for byte in typed.utf8 {
      guard let value = value(ofLetter: byte) else { return nil }
      letters.append(alphabet[Int(value)])
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// The value of a typed letter in Crockford's base 32, in which `o` is a zero and `i` and `l` are a one;
  /// `nil` for any other character.
  public static func value(ofLetter byte: UInt8) -> UInt8? {
    let letter = (0x41...0x5A).contains(byte) ? byte + 32 : byte
    switch letter {
    case UInt8(ascii: "o"): return 0
    case UInt8(ascii: "i"), UInt8(ascii: "l"): return 1
    default: return alphabet.firstIndex(of: letter).map { UInt8($0) }
    }
  }

  /// The shortest prefix that distinguishes this identifier from its neighbors in sorted order,
  /// which have the longest common prefixes with it.
  public func shortened(besides neighbors: [String]) -> String {
    let shared = neighbors.map { neighbor in
      zip(text.utf8, neighbor.utf8).prefix { $0 == $1 }.count
    }
    let needed = max(Identifier.shortestLength, (shared.max() ?? 0) + 1)
    return String(text.prefix(needed))
  }
}
