import Diary
import Git

/// One check for rewritten commits: decides which commits with notes are still on a branch, and
/// searches for the others.
///
/// Where a commit is now follows from the records and the repository alone (`CommitSearch.match`).
/// What an earlier check found only tells which commits have to be searched for again.
struct CommitFollowing {
  let clone: Clone
  let request: FollowingRequest
  let replacements: [(old: ObjectName, new: ObjectName)]
  let tips: Set<ObjectName>
  /// The state at the last check; `nil` if everything is to be read again.
  let old: FollowingBasis?
  let isSame: Bool
  /// The commits that have appeared since the last check, as far as they could be a version of a
  /// commit with notes or a squash.
  private(set) var appeared: [CommitHeader] = []
  /// All that have appeared.
  private(set) var appearedNames: Set<ObjectName> = []
  /// The commits that no branch reaches any more.
  private(set) var vanished: Set<ObjectName> = []
  /// Whether all places have to be looked for, because it is not known what appeared and vanished.
  private(set) var isFirst = false
  /// Whether branches reach commits, as far as git was asked.
  var known: [ObjectName: Bool] = [:]
  var newest: Set<ObjectName>?
  private(set) var changed: [String: [CommitPlace]] = [:]
  private(set) var newFacts: [String: CommitFacts] = [:]
  var newRecords: [RewriteRecord]

  /// The maximum number of commits whose headers are read at once: newer ones are read first, and
  /// rewriting makes new commits.
  static let walkLimit = 50_000
  /// The number of commits up to which the order of their dates is not relied on.
  static let exactLimit = 20_000
  /// By how much clocks may differ, in seconds.
  private static let clockDifference: Int64 = 86_400

  init(of clone: Clone, _ request: FollowingRequest, _ state: FollowedState) {
    let basis = state.basis
    self.clone = clone
    self.request = request
    replacements = state.replacements
    tips = basis.tips
    newRecords = request.reported
    // If a shallow clone has got more history, or less, all commits are compared.
    old = request.basis.flatMap(FollowingBasis.init(bytes:))
      .flatMap { $0.boundary == basis.boundary ? $0 : nil }
    isSame = old?.mark == basis.mark && request.reported.isEmpty
  }

  mutating func run() throws(GitError) {
    let new = request.commits.filter { $0.places.isEmpty }
    if isSame, new.isEmpty { return }
    try compareTips()
    var index = CommitIndex(isShallow: clone.isShallow)
    index.addNew(appeared)
    index.add(request.records + request.reported)
    let lost = try lostCommits()
    let search = try find(lost, &index)
    try addFacts(of: new.map(\.sha), search)
    try findCopies()
    if FollowingRule.pullRequest.isOn, !request.pullRequests.isEmpty {
      try findPullRequests(index)
    }
    let targets = Set(changed.values.joined().lazy.map(\.sha))
    try addFacts(
      of: targets.filter { !request.facts.keys.contains($0) && !newFacts.keys.contains($0) },
      search)
  }

  /// Reads what has appeared and vanished since the last check.
  private mutating func compareTips() throws(GitError) {
    guard let old else {
      isFirst = true
      return
    }
    if isSame { return }
    var wanted = WantedCommits(request.commits, request.facts)
    var found: [CommitHeader] = []
    var names: Set<ObjectName> = []
    try clone.headers(
      from: tips.subtracting(old.tips), without: old.tips, limit: Self.walkLimit
    ) { header in
      names.insert(header.name)
      if wanted.take(header) { found.append(header) }
    }
    appeared = found
    appearedNames = names
    let removed = old.tips.subtracting(tips)
    do {
      vanished = try clone.names(from: removed, without: tips, limit: Self.walkLimit)
      let rest = removed.subtracting(vanished)
      isFirst = try clone.existing(rest).count < rest.count
    } catch {
      isFirst = true
    }
    if max(names.count, vanished.count) >= Self.walkLimit { isFirst = true }
    newRecords += removed.intersection(vanished).map { RewriteRecord(.tip, old: $0.text) }
  }

  // MARK: Finding

