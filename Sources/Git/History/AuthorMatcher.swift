/// Whether a commit is the writer's.
enum AuthorMatcher {
  /// One of these addresses, in small letters.
  case addresses([[UInt8]])
  /// This stands somewhere in the name or address; in small letters.
  case part([UInt8])

  /// What `git log` is to write of the author: for addresses the one in the commit and the one that
  /// a mailmap puts in its place, where there is one.
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
      if addresses.contains(where: { Self.agree($0, author, 0..<end) }) { return true }
      return end < author.count
        && addresses.contains { Self.agree($0, author, end + 1..<author.count) }
    case .part(let part):
      guard author.count >= part.count else { return false }
      return (0...author.count - part.count).contains { place in
        Self.agree(part, author, place..<place + part.count)
      }
    }
  }

  private static func agree(_ small: [UInt8], _ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard small.count == range.count else { return false }
    for place in small.indices where small[place] != Self.small(text[range.lowerBound + place]) {
      return false
    }
    return true
  }

  private static func small(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  /// Letters of other scripts stay as they are, as git leaves them.
  static func small(_ text: String) -> [UInt8] { text.utf8.map { small($0) } }
}
