import Diary
import Platform

/// One check for rewritten commits: decides which commits with notes are still on a branch, and
/// searches for the others.
struct CommitFollowing {
  let clone: LocalClone
  let request: FollowingRequest
  private let references: References
  let tips: Set<ObjectName>
  let old: FollowingBasis?
  let isSame: Bool
  /// Whether git has removed commits that were on a branch at the last look, so that it is not known
  /// which ones have vanished.
  var hasPrunedCommits = false
  var newest: Set<ObjectName>?
  /// The commits below those that were looked for and that no branch reaches, if they were read.
  var outsideHeaders: [CommitHeader] = []
  var changed: [String: [CommitPlace]] = [:]
  private(set) var newFacts: [String: CommitFacts] = [:]

  /// The maximum number of commits whose headers are read at once: newer ones are read first, and
  /// rewriting makes new commits.
  static let walkLimit = 50_000
  /// The number of commits up to which the order of their dates is not relied on.
  static let exactLimit = 20_000

  init(
    of clone: LocalClone, _ request: FollowingRequest, _ references: References,
    _ basis: FollowingBasis
  ) {
    self.clone = clone
    self.request = request
    self.references = references
    tips = basis.tips
    // If a shallow clone has got more history, or less, all commits are compared.
    let old = request.basis.flatMap(FollowingBasis.init(decoding:))
      .flatMap { $0.boundary == basis.boundary ? $0 : nil }
    self.old = old
    isSame = old?.mark == basis.mark && request.pairs.isEmpty
  }

  /// A commit that has to be found.
  struct Lost {
    var commit: CommitToFollow
    /// The commit with the notes, and the one that continued it at the last check, if another one.
    var names: [ObjectName]
    /// How strong the evidence was that led to the last one.
    var evidence: CommitEvidence
    /// Whether it was on a branch at the last check.
    var isNew: Bool
  }

  mutating func run() throws(GitError) {
    let new = request.commits.filter { $0.places.isEmpty }
    if isSame, new.isEmpty { return }
    var search = CommitSearch(clone: clone)
    var appeared: [CommitHeader] = []
    var vanished: [CommitHeader] = []
    if let old, !isSame {
      try clone.headers(
        from: tips.subtracting(old.tips), without: old.tips, limit: Self.walkLimit
      ) { appeared.append($0) }
      let removed = old.tips.subtracting(tips)
      do {
        try clone.headers(from: removed, without: tips, limit: Self.walkLimit) {
          vanished.append($0)
        }
        let rest = removed.subtracting(vanished.map(\.name))
        hasPrunedCommits = try clone.existing(rest).count < rest.count
      } catch {
        hasPrunedCommits = true
      }
    }
    let lost = try lostCommits(
      new, appeared: Set(appeared.map(\.name)), vanished: Set(vanished.map(\.name)))
    search.addNew(appeared)
    let inAdvance =
      outsideHeaders.count < FactsInAdvance.minimum || new.count < FactsInAdvance.minimum
      ? nil : FactsInAdvance(of: new, known: request.facts, in: outsideHeaders)
    if !lost.isEmpty {
      try find(lost, &search, hasWhole: old == nil, vanished: vanished)
    }
    let taken = inAdvance.map { take($0.result(), search) } ?? 0
    try addFacts(of: new.map(\.sha), search, besides: taken)
    if !appeared.isEmpty { try findCopies(appeared) }
    if !request.pullRequests.isEmpty { try findPullRequests(search) }
    let targets = Set(changed.values.joined().lazy.map(\.sha))
    try addFacts(
      of: targets.filter {
        !request.facts.keys.contains($0) && !newFacts.keys.contains($0)
      }, search)
  }

  // MARK: Finding

  private mutating func find(
    _ lost: [Lost], _ search: inout CommitSearch, hasWhole: Bool, vanished: [CommitHeader]
  ) throws(GitError) {
    let names = Set(lost.flatMap(\.names))
    let reflogs = Reflogs(of: clone)
    var pairs = pairs
    pairs += references.replacements.compactMap { replacement in
      ObjectName(hexadecimal: replacement.name).map { ($0, replacement.object) }
    }
    let logged = Set(reflogs.replaced.map(\.new)).union(pairs.map(\.new))
    pairs += FilterMap.pairs(of: clone, among: names.union(logged))
    search.reachable.formUnion(try newestNames())
    search.reachable.formUnion(tips)

    var starts = names.union(old?.tips ?? [])
    starts.formUnion(reflogs.commits)
    let read = Set(outsideHeaders.map(\.name))
    starts = starts.filter {
      !$0.isNothing && !search.reachable.contains($0) && !read.contains($0)
    }
    var before = vanished + outsideHeaders
    do {
      var found = outsideHeaders
      let readTips = read.intersection(names)
      try clone.headers(
        from: starts, without: tips.union(readTips), limit: Self.walkLimit
      ) { found.append($0) }
      before = found
    } catch {
      // A parent is missing. The commits themselves may still exist.
      try? clone.headers(from: starts, walks: false) { before.append($0) }
    }
    search.addOld(before.filter { !search.reachable.contains($0.name) })
    // Commits that were found before are not what other lost commits became.
    let rewritten = request.commits.filter { commit in
      (changed[commit.sha] ?? commit.places).allSatisfy {
        $0.role != .now || $0.sha != commit.sha
      }
    }
    for name in names.union(rewritten.compactMap { ObjectName($0.sha) })
    where !search.reachable.contains(name) {
      if let facts = request.facts[name.text] { search.addFacts(facts, of: name) }
    }
    search.add(pairs: pairs, reflogs)

    var open = lost
    // Without an earlier check, or if the new commits do not explain it, all commits are compared.
    for isWhole in hasWhole ? [true] : [false, true] {
      if isWhole {
        guard open.contains(where: \.isNew) else { break }
        let wanted = search.wanted(for: open.flatMap(\.names))
        var headers: [CommitHeader] = []
        try clone.headers(from: tips, limit: Self.walkLimit) { header in
          if wanted.contains(header) { headers.append(header) }
        }
        search.addNew(headers, isWhole: true)
      }
      search.prepare(open.filter { !isWhole || $0.isNew }.map(\.names))
      var rest: [Lost] = []
      for one in open {
        if isWhole, !one.isNew {
          rest.append(one)
          continue
        }
        var found: LostCommitMatch?
        for name in one.names.reversed() where found == nil { found = search.match(name) }
        guard var found else {
          rest.append(one)
          continue
        }
        // A branch that was squashed twice is in the first squash.
        let squashes = squashes(of: one.commit, search)
        if found.evidence == .squash, squashes.count == 1 { found = .one(squashes[0], .squash) }
        take(found, for: one)
      }
      open = rest
    }
    for one in open { notFound(one, search) }
  }

