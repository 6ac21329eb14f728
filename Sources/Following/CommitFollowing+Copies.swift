import Diary
import Git

extension CommitFollowing {
  /// Finds copies of commits that are still on a branch: cherry-picks, and squashes of branches that
  /// were kept. Only commits that have appeared since the last check are compared.
  mutating func findCopies() throws(GitError) {
    // Several commits can be in one squash.
    var subjects: [ObjectName: [CommitToFollow]] = [:]
    for commit in request.commits {
      if let now = places(of: commit).now, let name = ObjectName(now.sha) {
        subjects[name, default: []].append(commit)
      }
    }
    if subjects.isEmpty || appeared.isEmpty { return }
    var index = CommitIndex()
    index.addNew(appeared)
    let parents = Dictionary(appeared.map { ($0.parents, 1) }, uniquingKeysWith: +)
    var mayBeAmended = false
    for name in subjects.keys {
      if index.new[name] == nil,
        var facts = newFacts[name.text] ?? request.facts[name.text]
      {
        facts.subject = request.facts[name.text]?.subject ?? facts.subject
        index.addFacts(facts, of: name)
      }
      // An amend keeps the parents.
      let own = index.new[name].map { ($0.parents, 1) } ?? (index.old[name]?.parents ?? [], 0)
      if parents[own.0, default: 0] > own.1 { mayBeAmended = true }
    }
    index.add(request.records + request.reported)
    if mayBeAmended { index.add(index.records(of: Reflogs(of: clone), in: clone)) }
    let copies = CommitSearch(of: index, in: clone)
    for copy in copies.copies(of: Array(subjects.keys)) {
      for commit in subjects[copy.original] ?? [] { add(copy.copy, copy.evidence, to: commit) }
    }
    guard FollowingRule.kept.isOn else { return }
    for tip in appearedNames.filter(tips.contains).sorted().prefix(Self.squashTips) {
      var branches: [CommitHeader] = []
      try? clone.headers(
        from: tips.subtracting([tip]), without: [tip], limit: Self.branchLimit
      ) { branches.append($0) }
      let names = branches.lazy.map(\.name).filter { subjects[$0] != nil }
      if names.isEmpty { continue }
      let inside = try clone.names(
        from: [tip], without: old?.tips ?? [], limit: Self.walkLimit)
      var index = CommitIndex()
      index.addNew(appeared.filter { inside.contains($0.name) })
      index.addOld(branches)
      var search = CommitSearch(of: index, in: clone)
      for (name, squash) in search.squashes(of: Array(names)) {
        FollowingRule.kept.hasFound()
        for commit in subjects[name] ?? [] where isPart(commit, of: squash) {
          add(squash, .squash, to: commit)
        }
      }
    }
  }

  /// A commit with a version of its own below a squash is not in the squash.
  private func isPart(_ commit: CommitToFollow, of squash: ObjectName) -> Bool {
    !places(of: commit).contains { place in
      place.role == .copy
        && (place.evidence == .squash
          || ObjectName(place.sha).map { clone.isAncestor($0, of: squash) } == true)
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
