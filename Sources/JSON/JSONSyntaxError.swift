/// The position at which a text is not valid JSON.
public struct JSONSyntaxError: Error, Hashable {
  /// Counted from 1.
  public var line: Int
  public var column: Int
}
