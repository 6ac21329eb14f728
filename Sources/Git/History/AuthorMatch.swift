/// Whether a commit is the writer's.
enum AuthorMatch {
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

  func accepts(_ author: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .addresses(let addresses):
      guard let end = author.firstIndex(of: 0) else {
        return addresses.contains { Self.agree($0, author) }
      }
      let mapped = author[(end + 1)...]
      return addresses.contains { Self.agree($0, author[..<end]) || Self.agree($0, mapped) }
    case .part(let part):
      guard author.count >= part.count else { return false }
      return (author.startIndex...author.endIndex - part.count).contains { place in
        Self.agree(part, author[place..<place + part.count])
      }
    }
  }

  private static func agree(_ small: [UInt8], _ text: ArraySlice<UInt8>) -> Bool {
    guard small.count == text.count else { return false }
    var place = text.startIndex
    for byte in small {
      guard small_(text[place]) == byte else { return false }
      place += 1
    }
    return true
  }

  private static func small_(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  /// Letters of other scripts stay as they are, as git leaves them.
  static func small(_ text: String) -> [UInt8] { text.utf8.map(small_) }
}
