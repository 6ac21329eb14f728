import Diary

extension CommitSearch {
  /// The number of commits whose patches are compared with those of ranges.
  private static let squashLimit = 300
  /// The number of later commits of a branch that can be the last one of a squash.
  private static let rangeLimit = 40
  /// The numbers of commits at which a range can begin and end, and of calls of git.
  private static let rangeStarts = 6
  private static let rangeTips = 12
  private static let rangeCallLimit = 200

  /// The commit that contains a lost one together with others.
  mutating func matchSquash(_ name: ObjectName) -> LostCommitMatch? {
    let versions = versions(of: name)
    let named = versions.flatMap { mentions[$0] ?? [] }.filter { isSquash($0) }
    if let found = LostCommitMatch.only(unique(named), .squash) { return found }
    if let found = matchFixup(versions) { return found }
    for version in versions {
      if let found = matchBranch(version) { return found }
    }
    for version in versions {
      if let found = matchFolds(version) { return found }
    }
    return matchPatch(versions)
  }

  /// The commit itself, and what it became before it was squashed.
  private mutating func versions(of name: ObjectName) -> [ObjectName] {
    var versions = [name] + intermediates(of: name)
    guard let authored = authored(name), let group = oldByAuthor[authored], group.count > 1 else {
      return versions
    }
    let line = line(of: name)
    let isAlone = !group.contains(where: line.contains)
    for other in group where !versions.contains(other) && !line.contains(other) {
      guard isVersion(other, of: name),
        isAlone || patch(other) != nil && patch(other) == patch(name)
      else { continue }
      versions.append(other)
      for later in intermediates(of: other) where !versions.contains(later) {
        versions.append(later)
      }
    }
    return versions
  }

  private func unique(_ names: [ObjectName]) -> [ObjectName] {
    var seen: Set<ObjectName> = []
    return names.filter { seen.insert($0).inserted }
  }

  private func isSquash(_ name: ObjectName) -> Bool {
    guard let header = new[name] else { return false }
    return header.parents.count <= 1 && !header.isRevert
  }

  /// Whether the commit is a rewritten version of another old commit, with nothing added. A version
  /// of a commit on the same line of history may contain the lost one too.
  private mutating func isExplained(_ candidate: ObjectName, for name: ObjectName) -> Bool {
    guard let header = new[candidate] else { return false }
    let group = (oldByAuthor[header.authored] ?? []).filter { $0 != name }
    if group.isEmpty || authored(name) == header.authored { return false }
    let line = line(of: name)
    let below = group.filter(line.contains)
    if below.isEmpty { return true }
    let patch = patch(candidate)
    return below.contains { other in
      old[other]?.tree == header.tree || patch != nil && self.patch(other) == patch
    }
  }

  // MARK: fixup!

  /// The commit into which `git rebase --autosquash` has folded this one.
  private mutating func matchFixup(_ versions: [ObjectName]) -> LostCommitMatch? {
    for version in versions {
      guard let subject = old[version]?.targetSubject else { continue }
      let line = line(of: version)
      let targets = line.filter { old[$0]?.subject == subject }
      var found: [ObjectName] = []
      for target in targets {
        if let match = matchDirectly(target), match.isCertain { found += match.targets }
      }
      if let match = LostCommitMatch.only(unique(found), .squash) { return match }
    }
    return nil
  }

  /// The commit that continues a lost one without being a squash.
  private mutating func matchDirectly(_ name: ObjectName) -> LostCommitMatch? {
    let direct = replacements(of: name)
    if direct.count == 1 { return .one(direct[0], .rewrite) }
    guard let authored = authored(name) else { return nil }
    var later = newByAuthor[authored] ?? []
    for other in replacementsOfVersions(of: name) where !later.contains(other) {
      later.append(other)
    }
    guard later.count > 1 else { return later.first.map { .one($0, .author) } }
    let patch = patch(name)
    let same = later.filter { patch != nil && self.patch($0) == patch }
    if same.count == 1 { return .one(same[0], .patch) }
    let subject = subject(of: name)
    let named = later.filter { self.subject(of: $0) == subject }
    return named.count == 1 ? .one(named[0], .author) : nil
  }

