/// What could be typed at the cursor.
public struct Completion: Hashable, Sendable {
  public var candidates: [Candidate] = []
  /// What the shell adds by itself.
  public var additions = Additions.nothing
  /// What is already typed of the word at the cursor and is no part of the value: `--file=`.
  var prefix = ""

  public enum Additions: String, Hashable, Sendable {
    case nothing = "words"
    case files, directories
  }
}

/// A word that can be typed.
public struct Candidate: Hashable, Sendable {
  public var word: String
  public var description: DisplayText?

  public init(_ word: String, _ description: DisplayText? = nil) {
    self.word = word
    self.description = description
  }
}
