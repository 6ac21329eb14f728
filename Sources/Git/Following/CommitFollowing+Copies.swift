import Diary

extension CommitFollowing {
  /// Finds copies of commits that are still on a branch: cherry-picks, and squashes of branches that
  /// were kept. At the first check, all commits are compared, else those that have appeared.
  mutating func findCopies() throws(GitError) {
    var subjects: [ObjectName: CommitToFollow] = [:]
    for commit in request.commits {
      if let now = places(of: commit).now, let name = ObjectName(now.sha) {
        subjects[name] = commit
      }
    }
    if subjects.isEmpty || appeared.isEmpty { return }
    var copies = CommitSearch(in: clone)
    copies.addNew(appeared)
    let parents = Set(appeared.map(\.parents))
    var mayBeAmended = false
    for name in subjects.keys where copies.new[name] == nil {
      guard var facts = newFacts[name.text] ?? request.facts[name.text] else { continue }
      facts.subject = request.facts[name.text]?.subject ?? facts.subject
      copies.addFacts(facts, of: name)
      mayBeAmended = mayBeAmended || parents.contains(copies.old[name]?.parents ?? [])
    }
    copies.add(request.records + request.reported)
    if mayBeAmended { copies.add(copies.records(of: Reflogs(of: clone))) }
    for copy in copies.copies(of: Array(subjects.keys)) {
      if let commit = subjects[copy.original] { add(copy.copy, copy.evidence, to: commit) }
    }
    for tip in appeared.map(\.name).filter(tips.contains).prefix(Self.squashTips) {
      var search = CommitSearch(in: clone)
      search.addNew(copies.newHeaders(reachedFrom: tip))
      var branches: [CommitHeader] = []
      try? clone.headers(
        from: tips.subtracting([tip]), without: [tip], limit: Self.branchLimit
      ) { branches.append($0) }
      search.addOld(branches)
      let names = subjects.keys.filter { search.old[$0] != nil }
      for (name, squash) in search.squashes(of: names) {
        guard let commit = subjects[name] else { continue }
        let others = places(of: commit).filter { $0.role == .copy }
        // A commit with a version of its own below the squash is not in the squash.
        let isIn = !others.contains { copy in
          copy.evidence == .squash
            || ObjectName(copy.sha).map { clone.isAncestor($0, of: squash) } == true
        }
        if isIn { add(squash, .squash, to: commit) }
      }
    }
  }

  private mutating func add(
    _ copy: ObjectName, _ evidence: CommitEvidence, to commit: CommitToFollow
  ) {
    let places = places(of: commit)
    guard !places.contains(where: { $0.sha == copy.text }) else { return }
    set(places + [CommitPlace(sha: copy.text, evidence: evidence, role: .copy)], of: commit)
  }

  private static let branchLimit = 2_000
  private static let squashTips = 8
}
