/// What a commit changed in a file: the beginning of its diff.
public struct FileDiff: Hashable, Sendable {
  /// A line without the sign that git prints before it.
  public struct Line: Hashable, Sendable {
    public enum Kind: Sendable {
      /// The positions of the lines that follow, as git prints them.
      case hunk
      case context, added, removed
      /// Git's remark that the last line has no line break.
      case remark
    }

    public var kind: Kind
    public var text: String

    public init(_ kind: Kind, _ text: String) {
      self.kind = kind
      self.text = text
    }
  }

  public var lines: [Line]
  public var isBinary = false
  /// Whether the diff has more lines than `lines`.
  public var isCut = false

  public init(lines: [Line] = []) { self.lines = lines }
}
