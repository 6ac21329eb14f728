import Glibc

/// The only code that accesses the bytes without bounds checks: `memchr` compares many bytes at a
/// time, and most of a page is skipped.
extension Span<UInt8> {
  /// The position of the first `byte` at or after `start`, or the count if there is none.
  func position(of byte: UInt8, from start: Int) -> Int {
    guard start < count else { return count }
    return withUnsafeBytes { all in
      // `start` is less than `count`, so the buffer is not empty and the access is within it.
      guard let base = all.baseAddress else { return all.count }
      guard let found = memchr(base + start, Int32(byte), all.count - start) else {
        return all.count
      }
      return base.distance(to: UnsafeRawPointer(found))
    }
  }
}
