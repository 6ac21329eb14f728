import Diary

/// The name of a commit or another git object, in 20 or 32 bytes.
package struct ObjectName: Hashable, Sendable {
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var third: UInt64 = 0
  private var fourth: UInt64 = 0
  package let isLong: Bool

  /// The part that a `PackedCommit` stores.
  public var beginning: UInt64 { first }

  /// Parses 40 or 64 hexadecimal digits.
  package init?(hexadecimal digits: some Collection<UInt8>) {
    guard digits.count == 40 || digits.count == 64 else { return nil }
    isLong = digits.count == 64
    let words = digits.withContiguousStorageIfAvailable { Self.words($0) } ?? Self.words(digits)
    guard let words else { return nil }
    (first, second, third, fourth) = words
  }

  /// The digits as numbers, 16 digits each. The last one is filled with zeros.
  private static func words(
    _ digits: some Collection<UInt8>
  ) -> (UInt64, UInt64, UInt64, UInt64)? {
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var word: UInt64 = 0
    var count = 0
    for byte in digits {
      guard let digit = byte.hexDigitValue else { return nil }
      word = word << 4 | UInt64(digit)
      count += 1
      guard count & 15 == 0 else { continue }
      switch count {
      case 16: words.0 = word
      case 32: words.1 = word
      case 48: words.2 = word
      default: words.3 = word
      }
      word = 0
    }
    if count == 40 { words.2 = word << 32 }
    return words
  }

  /// Reads 20 or 32 bytes.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 20 || bytes.count == 32 else { return nil }
    isLong = bytes.count == 32
    var words: [UInt64] = [0, 0, 0, 0]
    for (index, byte) in bytes.enumerated() {
      words[index / 8] |= UInt64(byte) << UInt64(56 - index % 8 * 8)
    }
    (first, second, third, fourth) = (words[0], words[1], words[2], words[3])
  }

  package var bytes: [UInt8] {
    let all = [first, second, third, fourth].flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    }
    return Array(all.prefix(isLong ? 32 : 20))
  }

  package var hexadecimal: [UInt8] {
    var digits: [UInt8] = []
    digits.reserveCapacity(64)
    appendHexadecimal(to: &digits)
    return digits
  }

  /// Appends 40 or 64 hexadecimal digits.
  package func appendHexadecimal(to output: inout [UInt8]) {
    Self.append(first, 16, to: &output)
    Self.append(second, 16, to: &output)
    Self.append(third, isLong ? 16 : 8, to: &output)
    if isLong { Self.append(fourth, 16, to: &output) }
  }

  private static func append(_ word: UInt64, _ count: Int, to output: inout [UInt8]) {
    for shift in stride(from: 60, to: 60 - count * 4, by: -4) {
      output.append(UInt8(hexDigit: UInt8(truncatingIfNeeded: word >> UInt64(shift)) & 15))
    }
  }

  package var text: String {
    String(decoding: hexadecimal, as: UTF8.self)
  }

  /// The null name.
  package static let nothing = ObjectName()

  private init() { isLong = false }

  /// Whether this is the null name, which git prints for a missing object.
  package var isNothing: Bool { first == 0 && second == 0 && third == 0 && fourth == 0 }
}

extension ObjectName: Comparable {
  package static func < (left: ObjectName, right: ObjectName) -> Bool {
    if left.first != right.first { return left.first < right.first }
    if left.second != right.second { return left.second < right.second }
    if left.third != right.third { return left.third < right.third }
    return left.fourth < right.fourth
  }
}

/// Many object names of one clone, in one piece: a history that is up to date does not need them one
/// by one.
struct PackedNames: Hashable {
  private var bytes: [UInt8] = []
  private var isLong = false

  var names: [ObjectName] {
    let length = isLong ? 32 : 20
    return stride(from: 0, to: bytes.count, by: length).compactMap { start in
      ObjectName(bytes: bytes[start...].prefix(length))
    }
  }
}

extension PackedNames: Cached {
  init(_ names: some Collection<ObjectName>) {
    isLong = names.first?.isLong ?? false
    bytes = names.flatMap(\.bytes)
  }

  mutating func code(with coder: inout CacheCoder) {
    coder.code(&bytes)
    coder.code(&isLong)
  }
}
