/// The name of a note or a to-do: 60 random bits, written in twelve letters of Crockford's
/// base 32, which has no letters that people take for one another.
public struct Identifier: Hashable, Sendable {
  public let text: String

  static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  public static let length = 12
  /// The shortest form that is ever shown.
  public static let shortestLength = 4

  /// Takes the lower 60 bits.
  public init(bits: UInt64) {
    let letters = (0..<Identifier.length).map { place in
      Identifier.alphabet[Int(bits >> UInt64((Identifier.length - 1 - place) * 5) & 31)]
    }
    text = String(decoding: letters, as: UTF8.self)
  }

  public static func random() -> Identifier {
    Identifier(bits: .random(in: 0...UInt64.max))
  }

  /// The identifier that the journal stores as `text`.
  public init(stored text: String) {
    self.text = text
  }

  /// What a person typed as the beginning of an identifier, in its one spelling; `nil` where it
  /// cannot be one.
  public static func prefix(_ typed: some StringProtocol) -> String? {
    guard !typed.isEmpty, typed.utf8.count <= length else { return nil }
    var letters: [UInt8] = []
    for byte in typed.utf8 {
      let letter = (0x41...0x5A).contains(byte) ? byte + 32 : byte
      switch letter {
      case UInt8(ascii: "o"): letters.append(UInt8(ascii: "0"))
      case UInt8(ascii: "i"), UInt8(ascii: "l"): letters.append(UInt8(ascii: "1"))
      case let letter where alphabet.contains(letter): letters.append(letter)
      default: return nil
      }
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// The beginning that tells this identifier from its neighbours in the order of the alphabet,
  /// which are the ones that it shares most with.
  public func shortened(besides neighbours: [String]) -> String {
    let shared = neighbours.map { neighbour in
      zip(text.utf8, neighbour.utf8).prefix { $0 == $1 }.count
    }
    let needed = max(Identifier.shortestLength, (shared.max() ?? 0) + 1)
    return String(text.prefix(needed))
  }
}
