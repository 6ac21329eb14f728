import Diary
import Git

// The rules that find another version of a lost commit.

extension CommitSearch {
  /// Git recorded what replaced it.
  mutating func recorded(_ name: ObjectName) -> LostCommitMatch? {
    LostCommitMatch.only(narrowed(index.replacements(of: name), for: name), .rewrite)
  }

  /// A commit has its change id. Several are a divergent change of jj, or a change that was also made on
  /// another branch.
  func withSameChange(_ name: ObjectName) -> LostCommitMatch? {
    guard !index.newByChange.isEmpty, let change = index[name]?.changeID else { return nil }
    return LostCommitMatch.only(
      (index.newByChange[change] ?? []).filter { $0 != name }, .changeID)
  }

  /// A commit has its author, author date and patch.
  mutating func withSamePatch(_ name: ObjectName) -> LostCommitMatch? {
    firstVersion(of: name) { search, version in
      guard !search.alone.contains(version), let twins = search.twins(of: version) else {
        return nil
      }
      let same = twins.later.filter {
        search.havePatch(version, $0) || twins.byPatch.contains($0)
      }
      if same.isEmpty { return nil }
      let equals = twins.rivals.filter { search.havePatch(version, $0) }
      if same.count == 1, equals.isEmpty { return .one(same[0], .patch) }
      return search.chosen(among: same, for: version, besides: equals, twins.byPatch, .patch)
    }
  }

  /// A commit has its author, author date and subject, and no other one does.
  mutating func withSameAuthor(_ name: ObjectName) -> LostCommitMatch? {
    firstVersion(of: name) { search, version in
      guard let twins = search.twins(of: version) else { return nil }
      return search.withSameAuthor(twins, of: version)
    }
  }

  private mutating func withSameAuthor(
    _ twins: Twins, of name: ObjectName
  ) -> LostCommitMatch? {
    var later = twins.later
    // What continues another commit does not count.
    var left = twins.rivals
    for rival in twins.rivals {
      let ends = later.filter { havePatch(rival, $0) } + index.replacements(of: rival)
      if ends.contains(where: later.contains) { left.removeAll { $0 == rival } }
      later.removeAll(where: ends.contains)
    }
    later.removeAll { comesFromAnother($0, than: name) }
    if index.wasDropped(name) { return nil }
    let authored = index[name]?.authored
    let group = authored.flatMap { index.newByAuthor[$0] } ?? []
    if withoutCopies(group, of: name).count > 1 {
      // Where seconds do not tell commits apart, they decide nothing, and the subject makes candidates.
      let subject = index.subject(of: name)
      later.removeAll {
        !twins.bySubject.contains($0) && !subject.isSame(as: index.subject(of: $0))
      }
      return LostCommitMatch.maybe(narrowed(later, for: name), .author)
    }
    return chosen(among: later, for: name, besides: left, twins.bySubject, .author)
  }

  /// The message of a commit says that it is a copy.
  func copied(_ name: ObjectName) -> LostCommitMatch? {
    index.copies[name].flatMap { LostCommitMatch.only($0, .rewrite) }
  }

  /// What a rule finds for the commit itself, else for the commits that had replaced it in between: an
  /// amend, and then a rebase.
  private mutating func firstVersion(
    of name: ObjectName, _ rule: (inout CommitSearch, ObjectName) -> LostCommitMatch?
  ) -> LostCommitMatch? {
    if var found = rule(&self, name) {
      if index.isShallow, found.targets.contains(where: { !isLater($0, than: name) }) {
        found.isCertain = false
      }
      return found
    }
    var found: [LostCommitMatch] = []
    for version in index.intermediates(of: name) {
      if let match = rule(&self, version) { found.append(match) }
    }
    let certain = found.filter(\.isCertain)
    let best = certain.isEmpty ? found : certain
    guard let evidence = best.first?.evidence else { return nil }
    let targets = unique(best.flatMap(\.targets))
    return certain.isEmpty
      ? LostCommitMatch.maybe(targets, evidence) : LostCommitMatch.only(targets, evidence)
  }

  /// Whether a commit was committed after another one, as rewritten commits usually are.
  private func isLater(_ name: ObjectName, than other: ObjectName) -> Bool {
    guard let date = index.committedAt(name), let earlier = index.committedAt(other) else {
      return true
    }
    return date > earlier
  }

  // MARK: The same author and date

  /// The commits that have the author and the author date of a lost one.
  struct Twins {
    /// Those that a branch reaches.
    var later: [ObjectName]
    /// Other lost ones on its line of history.
    var rivals: [ObjectName]
    /// Those that are known to have replaced a commit with the patch of the lost one, or only with its
    /// subject, whatever they have themselves.
    var byPatch: Set<ObjectName> = []
    var bySubject: Set<ObjectName> = []
  }

  /// The number of commits of one author and second above which all count as parts of one line.
  private static let groupLimit = 100

  private mutating func twins(of name: ObjectName) -> Twins? {
    if let known = twins[name] { return known }
    let found = readTwins(of: name)
    twins[name] = .some(found)
    return found
  }

