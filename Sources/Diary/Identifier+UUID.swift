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
