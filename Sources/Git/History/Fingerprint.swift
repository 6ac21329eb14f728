/// A hash of bytes that is the same in every run (FNV-1a).
struct Fingerprint {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    var value = value
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    // Separates this value from the next one.
    self.value = (value ^ 0x100) &* 0x100_0000_01B3
  }

  mutating func add(_ text: String) { add(text.utf8) }

  mutating func add(_ number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      value = (value ^ (number >> UInt64(shift) & 0xFF)) &* 0x100_0000_01B3
    }
  }
}
