/// A run of the program, and what it must come to where nothing is in its way.
public struct PlannedCommand: Hashable, Sendable {
  public var kind: CommandKind
  public var words: [String]
  /// What it reads from its standard input.
  public var input: String?
  /// The text that an editor leaves before it fails.
  public var draft: String?
  /// The note that `draft` is of.
  public var draftedNote: String?
  public var change: Change?
  public var status: Int32
  /// What its answer holds.
  public var shows: [String]
  /// What its answer does not hold.
  public var hides: [String]

  public init(
    _ kind: CommandKind, _ words: [String], input: String? = nil, change: Change? = nil,
    status: Int32 = 0, shows: [String] = [], hides: [String] = []
  ) {
    self.kind = kind
    self.words = words
    self.input = input
    self.change = change
    self.status = status
    self.shows = shows
    self.hides = hides
  }

  /// Whether it writes to the journal, and so goes on with a purge that was interrupted; `doctor`
  /// does too.
  public var finishesPurges: Bool {
    if case .set? = change { return false }
    return change != nil || kind == .doctor || kind == .doctorRepair
  }

  public var wantsJSON: Bool { words.contains("--json") }

  /// As it would be typed, with long texts cut.
  public var summary: String {
    let shown = words.map { word in
      let cut = word.count > 40 ? "\(word.prefix(37))..." : word
      return cut.contains(where: \.isWhitespace) ? "'\(cut)'" : cut
    }
    return shown.joined(separator: " ")
  }
}
