extension Identifier {
  /// Eight digits that no random UUID is likely to begin with; the version is the one that is left to
  /// whoever makes it (RFC 9562, 8).
  private static let uuidBeginning = "63647279-0000-8000-8"

  /// The same 60 bits as other programs write them, so that what they were given can be known again.
  public var uuid: String {
    let digits = bits.map { String($0, radix: 16) } ?? ""
    let padded = String(repeating: "0", count: max(0, 15 - digits.count)) + digits
    return "\(Self.uuidBeginning)\(padded.prefix(3))-\(padded.dropFirst(3))"
  }

  /// The identifier that `uuid` was made of; `nil` where it is anybody else's.
  public init?(uuid: String) {
    let text = uuid.lowercased()
    guard text.utf8.count == 36, text.hasPrefix(Self.uuidBeginning) else { return nil }
    let digits = text.dropFirst(Self.uuidBeginning.count).filter { $0 != "-" }
    guard digits.utf8.count == 15, digits.allSatisfy(\.isHexDigit),
      let bits = UInt64(digits, radix: 16)
    else { return nil }
    self.init(bits: bits)
  }

  /// `nil` where the text is none that we wrote.
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
