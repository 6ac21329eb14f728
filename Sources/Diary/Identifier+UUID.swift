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

  /// A UUID in its one spelling; `nil` where `text` is none.
  public static func uuid(_ text: String) -> String? {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12],
      groups.allSatisfy({ $0.utf8.allSatisfy(\.isHexDigit) })
    else { return nil }
    return text.lowercased()
  }

  /// The identifier that `uuid` was made of; `nil` where it is anybody else's.
  public init?(uuid: String) {
    guard let text = Self.uuid(uuid), text.hasPrefix(Self.uuidBeginning),
      let bits = UInt64(text.dropFirst(Self.uuidBeginning.count).filter { $0 != "-" }, radix: 16)
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
