import Glibc

/// The one place where the bytes are seen past the span that guards them: the library looks at many
/// of them at a time, and most of a page is only passed over.
extension Span<UInt8> {
  /// The first place of `byte` at or behind `start`, or the end.
  func position(of byte: UInt8, from start: Int) -> Int {
    guard start < count else { return count }
    return withUnsafeBytes { all in
      // `start` is less than the count, so that there is an address and what is behind it is ours.
      guard let base = all.baseAddress else { return all.count }
      guard let found = memchr(base + start, Int32(byte), all.count - start) else {
        return all.count
      }
      return base.distance(to: UnsafeRawPointer(found))
    }
  }
}
