extension StringProtocol {
  /// Whether `part` stands anywhere in the text, byte by byte: the standard library's own search
  /// would link the whole engine of regular expressions.
  func containsBytes(_ part: String) -> Bool {
    let part = Array(part.utf8)
    var rest = Array(utf8)[...]
    while rest.count >= part.count {
      if rest.starts(with: part) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
