import Diary
import Git

/// Where a lost commit is now, or could be.
struct LostCommitMatch: Hashable {
  var targets: [ObjectName]
  var evidence: CommitEvidence
  /// `false` if the targets are only candidates.
  var isCertain: Bool

  static func one(_ target: ObjectName, _ evidence: CommitEvidence) -> LostCommitMatch {
    LostCommitMatch(targets: [target], evidence: evidence, isCertain: true)
  }

  /// The only target for certain, or several as candidates; `nil` if there is none.
  static func only(_ targets: [ObjectName], _ evidence: CommitEvidence) -> LostCommitMatch? {
    targets.isEmpty
      ? nil : LostCommitMatch(targets: targets, evidence: evidence, isCertain: targets.count == 1)
  }

  static func maybe(_ targets: [ObjectName], _ evidence: CommitEvidence) -> LostCommitMatch? {
    targets.isEmpty ? nil : LostCommitMatch(targets: targets, evidence: evidence, isCertain: false)
  }
}

/// A search for what became of lost commits: the rules over the evidence, and what they have asked the
/// repository so far.
struct CommitSearch {
  let index: CommitIndex
  let source: any CommitSource
  /// The patch ids that are known; `nil` for a commit without one.
  private(set) var patches: [ObjectName: String?] = [:]
  /// The lost commits that author, date and subject tell apart. Where there are many, their patches are not
  /// compared.
  private(set) var alone: Set<ObjectName> = []
  /// The commits of one author and date, by the lost one.
  var twins: [ObjectName: Twins?] = [:]
  /// The versions of each lost commit that no branch reaches.
  var knownVersions: [ObjectName: [ObjectName]] = [:]
  /// The commits that a branch has gained by a move.
  private var ranges: [Reflogs.Change: Set<ObjectName>] = [:]
  /// The patch ids of the changes from one commit to another; `nil` if there are none.
  var knownRanges: [ObjectName: [ObjectName: String?]] = [:]
  var rangeCalls = 0
  /// The commits that could be squashes, the newest first.
  private(set) lazy var squashable: [CommitHeader] = newestSquashable()
  /// The ancestors of old commits, once they are known; `nil` if git could not name them.
  private lazy var oldAncestors: Set<ObjectName>? = try? source.names(
    from: index.edges, limit: CommitFollowing.walkLimit)

  /// - Parameter patches: what another search has computed.
  init(
    of index: CommitIndex, in source: any CommitSource, patches: [ObjectName: String?] = [:]
  ) {
    self.index = index
    self.source = source
    self.patches = patches
    for (name, patch) in index.patches { self.patches[name] = patch }
  }

  /// The commit that continues a lost one; `nil` if there is no evidence.
  mutating func match(_ name: ObjectName) -> LostCommitMatch? {
    if let version = matchVersion(name) {
      // A message that has the id decides between candidates.
      let named = version.isCertain ? nil : squashWithMessage(name)
      return named?.isCertain == true ? named : version
    }
    // A commit that a shallow clone lacks is below its history rather than in a squash.
    if index.wasDropped(name) || index.isShallow && index.gone.contains(name) { return nil }
    return FollowingRule.first(FollowingRule.ofSquashes, of: name, in: &self)
  }

  /// The commit that continues a lost one without being a squash.
  mutating func matchVersion(_ name: ObjectName) -> LostCommitMatch? {
    FollowingRule.first(FollowingRule.ofVersions, of: name, in: &self)
  }

  // MARK: Patches

  /// The number of commits up to which patches are compared even where the author and the date
  /// are enough, so that the evidence that is shown is the strongest.
  private static let patchLimit = 500

  /// Computes the patches that `match` will need, with one call of git.
  mutating func prepare(_ lost: [ObjectName]) {
    var names: Set<ObjectName> = []
    let isSmall = lost.count <= Self.patchLimit
    for name in lost {
      guard let authored = index[name]?.authored else { continue }
      let later = index.newByAuthor[authored] ?? []
      let earlier = (index.oldByAuthor[authored] ?? []).filter { $0 != name }
      if later.isEmpty { continue }
      if !isSmall, later.count == 1, earlier.isEmpty,
        index.subject(of: name).isSame(as: index.new[later[0]]?.subject)
      {
        alone.insert(name)
        continue
      }
      names.formUnion(later)
      names.formUnion(earlier)
      names.insert(name)
    }
    compute(names)
  }

  /// The patch id, which is computed if it is not known.
  mutating func patch(_ name: ObjectName) -> String? {
    if let known = patches[name] { return known }
    compute([name])
    return patches[name] ?? nil
  }

  mutating func compute(_ names: some Collection<ObjectName>) {
    let open = names.filter {
      patches[$0] == nil && (index.old[$0] != nil || index.new[$0] != nil)
    }
    let found = source.patchIDs(of: open)
    for name in open { patches[name] = .some(found[name]) }
    for name in names where patches[name] == nil { patches[name] = .some(nil) }
  }

  /// Whether both commits have the same patch.
  mutating func havePatch(_ name: ObjectName, _ other: ObjectName) -> Bool {
    guard let patch = patch(name) else { return false }
    return patch == self.patch(other)
  }

  // MARK: Several that are equally good

  func unique(_ names: [ObjectName]) -> [ObjectName] {
    var seen: Set<ObjectName> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// If there are several, those that are not marked as copies and did not replace another of them,
  /// and that are in a branch which contained the lost commit before it was rewritten.
  mutating func narrowed(_ later: [ObjectName], for name: ObjectName) -> [ObjectName] {
    guard later.count > 1 else { return later }
    let others = withoutCopies(later, of: name)
    if others.count == 1 { return others }
    var above = Set(index.descendants(of: name))
    var inside: Set<ObjectName> = []
    var left = index.moves.filter { $0.old != $0.new }
    while let move = left.first(where: { above.contains($0.old) }) {
      left.remove(move)
      above.insert(move.new)
      let range = range(of: move)
      inside.formUnion(later.filter(range.contains))
    }
    return inside.isEmpty ? later : later.filter(inside.contains)
  }

  /// Those that are not marked as copies of the commit or of another one, and did not replace another one.
  func withoutCopies(_ later: [ObjectName], of name: ObjectName) -> [ObjectName] {
    var copied = Set(index.copies[name] ?? [])
    for other in later {
      copied.formUnion(index.copies[other] ?? [])
      copied.formUnion(index.replacements(of: other))
    }
    return later.filter { !copied.contains($0) }
  }

  /// The commits that a branch has gained when it was rewritten.
  private mutating func range(of move: Reflogs.Change) -> Set<ObjectName> {
    if let known = ranges[move] { return known }
    let names = (try? source.names(from: [move.new], without: [move.old], limit: 5_000)) ?? []
    ranges[move] = names
    return names
  }

  /// Whether `commit` is an ancestor of the lost one.
  mutating func isAncestor(_ commit: ObjectName, ofLost name: ObjectName) -> Bool {
    let parents = index.parents(of: name)
    if parents.contains(commit) { return true }
    // If the ancestors are not known, each commit is asked for.
    return (oldAncestors?.contains(commit) ?? true || index.old[commit] != nil)
      && parents.contains { source.isAncestor(commit, of: $0) }
  }

  private func newestSquashable() -> [CommitHeader] {
    (Array(index.new.values) + Array(index.old.values)).filter(\.canBeSquash)
      .sorted { ($1.committedAt, $0.name) < ($0.committedAt, $1.name) }
      .prefix(WantedCommits.squashLimit).map(\.self)
  }
}

extension CommitHeader {
  var canBeSquash: Bool { !isMerge && !isRevert }
}
