/// A token of a page, given as ranges of its bytes. Texts are not copied.
public enum HTMLToken: Hashable, Sendable {
  /// Text between tags.
  case text(Range<Int>)
  /// The text of an element that contains no tags, such as `script` or `title`.
  case raw(Range<Int>)
  /// The name of a start tag, in its original case. Its attributes follow.
  case start(name: Range<Int>)
  /// The name of an end tag. Its attributes are skipped.
  case end(name: Range<Int>)
  /// The text of a comment or of a construct that browsers treat as one: `<?…>`, `<!…>`.
  case comment(Range<Int>)
  /// The text after `doctype`.
  case doctype(Range<Int>)
}

/// One attribute of a tag.
public struct HTMLAttribute: Hashable, Sendable {
  /// In its original case.
  public var name: Range<Int>
  /// Without quotes, and with its character references not decoded; empty if there is no value.
  public var value: Range<Int>
}
