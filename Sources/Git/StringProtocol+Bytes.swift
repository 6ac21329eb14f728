extension StringProtocol {
  /// Whether `part` occurs in the text, compared byte by byte. The search of the standard library
  /// would link the regular expression engine.
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
