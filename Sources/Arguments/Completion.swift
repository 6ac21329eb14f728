/// The completions at the cursor.
public struct Completion: Hashable, Sendable {
  public var candidates: [Candidate] = []
  /// Which completions the shell adds itself.
  public var additions = Additions.nothing
  /// The part of the typed word before the value, such as `--file=`.
  var prefix = ""

  /// - Parameter prefix: the part of the typed word that all completions keep.
  public init(
    candidates: [Candidate] = [], additions: Additions = .nothing, prefix: String = ""
  ) {
    self.candidates = candidates
    self.additions = additions
    self.prefix = prefix
  }

  public enum Additions: String, Hashable, Sendable {
    case nothing = "words"
    case files, directories
  }
}

/// A possible completion.
public struct Candidate: Hashable, Sendable {
  public var word: String
  public var description: DisplayText?

  public init(_ word: String, _ description: DisplayText? = nil) {
    self.word = word
    self.description = description
  }
}
