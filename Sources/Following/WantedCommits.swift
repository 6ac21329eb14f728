import Diary
import Git

/// Selects commits by what could make them matches.
struct WantedCommits {
  var names: Set<ObjectName> = []
  var authored: Set<UInt64> = []
  var trees: Set<ObjectName> = []
  var changes: Set<String> = []
  /// The earliest committer date of a squash.
  var since = Int64.max
  private var squashes = 0

  /// The number of commits that can be squashes, the newest first.
  static let squashLimit = 300

  init() {}

  /// The versions of commits with notes, and the newest squashes.
  init(_ commits: [CommitToFollow], _ facts: [String: CommitFacts]) {
    for commit in commits {
      if let name = ObjectName(commit.sha) { names.insert(name) }
    }
    for one in facts.values { add(one) }
    since = facts.values.map { $0.committedAt ?? $0.authoredAt }.min() ?? .max
  }

  mutating func add(_ facts: CommitFacts) {
    authored.insert(CommitHeader.authored(by: facts.author, at: facts.authoredAt))
    if let tree = facts.tree.flatMap({ ObjectName($0) }) { trees.insert(tree) }
    if let change = facts.changeID { changes.insert(change) }
  }

  /// Whether the commit may be another version of a wanted one.
  func isLike(_ header: CommitHeader) -> Bool {
    authored.contains(header.authored) || trees.contains(header.tree)
      || header.changeID.map(changes.contains) == true
      || header.copied.contains(where: names.contains)
      || header.squashed.contains(where: names.contains)
  }

  /// The same, or one of the newest commits that could be squashes. Pass the newest first.
  mutating func take(_ header: CommitHeader) -> Bool {
    if isLike(header) { return true }
    guard !header.isMerge, header.committedAt >= since, squashes < Self.squashLimit else {
      return false
    }
    squashes += 1
    return true
  }
}
