/// A piece of a page, as places in its bytes. Nothing is copied until somebody asks for a text.
public enum HTMLToken: Hashable, Sendable {
  /// Between tags.
  case text(Range<Int>)
  /// In an element like `script` or `title`, which has no tags in it.
  case raw(Range<Int>)
  /// The name of a tag that opens, in whatever case it is written; its attributes come next.
  case start(name: Range<Int>)
  /// The name of a tag that closes; what else stands in such a tag means nothing.
  case end(name: Range<Int>)
  /// What is between the marks of a comment, or of anything that is treated as one: `<?…>`, `<!…>`.
  case comment(Range<Int>)
  /// What follows the word `doctype`.
  case doctype(Range<Int>)
}

/// One attribute of a tag.
public struct HTMLAttribute: Hashable, Sendable {
  /// In whatever case it is written.
  public var name: Range<Int>
  /// Without its quotes, and with its character references; empty where there is none.
  public var value: Range<Int>

  public init(name: Range<Int>, value: Range<Int>) {
    self.name = name
    self.value = value
  }
}
