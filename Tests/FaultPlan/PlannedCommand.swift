/// A run of the program, and its expected result without a fault.
public struct PlannedCommand: Hashable, Sendable {
  public var kind: CommandKind
  public var words: [String]
  /// The folder in which it runs, below the home directory; `nil` for that itself.
  public var folder: String?
  /// The text on standard input.
  public var input: String?
  /// The text that an editor writes before it fails.
  public var draft: String?
  /// The note that the draft belongs to.
  public var draftedNote: String?
  public var change: Change?
  public var status: Int32
  /// Texts that the output must contain.
  public var shows: [String]
  /// Texts that the output must not contain.
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

  /// Whether the command completes an interrupted purge. Every command that writes to the journal
  /// does, and so does `doctor`.
  public var finishesPurges: Bool {
    if case .set? = change { return false }
    return change != nil || kind == .doctor || kind == .doctorRepair
  }

  public var wantsJSON: Bool { words.contains("--json") }

  /// The command line, with long texts shortened.
  public var summary: String {
    let shown = words.map { word in
      let cut = word.count > 40 ? "\(word.prefix(37))..." : word
      return cut.contains(where: \.isWhitespace) ? "'\(cut)'" : cut
    }
    return shown.joined(separator: " ")
  }
}
