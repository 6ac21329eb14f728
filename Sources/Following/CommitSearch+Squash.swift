import Diary
import Git

extension CommitSearch {
  /// The number of later commits of a branch that can be the last one of a squash.
  private static let rangeLimit = 40
  /// The number of commits at which a range can end.
  private static let rangeTips = 12

  /// The message of a commit has its id, as `git merge --squash` writes it.
  mutating func squashWithMessage(_ name: ObjectName) -> LostCommitMatch? {
    let named = versions(of: name).flatMap { index.mentions[$0] ?? [] }.filter(canBeSquash)
    return LostCommitMatch.only(continued(named, for: name), .squash)
  }

  /// A commit contains the whole branch of it: its tree is that of the end of the branch, or its patch is
  /// that of all commits together.
  mutating func squashOfBranch(_ name: ObjectName) -> LostCommitMatch? {
    for version in versions(of: name) {
      guard var found = squashOfBranch(with: version) else { continue }
      // The commit that a fixup changes was not found, and the tree is the same after all of them.
      if index.gone.contains(version), index.old[version]?.subject.target != nil {
        found.isCertain = false
      }
      return found
    }
    return nil
  }

  /// The commit itself, and what it became before it was squashed.
  private mutating func versions(of name: ObjectName) -> [ObjectName] {
    if let known = knownVersions[name] { return known }
    var versions = [name]
    var next = 0
    while next < versions.count {
      let version = versions[next]
      next += 1
      versions += index.intermediates(of: version).filter { !versions.contains($0) }
      guard let authored = index[version]?.authored, let group = index.oldByAuthor[authored],
        group.count > 1
      else { continue }
      let line = index.line(of: version)
      let isAlone = !group.contains(where: line.contains)
      for other in group where !versions.contains(other) && !line.contains(other) {
        guard isVersion(other, of: version), isAlone || havePatch(other, version) else { continue }
        versions.append(other)
      }
    }
    knownVersions[name] = versions
    return versions
  }

  /// These squashes, or what they became: a squash can have been amended or rebased since.
  private mutating func continued(
    _ squashes: [ObjectName], for name: ObjectName
  ) -> [ObjectName] {
    var found: [ObjectName] = []
    for squash in squashes {
      if index.new[squash] != nil {
        found.append(squash)
      } else if squash != name, let match = matchVersion(squash), match.isCertain {
        for target in match.targets where !isExplained(target, for: name, besides: squash) {
          found.append(target)
        }
      }
    }
    return unique(found)
  }

  private func canBeSquash(_ name: ObjectName) -> Bool {
    (index.new[name] ?? index.old[name])?.canBeSquash ?? false
  }

  /// Whether the commit, or one with the same patch that it replaced, is a rewritten version of another
  /// old commit, with nothing added. A version of a commit on the same line of history may contain the
  /// lost one too.
  mutating func isExplained(
    _ candidate: ObjectName, for name: ObjectName, besides squash: ObjectName? = nil
  ) -> Bool {
    let line = index.line(of: name)
    if isVersion(candidate, ofCommitOn: line, for: name, besides: squash) { return true }
    for origin in index.origins(of: candidate) where !line.contains(origin) && origin != name {
      if havePatch(candidate, origin),
        isVersion(origin, ofCommitOn: line, for: name, besides: squash)
      {
        return true
      }
    }
    return false
  }

  private mutating func isVersion(
    _ candidate: ObjectName, ofCommitOn line: Set<ObjectName>, for name: ObjectName,
    besides squash: ObjectName?
  ) -> Bool {
    guard let header = index.new[candidate] ?? index.old[candidate] else { return false }
    let group = (index.oldByAuthor[header.authored] ?? []).filter {
      $0 != name && $0 != candidate && $0 != squash
    }
    if group.isEmpty || index[name]?.authored == header.authored { return false }
    let below = group.filter(line.contains)
    // The others in the group may be earlier and later versions of an old squash.
    if below.isEmpty { return squash == nil && index.old[candidate] == nil }
    for other in below where havePatch(candidate, other) { return true }
    return false
  }

  // MARK: fixup!

  /// The commit into which `git rebase --autosquash` has folded this one. It has another patch than
  /// the commit to change, which can still be there without the change.
  mutating func squashOfFixup(_ name: ObjectName) -> LostCommitMatch? {
    for version in versions(of: name) {
      guard let subject = index.old[version]?.subject.target else { continue }
      var found: [ObjectName] = []
      for target in index.line(of: version) where index.old[target]?.subject.text == subject {
        guard let match = matchVersion(target) else { continue }
        let folded = match.targets.filter { !havePatch(target, $0) }
        let others = later(versionsOf: target).filter { !havePatch(target, $0) }
        found += folded.isEmpty ? others : folded
      }
      if let match = LostCommitMatch.only(unique(found), .squash) { return match }
    }
    return nil
  }

  /// The reachable commits with the author, the author date and the subject of a lost one.
  private func later(versionsOf name: ObjectName) -> [ObjectName] {
    guard let authored = index[name]?.authored else { return [] }
    let subject = index.subject(of: name)
    return (index.newByAuthor[authored] ?? []).filter { subject.isSame(as: index.subject(of: $0)) }
  }

  // MARK: Branches

