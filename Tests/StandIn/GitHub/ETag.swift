/// A hash of a page, which differs for different contents and accounts.
struct ETag {
  private var first: UInt64 = 0x243F_6A88_85A3_08D3
  private var second: UInt64 = 0x1319_8A2E_0370_7344

  /// An ETag such as `W/"…"`, with as many digits as GitHub's.
  static func weak(_ body: [UInt8], salt: String) -> String {
    var tag = ETag()
    for byte in salt.utf8 { tag.mix(UInt64(byte)) }
    tag.mix(body)
    let digits = Chance.hex(tag.first) + Chance.hex(tag.second)
    return "W/\"\(digits)\(String(digits.reversed()))\""
  }

  /// Processes eight bytes at a time, because pages are large and debug builds slow.
  private mutating func mix(_ body: [UInt8]) {
    body.withUnsafeBytes { bytes in
      for place in stride(from: 0, to: bytes.count & ~7, by: 8) {
        mix(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      }
      for byte in bytes.suffix(bytes.count & 7) { mix(UInt64(byte)) }
    }
    mix(UInt64(body.count))
  }

  private mutating func mix(_ word: UInt64) {
    first = (first ^ word) &* 0x9E37_79B9_7F4A_7C15
    first ^= first >> 29
    second = (second &+ word) &* 0xC2B2_AE3D_27D4_EB4F
    second ^= second >> 31
  }
}
