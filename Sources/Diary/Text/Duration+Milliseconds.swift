extension Duration {
  /// The duration in whole milliseconds, rounded up and limited to `0...limit`, for timeouts of C
  /// functions.
  public func wholeMilliseconds(atMost limit: Int32) -> Int32 {
    Int32(min(max((self / .milliseconds(1)).rounded(.up), 0), Double(limit)))
  }
}