  private mutating func readTwins(of name: ObjectName) -> Twins? {
    guard let authored = index[name]?.authored else { return nil }
    let group = (index.oldByAuthor[authored] ?? []).filter { $0 != name }
    let line =
      group.isEmpty
      ? [] : group.count > Self.groupLimit ? Set(group) : index.line(of: name)
    let rivals = group.filter(line.contains)
    var twins = Twins(
      later: (index.newByAuthor[authored] ?? []).filter { $0 != name }, rivals: rivals)
    // An intermediate commit of a rebase stands for the one that replaced it.
    for other in group where !line.contains(other) {
      let ends = ends(of: other)
      guard !ends.isEmpty, isVersion(other, of: name, ratherThanOf: rivals) else { continue }
      if havePatch(other, name) {
        twins.byPatch.formUnion(ends)
      } else {
        twins.bySubject.formUnion(ends)
      }
      twins.later += ends.filter { !twins.later.contains($0) }
    }
    // Ancestors of the lost commit are not versions of it.
    if index.hasWhole { twins.later.removeAll { isAncestor($0, ofLost: name) } }
    return twins.later.isEmpty ? nil : twins
  }

  /// The reachable commits that replaced an old one, as git or its change id shows.
  private func ends(of name: ObjectName) -> [ObjectName] {
    let replaced = index.replacements(of: name)
    return replaced.isEmpty
      ? index.old[name]?.changeID.flatMap { index.newByChange[$0] } ?? [] : replaced
  }

  /// Whether git recorded that the commit replaced one that is no version of the lost one.
  private mutating func comesFromAnother(_ other: ObjectName, than name: ObjectName) -> Bool {
    let origins = index.origins(of: other)
    if origins.isEmpty || origins.contains(name) { return false }
    for origin in origins where isVersion(origin, of: name) { return false }
    return true
  }

  /// Whether a commit of the same author and date can have been made from the lost one: the subject
  /// stays in a rebase, even if the patch does not.
  mutating func isVersion(
    _ other: ObjectName, of name: ObjectName, ratherThanOf rivals: [ObjectName] = []
  ) -> Bool {
    if index[other]?.authored != index[name]?.authored { return false }
    if havePatch(other, name) { return true }
    if !index.subject(of: name).isSame(as: index.subject(of: other)) { return false }
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
    let subject = index.subject(of: name)
    let named = later.filter {
      versions.contains($0) || subject.isSame(as: index.subject(of: $0))
    }
    let isShared = rivals.contains { subject.isSame(as: index.subject(of: $0)) }
    if !named.isEmpty, !isShared {
      return LostCommitMatch.only(narrowed(named, for: name), evidence)
    }
    let best = narrowed(later, for: name)
    return evidence == .patch && rivals.isEmpty
      ? LostCommitMatch.only(best, evidence) : LostCommitMatch.maybe(best, evidence)
  }
}

extension CommitSearch {
  /// A commit that is still on a branch, and another one with the same change.
  typealias Copy = (original: ObjectName, copy: ObjectName, evidence: CommitEvidence)

  /// The copies of these commits in `new`: cherry-picks, and new versions of commits that another
  /// branch keeps.
  func copies(of originals: [ObjectName]) -> [Copy] {
    var found: [Copy] = []
    var alike: [(ObjectName, ObjectName)] = []
    for name in originals {
      var seen: Set<ObjectName> = [name]
      func take(_ others: [ObjectName], _ evidence: CommitEvidence) {
        for other in others where seen.insert(other).inserted {
          found.append((name, other, evidence))
        }
      }
      take(index.replacements(of: name) + (index.copies[name] ?? []), .rewrite)
      take(index[name]?.changeID.flatMap { index.newByChange[$0] } ?? [], .changeID)
      if let authored = index[name]?.authored {
        for other in index.newByAuthor[authored] ?? [] where !seen.contains(other) {
          alike.append((name, other))
        }
      }
    }
    let patches = source.patchIDs(
      of: Set(alike.flatMap { [$0.0, $0.1] }).filter { self.patches[$0] == nil })
    func patch(_ name: ObjectName) -> String? { (self.patches[name] ?? nil) ?? patches[name] }
    let below = alike.count > Self.pairLimit ? commitsBelowNew() : nil
    for (name, other) in alike {
      let own = patch(name)
      let isSame = own != nil && own == patch(other)
      guard isSame || isOnlyVersion(other, of: name) else { continue }
      // A commit above or below the original is not a copy of it, but the same change made again.
      if below?.contains(name) != false, source.isAncestor(name, of: other) { continue }
      if index.new[name] != nil, source.isAncestor(other, of: name) { continue }
      found.append((name, other, isSame ? .patch : .author))
    }
    return found
  }

  /// The number of pairs up to which git is asked about each of them.
  private static let pairLimit = 16

  /// Whether no other commit has the author, the date and the subject of these two.
  private func isOnlyVersion(_ other: ObjectName, of name: ObjectName) -> Bool {
    guard let authored = index[name]?.authored else { return false }
    return index.newByAuthor[authored]?.count == 1 && index.oldByAuthor[authored]?.count == 1
      && index.subject(of: name).isSame(as: index.subject(of: other))
  }

  /// The commits on which those of `new` were built, and `new` itself.
  private func commitsBelowNew() -> Set<ObjectName>? {
    var edges: Set<ObjectName> = []
    for header in index.new.values {
      edges.formUnion(header.parents.filter { index.new[$0] == nil })
    }
    return (try? source.names(from: edges))?.union(index.new.keys)
  }
}
