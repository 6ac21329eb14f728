/// Splits a page into tags and texts as browsers do. It accepts any bytes, and reads each of them
/// once.
///
/// The tokenizer does not store the bytes, so every call must pass the same ones. It builds no tree
/// and ignores the context of a tag: a `title` in an SVG is treated like any other.
public struct HTMLTokenizer: Sendable {
  private var position = 0
  /// Whether the attributes of the last tag have not been read yet.
  private var isInTag = false
  /// The name of the last start tag, if its element contains only text.
  private var rawElement: Range<Int>?
  /// Whether the last tag was complete. Valid after all its attributes were read.
  public private(set) var isTagComplete = false
  /// The number of byte accesses, which tests compare with the size of the page.
  private(set) var steps = 0

  public init() {}

  /// The next token; `nil` at the end. Unread attributes of the last tag are skipped.
  public mutating func next(in bytes: Span<UInt8>) -> HTMLToken? {
    if isInTag { skipTag(in: bytes) }
    if let name = rawElement {
      rawElement = nil
      let text = rawText(of: name, in: bytes)
      if !text.isEmpty { return .raw(text) }
    }
    guard position < bytes.count else { return nil }
    let start = position
    if bytes[start] == Byte.less, let token = markup(in: bytes) { return token }
    // A `<` that does not begin markup is part of the text.
    seek(Byte.less, from: max(position, start + 1), in: bytes)
    while position < bytes.count, !beginsMarkup(in: bytes) {
      seek(Byte.less, from: position + 1, in: bytes)
    }
    return .text(start..<position)
  }

  // MARK: Moving

  private mutating func seek(_ byte: UInt8, from start: Int, in bytes: Span<UInt8>) {
    let found = bytes.position(of: byte, from: start)
    steps += found - position + 1
    position = found
  }

  private mutating func skipSpace(in bytes: Span<UInt8>) {
    let start = position
    while position < bytes.count, Byte.isSpace(bytes[position]) { position += 1 }
    steps += position - start + 1
  }

  private func byte(at position: Int, in bytes: Span<UInt8>) -> UInt8 {
    position < bytes.count ? bytes[position] : 0
  }

  // MARK: Markup

  /// Whether the `<` at the current position begins a tag or a comment.
  private mutating func beginsMarkup(in bytes: Span<UInt8>) -> Bool {
    steps += 2
    let next = byte(at: position + 1, in: bytes)
    if Byte.isLetter(next) || next == Byte.exclamation || next == Byte.question { return true }
    return next == Byte.slash && position + 2 < bytes.count
  }

  private mutating func markup(in bytes: Span<UInt8>) -> HTMLToken? {
    guard beginsMarkup(in: bytes) else { return nil }
    switch bytes[position + 1] {
    case Byte.slash:
      guard Byte.isLetter(bytes[position + 2]) else {
        return bogusComment(in: bytes, from: position + 2)
      }
      let name = name(from: position + 2, in: bytes)
      // An end tag may have attributes with `>` in quotes.
      open()
      skipTag(in: bytes)
      return .end(name: name)
    case Byte.exclamation: return declaration(in: bytes)
    case Byte.question: return bogusComment(in: bytes, from: position + 1)
    default:
      let name = name(from: position + 1, in: bytes)
      open()
      if RawElement.isOne(name, in: bytes) { rawElement = name }
      return .start(name: name)
    }
  }

  private mutating func open() {
    isInTag = true
    isTagComplete = false
  }

  private mutating func name(from start: Int, in bytes: Span<UInt8>) -> Range<Int> {
    position = start
    while position < bytes.count, !Byte.endsTagName(bytes[position]) { position += 1 }
    steps += position - start + 1
    return start..<position
  }

  private mutating func declaration(in bytes: Span<UInt8>) -> HTMLToken {
    let start = position + 2
    if byte(at: start, in: bytes) == Byte.dash, byte(at: start + 1, in: bytes) == Byte.dash {
      return comment(from: start + 2, in: bytes)
    }
    // `<![CDATA[` outside of SVG is a comment that ends at the first `>`.
    let isDoctype = bytes.matches("doctype", at: start)
    steps += 7
    let end = skipBogusComment(from: start, in: bytes)
    return isDoctype ? .doctype(min(start + 7, end)..<end) : .comment(start..<end)
  }

  private mutating func bogusComment(in bytes: Span<UInt8>, from start: Int) -> HTMLToken {
    .comment(start..<skipBogusComment(from: start, in: bytes))
  }

  /// Skips everything up to the next `>`, and returns its position.
  private mutating func skipBogusComment(from start: Int, in bytes: Span<UInt8>) -> Int {
    seek(Byte.greater, from: start, in: bytes)
    let end = position
    position = min(end + 1, bytes.count)
    return end
  }

  /// A comment ends at `-->` or `--!>`. `<!-->` and `<!--->` are complete, empty comments.
  private mutating func comment(from start: Int, in bytes: Span<UInt8>) -> HTMLToken {
    position = start
    if byte(at: start, in: bytes) == Byte.greater {
      position = start + 1
      return .comment(start..<start)
    }
    if byte(at: start, in: bytes) == Byte.dash, byte(at: start + 1, in: bytes) == Byte.greater {
      position = start + 2
      return .comment(start..<start)
    }
    seek(Byte.greater, from: start, in: bytes)
    while position < bytes.count {
      let end = position
      steps += 3
      for mark in [2, 3] where end - mark >= start && isCommentEnd(end, mark, in: bytes) {
        position = end + 1
        return .comment(start..<end - mark)
      }
      seek(Byte.greater, from: end + 1, in: bytes)
    }
    return .comment(start..<bytes.count)
  }

