extension Duration {
  /// Whole milliseconds, rounded up, between 0 and `limit`: how C functions are told how long to
  /// wait.
  public func wholeMilliseconds(atMost limit: Int32) -> Int32 {
    Int32(min(max((self / .milliseconds(1)).rounded(.up), 0), Double(limit)))
  }
}