  /// - Returns: the search, with the evidence and the patches that it has read.
  private mutating func find(
    _ lost: LostCommits, _ index: inout CommitIndex
  ) throws(GitError) -> CommitSearch {
    var open = lost.open
    var unsettled = appeared.isEmpty ? [] : lost.unsettled
    if !open.isEmpty || !unsettled.isEmpty { try addFiltered(&open, &index) }
    if open.isEmpty, unsettled.isEmpty { return CommitSearch(of: index, in: clone) }
    let lasts = Set((open + unsettled).compactMap(\.last))
    index.reachable.formUnion(lasts.subtracting(try unreachable(lasts)))
    try addOld(to: &index, for: open + unsettled)
    var search = CommitSearch(of: index, in: clone)
    search.prepare(unsettled.flatMap(\.names))
    unsettled.removeAll { one in
      let isFound = one.names.contains { search.match($0) != nil }
      if isFound { open.append(one) }
      return isFound
    }
    if open.isEmpty { return search }

    var wanted = index.wanted(for: open.flatMap(\.names))
    var headers: [CommitHeader] = []
    let since = open.compactMap { one in one.names.compactMap { index.earliestDate(of: $0) }.min() }
    let first = since.min().map { $0 - Self.clockDifference } ?? 0
    try clone.headers(
      from: tips, since: first > 0 ? first : nil, limit: Self.walkLimit
    ) { header in
      if wanted.take(header) { headers.append(header) }
    }
    index.addNew(headers, isWhole: true)
    search = CommitSearch(of: index, in: clone, patches: search.patches)
    search.prepare(open.flatMap(\.names))
    for one in open { place(one, by: match(one, &search)) }
    return search
  }

  /// Where the commit is now; else where the commit is that continued it at the last check.
  private func match(_ lost: LostCommit, _ search: inout CommitSearch) -> LostCommitMatch? {
    let found = search.match(lost.name)
    guard found?.isCertain != true, let last = lost.last else { return found }
    if search.index.reachable.contains(last) { return .one(last, lost.evidence) }
    guard var continued = search.match(last) else { return found }
    // A chain is as strong as its weakest part.
    continued.evidence = max(continued.evidence, lost.evidence)
    return continued.isCertain || found == nil ? continued : found
  }

  mutating func place(_ lost: LostCommit, by match: LostCommitMatch?) {
    let kept = places(of: lost.commit).filter { place in
      place.role != .last && place.sha != lost.commit.sha && isStillReachable(place)
    }
    let targets = Set(match?.targets.map(\.text) ?? [])
    var copies = kept.filter { $0.role == .copy && !targets.contains($0.sha) }
    var places: [CommitPlace]
    if let match {
      // A commit that has a version of its own is in no squash.
      if match.isCertain, match.evidence != .squash { copies.removeAll { $0.evidence == .squash } }
      places = match.targets.map {
        CommitPlace(
          sha: $0.text, evidence: match.evidence, role: match.isCertain ? .now : .candidate)
      }
    } else if let now = kept.now {
      // What led there is gone.
      places = [now]
    } else {
      places = kept.candidates
      if places.isEmpty, copies.count == 1 {
        // The only commit that still has the change.
        places = [CommitPlace(sha: copies[0].sha, evidence: copies[0].evidence, role: .now)]
        copies = []
      }
    }
    if places.now == nil {
      let last = lost.last?.text ?? ""
      places.append(CommitPlace(sha: last, evidence: lost.evidence, role: .last))
    }
    set(places + copies, of: lost.commit)
  }

  mutating func set(_ places: [CommitPlace], of commit: CommitToFollow) {
    func key(_ place: CommitPlace) -> CommitPlace {
      CommitPlace(sha: place.sha, evidence: place.evidence, role: place.role)
    }
    if Set(places.map(key)) != Set(commit.places.map(key)) {
      changed[commit.sha] = places
    } else {
      changed[commit.sha] = nil
    }
  }

  func places(of commit: CommitToFollow) -> [CommitPlace] { changed[commit.sha] ?? commit.places }

  // MARK: Facts

  /// Reads what identifies these commits, as long as they exist and the search has not read them.
  private mutating func addFacts(
    of commits: some Collection<String>, _ search: CommitSearch
  ) throws(GitError) {
    let known = request.facts
    var names: [ObjectName] = []
    var found: [CommitHeader] = []
    for sha in commits where newFacts[sha] == nil {
      guard known[sha]?.tree == nil, let name = ObjectName(sha) else { continue }
      if let header = search.index.old[name] ?? search.index.new[name] {
        found.append(header)
      } else {
        names.append(name)
      }
    }
    clone.headers(of: names) { found.append($0) }
    let patches =
      found.count <= Self.patchLimit
      ? clone.patchIDs(
        of: found.lazy.map(\.name).filter {
          known[$0.text]?.patchID == nil && search.patches[$0] == nil
        })
      : [:]
    for header in found {
      let sha = header.name.text
      var facts = header.facts
      facts.patchID =
        patches[header.name] ?? search.patches[header.name] ?? nil ?? known[sha]?.patchID
      newFacts[sha] = facts
    }
  }

  private static let patchLimit = 500
}