  /// Whether the `>` at `end` closes a comment, with the two or three bytes before it.
  private func isCommentEnd(_ end: Int, _ mark: Int, in bytes: Span<UInt8>) -> Bool {
    bytes[end - mark] == Byte.dash && bytes[end - mark + 1] == Byte.dash
      && (mark == 2 || bytes[end - 1] == Byte.exclamation)
  }

  /// The text up to the end tag of the element, or to the end of the page.
  private mutating func rawText(of name: Range<Int>, in bytes: Span<UInt8>) -> Range<Int> {
    let start = position
    seek(Byte.less, from: start, in: bytes)
    while position < bytes.count {
      steps += name.count + 2
      if byte(at: position + 1, in: bytes) == Byte.slash,
        bytes.matches(name, at: position + 2),
        Byte.endsTagName(byte(at: position + 2 + name.count, in: bytes))
      {
        break
      }
      seek(Byte.less, from: position + 1, in: bytes)
    }
    return start..<position
  }
}

// MARK: Attributes

extension HTMLTokenizer {
  /// The next attribute of the last tag; `nil` if there are no more, or if the last token was not a
  /// tag.
  public mutating func nextAttribute(in bytes: Span<UInt8>) -> HTMLAttribute? {
    guard isInTag else { return nil }
    skipSpace(in: bytes)
    while position < bytes.count, bytes[position] == Byte.slash {
      position += 1
      if byte(at: position, in: bytes) == Byte.greater, position < bytes.count {
        // Only elements of SVG are self-closing in practice, and they have no raw text.
        rawElement = nil
      }
      skipSpace(in: bytes)
    }
    guard position < bytes.count else {
      isInTag = false
      return nil
    }
    if bytes[position] == Byte.greater {
      position += 1
      isInTag = false
      isTagComplete = true
      return nil
    }
    let name = attributeName(in: bytes)
    skipSpace(in: bytes)
    guard byte(at: position, in: bytes) == Byte.equals else {
      return HTMLAttribute(name: name, value: position..<position)
    }
    position += 1
    skipSpace(in: bytes)
    guard let value = attributeValue(in: bytes) else {
      // The quote is never closed, so the rest of the page belongs to no attribute.
      isInTag = false
      return nil
    }
    return HTMLAttribute(name: name, value: value)
  }

  /// Moves to the end of the tag like `nextAttribute`, without returning attributes. Values must be
  /// parsed, because a `>` in quotes does not end the tag.
  private mutating func skipTag(in bytes: Span<UInt8>) {
    isInTag = false
    let start = position
    var passed = 0
    // An equals sign that does not follow a name is the beginning of one.
    var hasName = false
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte > Byte.greater {
        hasName = true
      } else if byte == Byte.greater {
        isTagComplete = true
        break
      } else if byte == Byte.equals, hasName {
        let before = position
        skipSpace(in: bytes)
        let value = attributeValue(in: bytes)
        passed += position - before
        // The quote is never closed, so the page ends here.
        if value == nil { break }
        hasName = false
      } else if byte == Byte.slash {
        hasName = false
        if self.byte(at: position, in: bytes) == Byte.greater { rawElement = nil }
      } else if !Byte.isSpace(byte) {
        hasName = true
      }
    }
    steps += position - start - passed + 1
  }

  private mutating func attributeName(in bytes: Span<UInt8>) -> Range<Int> {
    let start = position
    // A leading equals sign is part of the name.
    position += 1
    while position < bytes.count, !Byte.endsAttributeName(bytes[position]) { position += 1 }
    steps += position - start + 1
    return start..<position
  }

  private mutating func attributeValue(in bytes: Span<UInt8>) -> Range<Int>? {
    let first = byte(at: position, in: bytes)
    if first == Byte.quote || first == Byte.apostrophe {
      let start = position + 1
      seek(first, from: start, in: bytes)
      guard position < bytes.count else { return nil }
      position += 1
      return start..<position - 1
    }
    let start = position
    while position < bytes.count, !Byte.isSpace(bytes[position]), bytes[position] != Byte.greater {
      position += 1
    }
    steps += position - start + 1
    return start..<position
  }
}

/// Elements that contain only text up to their end tag.
private enum RawElement {
  static func isOne(_ name: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    // The length is checked first, because it excludes almost all tags.
    switch name.count {
    case 3: bytes.matches("xmp", at: name.lowerBound)
    case 5:
      bytes.matches("style", at: name.lowerBound) || bytes.matches("title", at: name.lowerBound)
    case 6:
      bytes.matches("script", at: name.lowerBound) || bytes.matches("iframe", at: name.lowerBound)
    case 7: bytes.matches("noembed", at: name.lowerBound)
    case 8:
      bytes.matches("textarea", at: name.lowerBound)
        || bytes.matches("noframes", at: name.lowerBound)
    default: false
    }
  }
}

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
