import Diary

extension CommitSearch {
  /// The number of commits up to which patches are compared even where the author and the date
  /// are enough, so that the evidence that is shown is the strongest.
  private static let patchLimit = 500
  /// The number of commits of one author and second above which all count as parts of one line.
  private static let groupLimit = 100

  /// Computes the patches that `match` will need, with one call of git.
  mutating func prepare(_ lost: [ObjectName]) {
    var names: Set<ObjectName> = []
    let isSmall = lost.count <= Self.patchLimit
    for name in lost {
      guard let authored = authored(name) else { continue }
      let later = newByAuthor[authored] ?? []
      let earlier = (oldByAuthor[authored] ?? []).filter { $0 != name }
      if later.isEmpty { continue }
      if !isSmall, later.count == 1, earlier.isEmpty,
        subject(of: name).isSame(as: new[later[0]]?.subject)
      {
        continue
      }
      names.formUnion(later)
      names.formUnion(earlier)
      names.insert(name)
    }
    compute(names)
  }

  /// The commit that continues a lost one; `nil` if there is no evidence.
  mutating func match(_ name: ObjectName) -> LostCommitMatch? {
    if let found = matchDirectly(name) { return found }
    if let copies = copies[name], let found = LostCommitMatch.only(copies, .rewrite) {
      return found
    }
    return wasDropped(name) ? nil : matchSquash(name)
  }

  /// The commit that continues a lost one without being a squash.
  mutating func matchDirectly(_ name: ObjectName) -> LostCommitMatch? {
    if let found = LostCommitMatch.only(narrowed(replacements(of: name), for: name), .rewrite) {
      return found
    }
    if !newByChange.isEmpty, let change = changeID(of: name), let sameChange = newByChange[change] {
      // Several are a divergent change of jj, or a change that was also made on another branch.
      let others = sameChange.filter { $0 != name }
      if let found = LostCommitMatch.only(others, .changeID) { return found }
    }
    if var found = matchByAuthor(name) {
      if isShallow, found.targets.contains(where: { !isLater($0, than: name) }) {
        found.isCertain = false
      }
      return found
    }
    return matchIntermediates(of: name)
  }

  /// Whether a commit was committed after another one, as rewritten commits usually are.
  private func isLater(_ name: ObjectName, than other: ObjectName) -> Bool {
    guard let date = committedAt(name), let earlier = committedAt(other) else { return true }
    return date > earlier
  }

  /// The commit that continues one which had replaced the lost one: an amend, and then a rebase.
  private mutating func matchIntermediates(of name: ObjectName) -> LostCommitMatch? {
    var found: [LostCommitMatch] = []
    for version in intermediates(of: name) {
      if let match = matchByAuthor(version) { found.append(match) }
    }
    let certain = found.filter(\.isCertain)
    let best = certain.isEmpty ? found : certain
    let targets = unique(best.flatMap(\.targets))
    guard let evidence = best.map(\.evidence).max() else { return nil }
    return certain.isEmpty
      ? LostCommitMatch.maybe(targets, evidence) : LostCommitMatch.only(targets, evidence)
  }

  func unique(_ names: [ObjectName]) -> [ObjectName] {
    var seen: Set<ObjectName> = []
    return names.filter { seen.insert($0).inserted }
  }

  // MARK: The same author and date

  private mutating func matchByAuthor(_ name: ObjectName) -> LostCommitMatch? {
    guard let authored = authored(name) else { return nil }
    let group = (oldByAuthor[authored] ?? []).filter { $0 != name }
    let line =
      group.isEmpty ? [] : group.count > Self.groupLimit ? Set(group) : line(of: name)
    let rivals = group.filter(line.contains)
    var later = (newByAuthor[authored] ?? []).filter { $0 != name }
    // An intermediate commit of a rebase stands for the one that replaced it.
    var versions: (byPatch: Set<ObjectName>, bySubject: Set<ObjectName>) = ([], [])
    for other in group where !line.contains(other) {
      let ends = ends(of: other)
      guard !ends.isEmpty, isVersion(other, of: name, ratherThanOf: rivals) else { continue }
      if havePatch(other, name) {
        versions.byPatch.formUnion(ends)
      } else {
        versions.bySubject.formUnion(ends)
      }
      later += ends.filter { !later.contains($0) }
    }
    // Ancestors of the lost commit are not versions of it.
    if hasWhole { later.removeAll { isAncestor($0, ofLost: name) } }
    guard !later.isEmpty else { return nil }

    let same = later.filter { havePatch(name, $0) || versions.byPatch.contains($0) }
    if !same.isEmpty {
      let equals = rivals.filter { havePatch(name, $0) }
      if same.count == 1, equals.isEmpty { return .one(same[0], .patch) }
      return chosen(among: same, for: name, besides: equals, versions.byPatch, .patch)
    }
    // Without an equal patch, the subject decides. What continues another commit does not count.
    var left = rivals
    for rival in rivals {
      let ends = later.filter { havePatch(rival, $0) } + replacements(of: rival)
      if ends.contains(where: later.contains) { left.removeAll { $0 == rival } }
      later.removeAll(where: ends.contains)
    }
    later.removeAll { comesFromAnother($0, than: name) }
    if wasDropped(name) { return nil }
    if withoutCopies(newByAuthor[authored] ?? [], of: name).count > 1 {
      // Where seconds do not tell commits apart, they decide nothing, and the subject makes candidates.
      let subject = subject(of: name)
      later.removeAll {
        !versions.bySubject.contains($0) && !subject.isSame(as: self.subject(of: $0))
      }
      return LostCommitMatch.maybe(narrowed(later, for: name), .author)
    }
    return chosen(among: later, for: name, besides: left, versions.bySubject, .author)
  }

