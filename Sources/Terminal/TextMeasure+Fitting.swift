/// The alignment of text in a wider field.
public enum Alignment: Hashable, Sendable {
  case leading
  case trailing
}

extension TextMeasure {
  /// The text, or as many whole characters as fit before the ellipsis.
  public func truncated(_ text: String, to columns: Int, ellipsis: String = "…") -> String {
    guard let cut = cut(in: text, columns: columns, ellipsis: ellipsis) else { return text }
    return String(text[..<cut.end]) + cut.ellipsis
  }

  public func padded(_ text: String, to columns: Int, alignment: Alignment = .leading) -> String {
    let missing = String(repeating: " ", count: max(0, columns - width(of: text)))
    return alignment == .leading ? text + missing : missing + text
  }

  /// The index at which to cut the text, and the ellipsis that fits; `nil` if the whole text fits.
  func cut(in text: some StringProtocol, columns: Int, ellipsis: String) -> (
    end: String.Index, ellipsis: String
  )? {
    let mark = width(of: ellipsis) <= columns ? ellipsis : ""
    let room = columns - width(of: mark)
    var used = 0
    var end = text.startIndex
    for index in text.indices {
      used += width(of: text[index])
      if used > columns { return (end, mark) }
      if used <= room { end = text.index(after: index) }
    }
    return nil
  }
}
