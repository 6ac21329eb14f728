/// Decides whether a commit belongs to an author.
enum AuthorMatcher {
  /// The commit has one of these addresses, in lower case.
  case addresses([[UInt8]])
  /// The name or the address contains this text, in lower case.
  case part([UInt8])

  /// The format of the author for `git log`. For addresses, it is the one in the commit, followed
  /// by the one that a mailmap maps it to.
  func format(hasMailmap: Bool) -> String {
    switch self {
    case .addresses: hasMailmap ? "%ae%x00%aE" : "%ae"
    case .part: "%aN <%aE>"
    }
  }

  func accepts(_ author: Span<UInt8>) -> Bool {
    switch self {
    case .addresses(let addresses):
      var end = 0
      while end < author.count, author[end] != 0 { end += 1 }
      if addresses.contains(where: { Self.equalsIgnoringCase($0, author, 0..<end) }) { return true }
      return end < author.count
        && addresses.contains { Self.equalsIgnoringCase($0, author, end + 1..<author.count) }
    case .part(let part):
      guard author.count >= part.count else { return false }
      return (0...author.count - part.count).contains { index in
        Self.equalsIgnoringCase(part, author, index..<index + part.count)
      }
    }
  }

  private static func equalsIgnoringCase(
    _ lowercased: [UInt8], _ text: Span<UInt8>, _ range: Range<Int>
  ) -> Bool {
    guard lowercased.count == range.count else { return false }
    for index in lowercased.indices
    where lowercased[index] != Self.lowercased(text[range.lowerBound + index]) {
      return false
    }
    return true
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  /// Only ASCII letters are converted, as in git.
  static func lowercased(_ text: String) -> [UInt8] { text.utf8.map { lowercased($0) } }
}
