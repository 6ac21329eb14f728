extension String {
  /// The Markdown with pictures and HTML as plain text, for a reader that would fetch or run them, and
  /// with all blocks of code closed.
  public var withoutPictures: String {
    var result = ""
    var place = startIndex
    var blocks = MarkdownBlocks(self)
    while let paragraph = blocks.next() {
      for part in paragraph.withoutCodeSpans {
        result += self[place..<part.startIndex]
        result += part.withoutPictures
        place = part.endIndex
      }
    }
    result += self[place...]
    return result + (blocks.openFence.map { "\n" + $0 } ?? "")
  }
}

extension Substring {
  fileprivate var withoutPictures: String {
    var result = ""
    var rest = self
    while let sign = rest.firstIndex(where: { $0 == "!" || $0 == "<" }) {
      let next = rest[rest.index(after: sign)...]
      result += rest[..<sign]
      if rest[sign] == "!", next.first == "[" {
        result += "!\\"
      } else if rest[sign] == "<", next.isTag {
        result += "\\<"
      } else {
        result.append(rest[sign])
      }
      rest = next
    }
    return result + rest
  }

  /// Whether the text after `<` can be HTML, and no address such as `https://example.org`.
  private var isTag: Bool {
    guard let first else { return false }
    let name = prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+.-".contains($0)) }
    if first.isASCII, first.isLetter, self[name.endIndex...].first == ":" { return false }
    return first.isASCII && first.isLetter || "/!?".contains(first)
  }
}
