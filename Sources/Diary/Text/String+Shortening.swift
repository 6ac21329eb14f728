extension String {
  /// The text, or its beginning and an ellipsis if it is longer than `count` bytes.
  public func shortened(toBytes count: Int) -> String {
    guard utf8.count > count else { return self }
    // An index inside of a scalar is rounded down.
    return String(self[..<utf8.index(startIndex, offsetBy: count)]) + "…"
  }
}
