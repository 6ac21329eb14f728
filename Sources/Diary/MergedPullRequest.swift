/// A pull request that was merged, with the commits that its branch had.
public struct MergedPullRequest: Hashable, Sendable {
  /// A commit of the branch.
  public struct Part: Hashable, Sendable {
    public var sha: String
    public var author: String
    /// The author date, in seconds since 1970.
    public var authoredAt: Int64

    public init(sha: String, author: String, authoredAt: Int64) {
      self.sha = sha
      self.author = author
      self.authoredAt = authoredAt
    }
  }

  public var number: Int
  /// The squash, the last of the commits that were rebased, or the merge commit.
  public var sha: String
  /// The oldest first.
  public var parts: [Part]

  public init(number: Int, sha: String, parts: [Part]) {
    self.number = number
    self.sha = sha
    self.parts = parts
  }

  /// The number in a subject such as `Cache the index (#12)` or `Merge pull request #12 from a/b`,
  /// which GitHub writes.
  public static func number(inSubject subject: String) -> Int? {
    var digits = subject.utf8[...]
    if subject.hasPrefix(mergePrefix) {
      digits = digits.dropFirst(mergePrefix.utf8.count).prefix { (0x30...0x39).contains($0) }
    } else {
      guard digits.last == UInt8(ascii: ")"), let open = digits.lastIndex(of: UInt8(ascii: "(")),
        digits[open...].starts(with: "(#".utf8)
      else { return nil }
      digits = digits[open...].dropFirst(2).dropLast()
    }
    guard (1...9).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(Substring(digits)), number > 0
    else { return nil }
    return number
  }

  private static let mergePrefix = "Merge pull request #"
}
