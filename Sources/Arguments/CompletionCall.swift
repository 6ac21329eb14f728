/// `__complete SHELL WORD…`, which the completion scripts call.
public struct CompletionCall: Hashable, Sendable {
  /// The name that no person types.
  static let name = "__complete"

  var words: [String]

  init?(_ words: [String]) {
    guard words.first == Self.name else { return nil }
    self.words = Array(words.dropFirst())
  }
}
