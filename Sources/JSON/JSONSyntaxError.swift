/// Where a text stops being JSON.
public struct JSONSyntaxError: Error, Hashable {
  /// Counted from one.
  public var line: Int
  public var column: Int
}
