import JSON

/// How a tag of a text was set. The raw values are stored in the journal and never change.
public enum TagSource: Int64, CaseIterable, Sendable {
  /// By the user, with `--tag` or in `browse`: it may open the text to others.
  case typed = 1
  /// Written in the text as `#word`.
  case inText = 2
  /// By a file, git notes, an agent, or a text that had it.
  case imported = 3
  /// By renaming another tag.
  case renamed = 4
}

extension TagSource {
  /// The name in an archive.
  var name: String {
    switch self {
    case .typed: "typed"
    case .inText: "text"
    case .imported: "import"
    case .renamed: "rename"
    }
  }

  init?(name: String?) {
    guard let source = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = source
  }
}