  /// A commit with the tree or the patch of the branch that contained the lost one. A branch may
  /// have been squashed several times: the end that is nearest to the commit counts.
  mutating func squashOfBranch(with name: ObjectName) -> LostCommitMatch? {
    guard let header = index.old[name] else { return nil }
    let candidates = squashCandidates(for: name, since: header.committedAt)
    compute(candidates)
    let above = index.descendants(of: name, limit: Self.rangeLimit)
    let heads = above.filter { index.children[$0] == nil }.prefix(Self.rangeTips)
    let tips = Set(above.prefix(Self.rangeTips)).union(heads)
    let starts = starts(of: name)
    for tip in above {
      var found = withTree(of: tip, for: name)
      if found.isEmpty, !candidates.isEmpty, tips.contains(tip) {
        found = withRange(to: tip, from: starts, all: tips, candidates, for: name)
      }
      let reached = continued(found, for: name)
      if let match = LostCommitMatch.only(narrowed(reached, for: name), .squash) { return match }
    }
    return nil
  }

  private mutating func withTree(of tip: ObjectName, for name: ObjectName) -> [ObjectName] {
    guard let header = index.old[tip], let all = index.byTree[header.tree], all.count > 1 else {
      return []
    }
    let line = index.line(of: name)
    var found: [ObjectName] = []
    for candidate in all
    where candidate != name && candidate != tip && canBeSquash(candidate)
      && !line.contains(candidate)
    {
      guard let later = index.new[candidate] ?? index.old[candidate],
        later.committedAt >= header.committedAt,
        changesSomething(later), !isExplained(candidate, for: name)
      else { continue }
      // With the tree of the same parent, it is a version of the last commit alone.
      if tip != name, let base = header.parent, let parent = later.parent,
        tree(of: base) == tree(of: parent)
      {
        continue
      }
      // An orphan branch contains everything.
      if later.parent == nil, !includesRoot(belowOf: name) { continue }
      // The change of a single commit may have been made again.
      if tip == name, !later.subject.namesPullRequest, isSingle(header) { continue }
      found.append(candidate)
    }
    return found
  }

  /// Whether the commits below this one are on a branch, or were found without it.
  private mutating func isSingle(_ header: CommitHeader) -> Bool {
    for parent in header.parents where index.old[parent] != nil {
      if matchVersion(parent)?.isCertain != true { return false }
    }
    return true
  }

  /// Whether a commit without parents is lost with this one.
  private func includesRoot(belowOf name: ObjectName) -> Bool {
    var next = name
    while let header = index.old[next] {
      guard let parent = header.parent else { return true }
      next = parent
    }
    return false
  }

  /// The trees without files, in both hash functions.
  private static let emptyTrees = [
    "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
  ].compactMap { ObjectName($0) }

  /// Whether the tree is another one than that of the parent.
  private func changesSomething(_ header: CommitHeader) -> Bool {
    guard let parent = header.parent else { return !Self.emptyTrees.contains(header.tree) }
    return tree(of: parent) != header.tree
  }

  private func tree(of name: ObjectName) -> ObjectName? {
    if let known = index.new[name] ?? index.old[name] { return known.tree }
    var tree: ObjectName?
    source.headers(of: [name]) { tree = $0.tree }
    return tree
  }

  /// The newest commits that could be squashes, except those from before a time and those on the
  /// lost commit's own line of history.
  private mutating func squashCandidates(for name: ObjectName, since: Int64) -> [ObjectName] {
    let line = index.line(of: name)
    return squashable.prefix { $0.committedAt >= since }.map(\.name)
      .filter { $0 != name && !line.contains($0) }
  }

  // MARK: One commit

  /// A commit has the same patch but another author date, and its subject names a pull request: GitHub
  /// has squashed a branch of one commit.
  mutating func squashOfOne(_ name: ObjectName) -> LostCommitMatch? {
    for version in versions(of: name) {
      let found = withSamePatchLater(version).filter {
        index.new[$0]?.subject.namesPullRequest == true
      }
      if found.count == 1 { return .one(found[0], .squash) }
    }
    return nil
  }

  /// A commit has the same patch but another author date. Someone may have made the same change again.
  mutating func withPatchAgain(_ name: ObjectName) -> LostCommitMatch? {
    for version in versions(of: name) {
      if let match = LostCommitMatch.maybe(withSamePatchLater(version), .patch) { return match }
    }
    return nil
  }

  private mutating func withSamePatchLater(_ name: ObjectName) -> [ObjectName] {
    guard let patch = patch(name) else { return [] }
    let candidates = squashCandidates(for: name, since: index.committedAt(name) ?? .min)
      .filter { index.new[$0] != nil }
    compute(candidates)
    var found: [ObjectName] = []
    for candidate in candidates where self.patch(candidate) == patch {
      if !isExplained(candidate, for: name) { found.append(candidate) }
    }
    return found
  }

  // MARK: Branches that were kept

  /// Commits of `new` that contain these commits of other branches.
  mutating func squashes(of names: [ObjectName]) -> [(ObjectName, ObjectName)] {
    var found: [(ObjectName, ObjectName)] = []
    for name in names {
      if let squash = index.mentions[name]?.first(where: { index.new[$0] != nil && canBeSquash($0) }
      ) {
        found.append((name, squash))
      } else if let match = squashOfBranch(with: name), match.isCertain {
        found.append((name, match.targets[0]))
      }
    }
    return found
  }
}
