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

extension Identifier {
  /// A prefix that random UUIDs are unlikely to have. The version is 8, for custom formats (RFC
  /// 9562).
  private static let uuidBeginning = "63647279-0000-8000-8"

  /// The 60 bits in the form of a UUID. An import recognizes exported to-dos by it.
  public var uuid: String {
    let digits = bits.map { String($0, radix: 16) } ?? ""
    let padded = String(repeating: "0", count: max(0, 15 - digits.count)) + digits
    return "\(Self.uuidBeginning)\(padded.prefix(3))-\(padded.dropFirst(3))"
  }

  /// The UUID in lower case; `nil` if `text` is not a UUID.
  public static func uuid(_ text: String) -> String? {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12],
      groups.allSatisfy({ $0.utf8.allSatisfy(\.isHexDigit) })
    else { return nil }
    return text.lowercased()
  }

  /// The identifier that `uuid` was made from; `nil` if another program made the UUID.
  public init?(uuid: String) {
    guard let text = Self.uuid(uuid), text.hasPrefix(Self.uuidBeginning),
      let bits = UInt64(text.dropFirst(Self.uuidBeginning.count).filter { $0 != "-" }, radix: 16)
    else { return nil }
    self.init(bits: bits)
  }

  /// `nil` if this program did not create the identifier.
  private var bits: UInt64? {
    guard text.utf8.count == Self.length else { return nil }
    var bits: UInt64 = 0
    for letter in text.utf8 {
      guard let value = Self.alphabet.firstIndex(of: letter) else { return nil }
      bits = bits << 5 | UInt64(value)
    }
    return bits
  }
}
