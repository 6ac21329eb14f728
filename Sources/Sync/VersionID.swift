/// The random ID of a version: 128 bits.
public struct VersionID: Hashable, Sendable {
  /// The number of bytes.
  public static let length = 16

  private var high: UInt64
  private var low: UInt64

  /// `nil` if there are not sixteen bytes.
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.length else { return nil }
    func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
      bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
    high = number(bytes.prefix(8))
    low = number(bytes.dropFirst(8))
  }

  /// The IDs in a concatenation; `nil` if it has another length.
  public static func list(_ bytes: [UInt8]) -> [VersionID]? {
    guard bytes.count.isMultiple(of: length) else { return nil }
    return stride(from: 0, to: bytes.count, by: length).compactMap {
      VersionID(bytes[$0..<$0 + length])
    }
  }

  public var bytes: [UInt8] {
    [high, low].flatMap { number in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
  }
}

extension VersionID: Comparable {
  public static func < (left: VersionID, right: VersionID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}