  /// The reachable commits that replaced an old one, as git or its change id shows.
  private func ends(of name: ObjectName) -> [ObjectName] {
    let replaced = replacements(of: name)
    return replaced.isEmpty ? old[name]?.changeID.flatMap { newByChange[$0] } ?? [] : replaced
  }

  /// Whether git recorded that the commit replaced one that is no version of the lost one.
  private mutating func comesFromAnother(_ other: ObjectName, than name: ObjectName) -> Bool {
    let origins = origins(of: other)
    if origins.isEmpty || origins.contains(name) { return false }
    for origin in origins where isVersion(origin, of: name) { return false }
    return true
  }

  /// Whether a commit of the same author and date can have been made from the lost one: the subject
  /// stays in a rebase, even if the patch does not.
  mutating func isVersion(
    _ other: ObjectName, of name: ObjectName, ratherThanOf rivals: [ObjectName] = []
  ) -> Bool {
    if authored(other) != authored(name) { return false }
    if havePatch(other, name) { return true }
    if !subject(of: name).isSame(as: subject(of: other)) { return false }
    for rival in rivals where havePatch(rival, other) { return false }
    return true
  }

  /// Chooses by the subject, then by the branch that was rewritten; else all are candidates. Where
  /// neither the patch nor the subject agrees, none is more than a candidate.
  ///
  /// - Parameter versions: those that replaced a version of it, whatever their subjects are.
  private mutating func chosen(
    among later: [ObjectName], for name: ObjectName, besides rivals: [ObjectName],
    _ versions: Set<ObjectName>, _ evidence: CommitEvidence
  ) -> LostCommitMatch? {
    let subject = subject(of: name)
    let named = later.filter {
      versions.contains($0) || subject.isSame(as: self.subject(of: $0))
    }
    let isShared = rivals.contains { subject.isSame(as: self.subject(of: $0)) }
    if !named.isEmpty, !isShared {
      return LostCommitMatch.only(narrowed(named, for: name), evidence)
    }
    let best = narrowed(later, for: name)
    return evidence == .patch && rivals.isEmpty
      ? LostCommitMatch.only(best, evidence) : LostCommitMatch.maybe(best, evidence)
  }

  /// If there are several, those that are not marked as copies and did not replace another of them,
  /// and that are in a branch which contained the lost commit before it was rewritten.
  mutating func narrowed(_ later: [ObjectName], for name: ObjectName) -> [ObjectName] {
    guard later.count > 1 else { return later }
    let others = withoutCopies(later, of: name)
    if others.count == 1 { return others }
    var above = Set(descendants(of: name))
    var inside: Set<ObjectName> = []
    var left = moves.filter { $0.old != $0.new }
    while let move = left.first(where: { above.contains($0.old) }) {
      left.remove(move)
      above.insert(move.new)
      let range = range(of: move)
      inside.formUnion(later.filter(range.contains))
    }
    return inside.isEmpty ? later : later.filter(inside.contains)
  }

  /// Those that are not marked as copies of the commit or of another one, and did not replace another one.
  private func withoutCopies(_ later: [ObjectName], of name: ObjectName) -> [ObjectName] {
    var copied = Set(copies[name] ?? [])
    for other in later {
      copied.formUnion(copies[other] ?? [])
      copied.formUnion(replacements(of: other))
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
  private mutating func isAncestor(_ commit: ObjectName, ofLost name: ObjectName) -> Bool {
    let parents = parents(of: name)
    if parents.contains(commit) { return true }
    if oldAncestors == nil {
      var edges: Set<ObjectName> = []
      for header in old.values { edges.formUnion(header.parents.filter { old[$0] == nil }) }
      for name in facts.keys where old[name] == nil {
        edges.formUnion(self.parents(of: name).filter { old[$0] == nil })
      }
      oldAncestors = (try? source.names(from: edges, limit: CommitFollowing.walkLimit)) ?? []
    }
    return (oldAncestors?.contains(commit) == true || old[commit] != nil)
      && parents.contains { source.isAncestor(commit, of: $0) }
  }

  private func parents(of name: ObjectName) -> [ObjectName] {
    old[name]?.parents ?? facts[name]?.parents.compactMap { ObjectName($0) } ?? []
  }
}
