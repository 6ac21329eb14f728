import Diary

extension CommitFollowing {
  /// Finds copies of commits that are still on a branch among the commits that have appeared:
  /// cherry-picks, and squashes of branches that were kept.
  mutating func findCopies(_ appeared: [CommitHeader]) throws(GitError) {
    var subjects: [ObjectName: CommitToFollow] = [:]
    for commit in request.commits {
      let places = changed[commit.sha] ?? commit.places
      if let now = places.first(where: { $0.role == .now }), let name = ObjectName(now.sha) {
        subjects[name] = commit
      }
    }
    if subjects.isEmpty { return }
    var copies = CommitSearch(clone: clone)
    copies.addNew(appeared)
    let parents = Set(appeared.map(\.parents))
    var mayBeAmended = false
    for name in subjects.keys where copies.new[name] == nil {
      guard var facts = newFacts[name.text] ?? request.facts[name.text] else { continue }
      facts.subject = request.facts[name.text]?.subject ?? facts.subject
      copies.addFacts(facts, of: name)
      mayBeAmended = mayBeAmended || parents.contains(copies.old[name]?.parents ?? [])
    }
    if mayBeAmended { copies.add(pairs: pairs, Reflogs(of: clone)) }
    for copy in copies.copies(of: Array(subjects.keys)) {
      if let commit = subjects[copy.original] { add(copy.copy, copy.evidence, to: commit) }
    }
    for tip in appeared.map(\.name).filter(tips.contains).prefix(Self.squashTips) {
      var search = CommitSearch(clone: clone)
      search.addNew(appeared)
      search.keepNew(reachedFrom: tip)
      var branches: [CommitHeader] = []
      try? clone.headers(
        from: tips.subtracting([tip]), without: [tip], limit: Self.branchLimit
      ) { branches.append($0) }
      search.addOld(branches)
      let names = subjects.keys.filter { search.old[$0] != nil }
      for (name, squash) in search.squashes(of: names) {
        guard let commit = subjects[name],
          !(changed[commit.sha] ?? commit.places).contains(where: {
            $0.role == .copy && $0.evidence == .squash
          })
        else { continue }
        add(squash, .squash, to: commit)
      }
    }
  }

  private mutating func add(
    _ copy: ObjectName, _ evidence: CommitEvidence, to commit: CommitToFollow
  ) {
    let places = changed[commit.sha] ?? commit.places
    guard !places.contains(where: { $0.sha == copy.text }) else { return }
    changed[commit.sha] = places + [CommitPlace(sha: copy.text, evidence: evidence, role: .copy)]
  }

  private static let branchLimit = 2_000
  private static let squashTips = 8
}
