import Diary
import Git

// What git has recorded about lost commits, and the commits around them.

extension CommitFollowing {
  /// Takes the commits that a rewrite of the whole history has recorded. It leaves nothing else.
  mutating func addFiltered(
    _ open: inout [LostCommit], _ index: inout CommitIndex
  ) throws(GitError) {
    let known = request.records.lazy.compactMap { ObjectName($0.new) }
    let names = Set(open.flatMap(\.names)).union(known)
    var records = FilterMap.records(of: clone, among: names)
    records += replacements(of: names.contains)
    if records.isEmpty { return }
    index.add(records)
    record(records)
    let targets = Set(records.compactMap { ObjectName($0.new) })
    index.reachable.formUnion(targets.subtracting(try unreachable(targets)))
    let isLogged = !Reflogs(of: clone).replaced.isEmpty
    open.removeAll { one in
      let found = index.replacements(of: one.name)
      guard found.count == 1, !isLogged else { return false }
      place(one, by: .one(found[0], .rewrite))
      return true
    }
  }

  /// What stands for these commits by `git replace`, and what a rewrite of a branch starts from.
  private func replacements(of isWanted: (ObjectName) -> Bool) -> [RewriteRecord] {
    replacements.filter { isWanted($0.old) }.map {
      RewriteRecord(.replaced, old: $0.old.text, new: $0.new.text)
    }
  }

  /// Adds the commits that no branch reaches: the lost ones, those around them, and what became of
  /// them in between.
  mutating func addOld(
    to index: inout CommitIndex, for lost: [LostCommit]
  ) throws(GitError) {
    let names = Set(lost.flatMap(\.names))
    let reflogs = Reflogs(of: clone)
    index.reachable.formUnion(try newestNames())
    index.reachable.formUnion(tips)
    var starts = names.union(old?.tips ?? []).union(reflogs.commits)
    starts.formUnion(replacements.lazy.map(\.new))
    for record in request.records {
      if let name = ObjectName(record.old) { starts.insert(name) }
      if let name = ObjectName(record.new) { starts.insert(name) }
    }
    starts = starts.filter { !$0.isNothing && !index.reachable.contains($0) }
    var before: [CommitHeader] = []
    do {
      try clone.headers(from: starts, without: tips, limit: Self.walkLimit) { before.append($0) }
    } catch {
      // A parent is missing. The commits themselves may still exist.
      clone.headers(of: starts) { before.append($0) }
    }
    let reachable = index.reachable
    index.addOld(before.filter { !reachable.contains($0.name) })
    for name in names where !reachable.contains(name) {
      if let facts = request.facts[name.text] { index.addFacts(facts, of: name) }
    }
    // Commits with notes that were found before are not what other lost commits became.
    for commit in request.commits where commit.places.now.map({ $0.sha != commit.sha }) != false {
      guard let name = ObjectName(commit.sha), !reachable.contains(name), !names.contains(name),
        let facts = request.facts[commit.sha]
      else { continue }
      index.addFacts(facts, of: name)
    }
    let records = index.records(of: reflogs, in: clone) + replacements { index.old[$0] != nil }
    index.add(records)
    record(records)
  }

  private mutating func record(_ records: [RewriteRecord]) {
    let known = Set(request.records).union(newRecords)
    var seen: Set<RewriteRecord> = []
    newRecords += records.filter { !known.contains($0) && seen.insert($0).inserted }
  }
}
