import Diary

/// The name of a commit or another git object, in 20 or 32 bytes.
struct ObjectName: Hashable, Sendable {
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var third: UInt64 = 0
  private var fourth: UInt64 = 0
  let isLong: Bool

  /// The part that a `PackedCommit` stores.
  var beginning: UInt64 { first }

  /// Parses 40 or 64 hexadecimal digits.
  init?(hexadecimal digits: some Collection<UInt8>) {
    guard digits.count == 40 || digits.count == 64 else { return nil }
    isLong = digits.count == 64
    var word: UInt64 = 0
    var count = 0
    for byte in digits {
      guard let digit = byte.hexDigitValue else { return nil }
      word = word << 4 | UInt64(digit)
      count += 1
      switch count {
      case 16: first = word
      case 32: second = word
      case 40 where !isLong: third = word << 32
      case 48: third = word
      case 64: fourth = word
      default: break
      }
    }
  }

  /// Reads 20 or 32 bytes.
  init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 20 || bytes.count == 32 else { return nil }
    isLong = bytes.count == 32
    var words: [UInt64] = [0, 0, 0, 0]
    for (index, byte) in bytes.enumerated() {
      words[index / 8] |= UInt64(byte) << UInt64(56 - index % 8 * 8)
    }
    (first, second, third, fourth) = (words[0], words[1], words[2], words[3])
  }

  var bytes: [UInt8] {
    let all = [first, second, third, fourth].flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    }
    return Array(all.prefix(isLong ? 32 : 20))
  }

  var hexadecimal: [UInt8] {
    var digits: [UInt8] = []
    digits.reserveCapacity(64)
    appendHexadecimal(to: &digits)
    return digits
  }

  /// Appends 40 or 64 hexadecimal digits.
  func appendHexadecimal(to output: inout [UInt8]) {
    Self.append(first, 16, to: &output)
    Self.append(second, 16, to: &output)
    Self.append(third, isLong ? 16 : 8, to: &output)
    if isLong { Self.append(fourth, 16, to: &output) }
  }

  private static func append(_ word: UInt64, _ count: Int, to output: inout [UInt8]) {
    for index in 0..<count {
      output.append(UInt8(hexDigit: UInt8(truncatingIfNeeded: word >> UInt64(60 - index * 4)) & 15))
    }
  }

  /// Whether this is the null name, which git prints for a missing object.
  var isNothing: Bool { first == 0 && second == 0 && third == 0 && fourth == 0 }
}

extension ObjectName: Comparable {
  static func < (left: ObjectName, right: ObjectName) -> Bool {
    if left.first != right.first { return left.first < right.first }
    if left.second != right.second { return left.second < right.second }
    if left.third != right.third { return left.third < right.third }
    return left.fourth < right.fourth
  }
}