  /// What replaced other versions of this commit.
  private mutating func replacementsOfVersions(of name: ObjectName) -> [ObjectName] {
    guard let authored = authored(name) else { return [] }
    let line = line(of: name)
    var found: [ObjectName] = []
    for other in oldByAuthor[authored] ?? [] where other != name && !line.contains(other) {
      let ends = replacements(of: other)
      if !ends.isEmpty, isVersion(other, of: name) { found += ends }
    }
    return found
  }

  // MARK: Branches

  /// A commit with the tree or the patch of the branch that contained the lost one. A branch may
  /// have been squashed several times: the end that is nearest to the commit counts.
  private mutating func matchBranch(_ name: ObjectName) -> LostCommitMatch? {
    guard let header = old[name] else { return nil }
    let candidates = squashCandidates(since: header.committedAt)
    compute(candidates)
    let above = descendants(of: name, limit: Self.rangeLimit)
    let heads = above.filter { children[$0] == nil }.prefix(Self.rangeTips)
    let tips = Set(above.prefix(Self.rangeTips)).union(heads)
    let starts = starts(of: name)
    for tip in above {
      var found = withTree(of: tip, for: name)
      if found.isEmpty, !candidates.isEmpty, tips.contains(tip) {
        found = withRange(to: tip, from: starts, all: tips, candidates, for: name)
      }
      if let match = LostCommitMatch.only(narrowed(found, for: name), .squash) { return match }
    }
    return nil
  }

  private mutating func withTree(of tip: ObjectName, for name: ObjectName) -> [ObjectName] {
    guard let header = old[tip] else { return [] }
    var found: [ObjectName] = []
    for candidate in newByTree[header.tree] ?? [] where isSquash(candidate) {
      guard let later = new[candidate], later.committedAt >= header.committedAt,
        changesSomething(later), !isExplained(candidate, for: name)
      else { continue }
      // With the tree of the same parent, it is a version of the last commit alone.
      if tip != name, let base = header.parents.first, let parent = later.parents.first,
        tree(of: base) == tree(of: parent)
      {
        continue
      }
      // An orphan branch contains everything.
      if later.parents.isEmpty, !includesRoot(belowOf: name) { continue }
      // The change of a single commit may have been made again.
      if tip == name, !later.namesPullRequest, isSingle(header) { continue }
      found.append(candidate)
    }
    return found
  }

  /// Whether the commits below this one are on a branch, or were found without it.
  private mutating func isSingle(_ header: CommitHeader) -> Bool {
    header.parents.allSatisfy { old[$0] == nil || matchDirectly($0) != nil }
  }

