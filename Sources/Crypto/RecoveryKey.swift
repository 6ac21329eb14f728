import Diary

/// A key as a person writes it down: thirteen groups of four letters of base 32, each with a check letter.
///
/// `7kq2m-9x4c1-…`
public enum RecoveryKey {
  private static let groups = 13
  private static let letters = 4

  public enum Failure: Error, Hashable {
    /// The group with this number, from one, has a wrong letter.
    case group(Int)
    /// There are fewer groups, or more.
    case count(Int)
    case crypto(CryptoError)
  }

  // MARK: Writing

  public static func text(of key: SymmetricKey) -> String {
    var values: [UInt8] = []
    // A buffer that grows would leave copies behind, which nobody wipes.
    values.reserveCapacity(groups * letters)
    var (bits, count) = (UInt32(0), 0)
    key.secret.use { bytes in
      for index in 0..<SecretBytes.count {
        bits = bits << 8 | UInt32(bytes[index])
        count += 8
        while count >= 5 {
          count -= 5
          values.append(UInt8(bits >> UInt32(count) & 31))
        }
      }
      values.append(UInt8(bits << UInt32(5 - count) & 31))
    }
    defer { values.wipe() }
    return (0..<groups).map { group in
      let part = values[(group * letters)..<((group + 1) * letters)]
      let all = part + [check(part, group: group)]
      return String(decoding: all.map { Identifier.alphabet[Int($0)] }, as: UTF8.self)
    }.joined(separator: "-")
  }

  // MARK: Reading

  /// Reads what a person has typed: letters of any case, with anything between the groups or nothing.
  public static func key(_ typed: [UInt8]) throws(Failure) -> SymmetricKey {
    func isBetween(_ byte: UInt8) -> Bool { byte <= UInt8(ascii: " ") || byte == UInt8(ascii: "-") }
    var groups = typed.split(whereSeparator: isBetween).map(Array.init)
    var all: [UInt8] = []
    all.reserveCapacity(typed.count)
    for byte in typed where !isBetween(byte) { all.append(byte) }
    defer { all.wipe() }
    // A narrow window may have broken a group. Otherwise, a missing letter is looked for in its group.
    if groups.count == 1 || all.count == Self.groups * (letters + 1) {
      groups = stride(from: 0, to: all.count, by: letters + 1).map { start in
        Array(all[start..<min(start + letters + 1, all.count)])
      }
    }
    var values: [UInt8] = []
    values.reserveCapacity(Self.groups * letters)
    defer {
      values.wipe()
      for index in groups.indices { groups[index].wipe() }
    }
    for (number, group) in groups.prefix(Self.groups).enumerated() {
      var read = group.compactMap { Identifier.value(ofLetter: $0) }
      defer { read.wipe() }
      guard group.count == letters + 1, read.count == group.count,
        check(read.dropLast(), group: number) == read.last
      else { throw .group(number + 1) }
      values += read.dropLast()
    }
    guard groups.count == Self.groups else { throw .count(groups.count) }
    // 52 letters have four bits more than the key.
    guard values[values.count - 1] & 15 == 0 else { throw .group(Self.groups) }
    do throws(CryptoError) {
      return SymmetricKey(
        try SecretBytes { bytes in
          var (bits, count, index) = (UInt32(0), 0, 0)
          for value in values {
            bits = bits << 5 | UInt32(value)
            count += 5
            if count >= 8, index < SecretBytes.count {
              count -= 8
              bytes[index] = UInt8(truncatingIfNeeded: bits >> UInt32(count))
              index += 1
            }
          }
        })
    } catch {
      throw .crypto(error)
    }
  }

  /// The check letter of a group: a sum over GF(32), in which each letter and the number of the group have
  /// different weights. It shows every wrong letter, and any two that are exchanged.
  private static func check(_ values: some Sequence<UInt8>, group: Int) -> UInt8 {
    var sum = UInt8(group + 1)
    for value in values { sum = twice(sum) ^ value }
    return twice(sum)
  }

  /// Multiplies by x, modulo x⁵ + x² + 1.
  private static func twice(_ value: UInt8) -> UInt8 {
    value & 16 == 0 ? value << 1 : (value << 1 ^ 0b100101)
  }
}