  /// The squashes that the commit was in before its branch was removed.
  private func squashes(of commit: CommitToFollow, _ search: CommitSearch) -> [ObjectName] {
    commit.places.filter { $0.role == .copy && $0.evidence == .squash }
      .compactMap { ObjectName($0.sha) }.filter { search.reachable.contains($0) }
  }

  private mutating func take(_ match: LostCommitMatch, for lost: Lost) {
    // A chain is as strong as its weakest part.
    let evidence = max(match.evidence, lost.evidence)
    let copies = lost.commit.places.filter { place in
      place.role == .copy && !match.targets.contains { $0.text == place.sha }
    }
    let found = match.targets.map { target in
      CommitPlace(
        sha: target.text, evidence: evidence, role: match.isCertain ? .now : .candidate)
    }
    let last =
      match.isCertain || lost.names.count < 2
      ? [] : [CommitPlace(sha: lost.names[1].text, evidence: lost.evidence, role: .last)]
    set(found + copies + last, of: lost.commit)
  }

  private mutating func notFound(_ lost: Lost, _ search: CommitSearch) {
    func isReachable(_ place: CommitPlace) -> Bool {
      ObjectName(place.sha).map(search.reachable.contains) == true
    }
    var places = lost.commit.places.filter {
      ($0.role == .copy || $0.role == .candidate) && isReachable($0)
    }
    let copies = places.filter { $0.role == .copy }
    if copies.count == 1, places.count == 1 {
      // The only commit that still has the change.
      places[0].role = .now
    } else if !copies.isEmpty {
      for index in places.indices { places[index].role = .candidate }
    }
    if !places.contains(where: { $0.role == .now }) {
      let sha = lost.names.count > 1 ? lost.names[1].text : ""
      places.append(CommitPlace(sha: sha, evidence: lost.evidence, role: .last))
    }
    set(places, of: lost.commit)
  }

  mutating func set(_ places: [CommitPlace], of commit: CommitToFollow) {
    if Set(places) != Set(commit.places) { changed[commit.sha] = places }
  }

  /// What the hook has reported.
  var pairs: [(old: ObjectName, new: ObjectName)] {
    request.pairs.compactMap { pair in
      guard let old = ObjectName(pair.old), let new = ObjectName(pair.new) else { return nil }
      return (old, new)
    }
  }

  // MARK: Facts

  /// Reads what identifies these commits, as long as they exist and the search has not read them.
  ///
  /// - Parameter others: the number of commits whose facts were taken before these.
  private mutating func addFacts(
    of commits: some Collection<String>, _ search: CommitSearch, besides others: Int = 0
  ) throws(GitError) {
    let known = request.facts
    var names: [ObjectName] = []
    var found: [CommitHeader] = []
    found.reserveCapacity(commits.count)
    for sha in commits where newFacts.isEmpty || !newFacts.keys.contains(sha) {
      guard known[sha]?.tree == nil, let name = ObjectName(sha) else { continue }
      if let header = search.old[name] ?? search.new[name] {
        found.append(header)
      } else {
        names.append(name)
      }
    }
    try? clone.headers(from: names, walks: false) { found.append($0) }
    let patches =
      found.count + others <= Self.patchLimit
      ? clone.patchIDs(
        of: found.lazy.map(\.name).filter {
          known[$0.text]?.patchID == nil && search.patches[$0] == nil
        })
      : [:]
    newFacts.reserveCapacity(newFacts.count + found.count)
    for header in found {
      var facts = header.facts
      let sha = header.name.text
      if !patches.isEmpty { facts.patchID = patches[header.name] }
      if facts.patchID == nil, !search.patches.isEmpty {
        facts.patchID = search.patches[header.name] ?? nil
      }
      if facts.patchID == nil { facts.patchID = known[sha]?.patchID }
      newFacts[sha] = facts
    }
  }

  /// Takes the facts that were collected during the search, with the patches that it has computed.
  /// Few are not taken, because their patches are computed with their facts.
  ///
  /// - Returns: how many were taken.
  private mutating func take(_ facts: [String: CommitFacts], _ search: CommitSearch) -> Int {
    guard facts.count > Self.patchLimit else { return 0 }
    newFacts = facts
    for (name, patch) in search.patches {
      if let patch { newFacts[name.text]?.patchID = patch }
    }
    return facts.count
  }

  private static let patchLimit = 500
}