  /// Whether a commit without parents is lost with this one.
  private func includesRoot(belowOf name: ObjectName) -> Bool {
    var next = name
    while let header = old[next] {
      guard let parent = header.parents.first else { return true }
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
    guard let parent = header.parents.first else { return !Self.emptyTrees.contains(header.tree) }
    return tree(of: parent) != header.tree
  }

  private func tree(of name: ObjectName) -> ObjectName? {
    if let known = new[name] ?? old[name] { return known.tree }
    var tree: ObjectName?
    try? clone.headers(from: [name], walks: false) { tree = $0.tree }
    return tree
  }

  private mutating func withRange(
    to tip: ObjectName, from starts: [(first: ObjectName, base: ObjectName)],
    all tips: Set<ObjectName>, _ candidates: [ObjectName], for name: ObjectName
  ) -> [ObjectName] {
    // One commit is compared by `matchPatch`.
    for start in starts where start.first != tip {
      let ends = tips.filter { $0 != start.first }
      guard let patch = rangePatches(from: start.base, to: ends.sorted())[tip] ?? nil else {
        continue
      }
      var found: [ObjectName] = []
      for candidate in candidates where self.patch(candidate) == patch {
        if !isExplained(candidate, for: name) { found.append(candidate) }
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// The newest commits that could be squashes, except those from before a time.
  private mutating func squashCandidates(since: Int64) -> [ObjectName] {
    if squashable == nil {
      squashable = new.values.filter { isSquash($0.name) }
        .sorted { ($1.committedAt, $0.name) < ($0.committedAt, $1.name) }
        .prefix(Self.squashLimit).map { ($0.name, $0.committedAt) }
    }
    return squashable?.prefix { $0.committedAt >= since }.map { $0.name } ?? []
  }

  /// Where a range can begin: at the first commit of the branch that is lost, or at one of the
  /// commits just below this one.
  private func starts(of name: ObjectName) -> [(first: ObjectName, base: ObjectName)] {
    var starts: [(first: ObjectName, base: ObjectName)] = []
    var next = name
    while let header = old[next], header.parents.count == 1, starts.count < 1_000 {
      starts.append((next, header.parents[0]))
      next = header.parents[0]
    }
    guard starts.count > Self.rangeStarts, let lowest = starts.last else {
      return starts.reversed()
    }
    return [lowest] + starts.prefix(Self.rangeStarts - 1)
  }

  /// The patch ids of the changes from one commit to several later ones.
  private mutating func rangePatches(
    from base: ObjectName, to tips: [ObjectName]
  ) -> [ObjectName: String?] {
    var known = knownRanges[base] ?? [:]
    let open = tips.filter { known[$0] == nil }
    if !open.isEmpty, rangeCalls < Self.rangeCallLimit {
      rangeCalls += 1
      let found = clone.patchIDs(ofRanges: open.map { ($0, base) })
      for tip in open { known[tip] = .some(found[tip]) }
      knownRanges[base] = known
    }
    return known
  }

  // MARK: Folds

  /// In a rebase with squash or fixup lines, the commit into which the one before was made.
  private mutating func matchFolds(_ name: ObjectName) -> LostCommitMatch? {
    let above = Set(descendants(of: name))
    let rebase = rebases.last { rebase in
      above.contains(rebase.old)
        || moves.contains { $0.new == rebase.new && above.contains($0.old) }
    }
    guard let rebase, !rebase.folds.isEmpty, !isKept(name, by: rebase) else { return nil }
    let targets = unique(
      rebase.folds.flatMap { reachable.contains($0) ? [$0] : replacements(of: $0) })
    if targets.isEmpty { return nil }
    let line = line(of: name)
    // The nearest commit below that is still there.
    var below = old[name]?.parents.first
    var first: ObjectName?
    while first == nil, let commit = below, line.contains(commit) {
      if let match = matchDirectly(commit), match.isCertain { first = match.targets[0] }
      below = old[commit]?.parents.first
    }
    var unmatched = 1
    for other in line where matchDirectly(other) == nil { unmatched += 1 }
    // If more are missing than were folded, this one may have been dropped.
    guard unmatched == rebase.folds.count else { return LostCommitMatch.maybe(targets, .squash) }
    if let first, targets.contains(first) { return .one(first, .squash) }
    return LostCommitMatch.only(targets, .squash)
  }

  /// Whether a lost branch that a rebase made contains a version of the commit.
  private mutating func isKept(_ name: ObjectName, by rebase: Reflogs.Rebase) -> Bool {
    guard let authored = authored(name) else { return false }
    var seen: Set<ObjectName> = [name]
    var open = [rebase.new]
    while let next = open.popLast() {
      guard let header = old[next], seen.insert(next).inserted else { continue }
      if header.authored == authored, isVersion(next, of: name) { return true }
      open += header.parents
    }
    return false
  }

  // MARK: One commit

  /// A commit with the same patch, but another author date. On GitHub, this is a squash of one
  /// commit; elsewhere it is only a candidate.
  private mutating func matchPatch(_ versions: [ObjectName]) -> LostCommitMatch? {
    for version in versions {
      guard let patch = patch(version) else { continue }
      let committed = old[version]?.committedAt ?? facts[version]?.committedAt ?? .min
      let candidates = squashCandidates(since: committed)
      compute(candidates)
      var found: [ObjectName] = []
      for candidate in candidates where self.patch(candidate) == patch {
        if !isExplained(candidate, for: version) { found.append(candidate) }
      }
      let requests = found.filter { new[$0]?.namesPullRequest == true }
      if requests.count == 1 { return .one(requests[0], .squash) }
      if let match = LostCommitMatch.maybe(found, .patch) { return match }
    }
    return nil
  }

  // MARK: Branches that were kept

  /// Commits of `new` that contain these commits of other branches.
  mutating func squashes(of names: [ObjectName]) -> [(ObjectName, ObjectName)] {
    var found: [(ObjectName, ObjectName)] = []
    for name in names {
      if let squash = mentions[name]?.first(where: isSquash) {
        found.append((name, squash))
      } else if let match = matchBranch(name), match.isCertain {
        found.append((name, match.targets[0]))
      }
    }
    return found
  }
}
