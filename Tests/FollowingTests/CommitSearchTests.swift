import Diary
import Synchronization
import Testing

@testable import Following
@testable import Git

/// Where lost commits are, answered from commits in memory: no git and no clone is involved.
@Suite struct CommitSearchTests {
  /// How often patches were asked for.
  private final class Questions: Sendable { let count = Mutex(0) }

  /// A repository of a few commits. Each has a patch of its own unless one is given.
  private struct Stored: CommitSource {
    var commits: [ObjectName: CommitHeader] = [:]
    var patches: [ObjectName: String] = [:]
    let questions = Questions()

    func headers(
      from tips: some Collection<ObjectName>, without others: some Collection<ObjectName>,
      since: Int64?, limit: Int?, walks: Bool, _ take: (CommitHeader) -> Void
    ) {
      for name in tips { if let commit = commits[name] { take(commit) } }
    }

    func names(
      from tips: some Collection<ObjectName>, without others: some Collection<ObjectName>,
      limit: Int?
    ) -> Set<ObjectName> {
      reached(from: tips).subtracting(reached(from: others))
    }

    private func reached(from tips: some Collection<ObjectName>) -> Set<ObjectName> {
      var found: Set<ObjectName> = []
      var open = Array(tips)
      while let name = open.popLast() {
        if let commit = commits[name], found.insert(name).inserted { open += commit.parents }
      }
      return found
    }

    func isAncestor(_ commit: ObjectName, of other: ObjectName) -> Bool {
      reached(from: [other]).contains(commit)
    }

    func patchIDs(of commits: some Collection<ObjectName>) -> [ObjectName: String] {
      questions.count.withLock { $0 += 1 }
      return Dictionary(uniqueKeysWithValues: commits.map { ($0, patches[$0] ?? $0.text) })
    }

    func patchIDs(
      ofRanges ranges: [(tip: ObjectName, base: ObjectName)]
    ) -> [ObjectName: String] { [:] }
  }

  private static func name(_ number: Int) -> ObjectName {
    let digits = String(number, radix: 16)
    return ObjectName(String(repeating: "0", count: 40 - digits.count) + digits)!
  }

  private static func commit(
    _ number: Int, on parent: Int?, _ subject: String, at time: Int64,
    committedAt: Int64? = nil, tree: Int? = nil, change: String? = nil
  ) -> CommitHeader {
    CommitHeader(
      name: name(number), tree: name(tree ?? 1000 + number), parent: parent.map(name),
      authored: CommitHeader.authored(by: "A U Thor", at: time), author: "A U Thor",
      authoredAt: time, committedAt: committedAt ?? time, subject: Subject(subject.utf8),
      changeID: change)
  }

  /// What a search among these commits answers, whatever the order in which they were read.
  private func match(
    _ number: Int, old: [CommitHeader], new: [CommitHeader], samePatch: [[Int]] = [],
    _ records: [RewriteRecord] = [], gone: CommitFacts? = nil
  ) -> LostCommitMatch? {
    var source = Stored()
    for commit in old + new { source.commits[commit.name] = commit }
    for group in samePatch {
      for number in group { source.patches[Self.name(number)] = "\(group)" }
    }
    var answers: Set<LostCommitMatch?> = []
    for isReversed in [false, true] {
      var index = CommitIndex()
      index.addOld(isReversed ? old.reversed() : old)
      index.addNew(isReversed ? new.reversed() : new, isWhole: true)
      if let gone { index.addFacts(gone, of: Self.name(number)) }
      index.add(isReversed ? records.reversed() : records)
      var search = CommitSearch(of: index, in: source)
      var answer = search.match(Self.name(number))
      answer?.targets.sort()
      answers.insert(answer)
    }
    #expect(answers.count == 1)
    return answers.first ?? nil
  }

  private let base = Self.commit(1, on: nil, "base", at: 10)

  @Test func `an equal patch of the same author and second is the commit`() {
    let old = [Self.commit(2, on: 1, "one", at: 20)]
    let new = [base, Self.commit(3, on: 1, "other words", at: 20)]
    #expect(match(2, old: old, new: new, samePatch: [[2, 3]]) == .one(Self.name(3), .patch))
  }

  @Test func `git is not asked about each of many commits`() {
    let numbers = 2...700
    var source = Stored()
    var index = CommitIndex()
    let old = numbers.map { Self.commit($0, on: $0 - 1, "commit \($0)", at: Int64($0)) }
    let new = numbers.map {
      Self.commit(1000 + $0, on: 999 + $0, "commit \($0)", at: Int64($0))
    }
    for commit in old + new { source.commits[commit.name] = commit }
    index.addOld(old)
    index.addNew(new, isWhole: true)
    var search = CommitSearch(of: index, in: source)
    search.prepare(old.map(\.name))
    for number in numbers {
      #expect(search.match(Self.name(number)) == .one(Self.name(1000 + number), .author))
    }
    #expect(source.questions.count.withLock(\.self) < 5)
  }

  @Test func `an equal subject of the same author and second is the commit`() {
    let old = [Self.commit(2, on: 1, "one", at: 20)]
    let new = [base, Self.commit(3, on: 1, "one", at: 20)]
    #expect(match(2, old: old, new: new) == .one(Self.name(3), .author))
  }

  @Test func `without patch and subject, a commit is only a candidate`() {
    let old = [Self.commit(2, on: 1, "one", at: 20)]
    let new = [base, Self.commit(3, on: 1, "stranger", at: 20)]
    #expect(match(2, old: old, new: new) == .maybe([Self.name(3)], .author))
  }

  @Test func `a commit that replaced another one of that second is not even a candidate`() {
    let old = [Self.commit(2, on: 1, "parser", at: 20), Self.commit(3, on: 2, "docs", at: 20)]
    let new = [base, Self.commit(4, on: 1, "docs and more", at: 20)]
    let amend = RewriteRecord(.replaced, old: Self.name(3).text, new: Self.name(4).text)
    #expect(match(2, old: old, new: new, [amend]) == nil)
    #expect(match(3, old: old, new: new, [amend]) == .one(Self.name(4), .rewrite))
  }

  @Test func `where two commits share author and second, the subject does not decide`() {
    let old = [Self.commit(2, on: 1, "one", at: 20)]
    let new = [base, Self.commit(3, on: 1, "one", at: 20), Self.commit(4, on: 3, "two", at: 20)]
    #expect(match(2, old: old, new: new) == .maybe([Self.name(3)], .author))
    #expect(match(2, old: old, new: new, samePatch: [[2, 4]]) == .one(Self.name(4), .patch))
    let strangers = [base, Self.commit(3, on: 1, "a", at: 20), Self.commit(4, on: 3, "b", at: 20)]
    #expect(match(2, old: old, new: strangers) == nil)
  }

  @Test func `two versions of equal strength are candidates`() {
    let old = [Self.commit(2, on: 1, "one", at: 20)]
    let new = [base, Self.commit(3, on: 1, "one", at: 20), Self.commit(4, on: 1, "one", at: 20)]
    #expect(match(2, old: old, new: new) == .maybe([Self.name(3), Self.name(4)], .author))
  }

  @Test func `in a shallow clone, a commit of the same second may be another one`() {
    let lost = CommitFacts(
      author: "A U Thor", subject: "one", authoredAt: 20, committedAt: 20,
      tree: Self.name(500).text, parents: [Self.name(1).text], patchID: "[3]")
    for (date, isCertain) in [(20 as Int64, false), (21, true)] {
      var source = Stored()
      let twin = Self.commit(3, on: 1, "again", at: 20, committedAt: date)
      source.commits = [base.name: base, twin.name: twin]
      source.patches[twin.name] = "[3]"
      var index = CommitIndex(isShallow: true)
      index.addNew([base, twin], isWhole: true)
      index.addFacts(lost, of: Self.name(2))
      var search = CommitSearch(of: index, in: source)
      #expect(search.match(Self.name(2))?.isCertain == isCertain)
    }
  }

  @Test func `a commit that a shallow clone lacks is in no squash`() {
    // One commit above the lost one was split: the last part has its tree.
    let lost = [(2, 1), (3, 2)].map { number, parent in
      CommitFacts(
        author: "A U Thor", subject: "\(number)", authoredAt: Int64(number), committedAt: 3,
        tree: Self.name(500 + number).text, parents: [Self.name(parent).text])
    }
    let parts = [
      Self.commit(4, on: 2, "part", at: 40), Self.commit(5, on: 4, "part", at: 50, tree: 503),
    ]
    for isShallow in [true, false] {
      var source = Stored()
      for part in parts { source.commits[part.name] = part }
      var index = CommitIndex(isShallow: isShallow)
      index.addNew(parts, isWhole: true)
      for (number, facts) in zip([2, 3], lost) { index.addFacts(facts, of: Self.name(number)) }
      var search = CommitSearch(of: index, in: source)
      #expect((search.match(Self.name(2)) == nil) == isShallow)
    }
  }

  @Test func `what git recorded is stronger than a likeness`() {
    let old = [Self.commit(2, on: 1, "one", at: 20)]
    let new = [base, Self.commit(3, on: 1, "one", at: 20), Self.commit(4, on: 1, "two", at: 30)]
    let record = RewriteRecord(.hook, old: Self.name(2).text, new: Self.name(4).text)
    #expect(match(2, old: old, new: new, samePatch: [[2, 3]], [record])?.targets == [Self.name(4)])
  }

  @Test func `a squash has the tree of the branch`() {
    let old = [
      Self.commit(2, on: 1, "one", at: 20), Self.commit(3, on: 2, "two", at: 30, tree: 500),
    ]
    let new = [base, Self.commit(4, on: 1, "both", at: 40, tree: 500)]
    for lost in [2, 3] {
      #expect(match(lost, old: old, new: new) == .one(Self.name(4), .squash))
    }
  }

  @Test func `a squash that was amended since is followed`() {
    let old = [
      Self.commit(2, on: 1, "one", at: 20), Self.commit(3, on: 2, "two", at: 30, tree: 500),
      Self.commit(4, on: 1, "both", at: 40, tree: 500),
    ]
    let new = [base, Self.commit(5, on: 1, "both", at: 40)]
    for lost in [2, 3] {
      #expect(match(lost, old: old, new: new) == .one(Self.name(5), .squash))
    }
  }

  @Test func `a commit whose author date was reset is no squash of its branch`() {
    let old = [
      Self.commit(2, on: 1, "one", at: 20), Self.commit(3, on: 2, "dropped", at: 30),
      Self.commit(4, on: 3, "three", at: 40, tree: 500),
      Self.commit(6, on: 5, "dropped", at: 30, committedAt: 50),
      Self.commit(7, on: 6, "one", at: 20, committedAt: 50, tree: 500),
      Self.commit(8, on: 6, "one", at: 60, tree: 500),
    ]
    let new = [base, Self.commit(5, on: 1, "three", at: 40), Self.commit(10, on: 5, "one", at: 60)]
    let amend = RewriteRecord(.replaced, old: Self.name(7).text, new: Self.name(8).text)
    let patches = [[4, 5], [3, 6], [2, 7, 8, 10]]
    #expect(match(3, old: old, new: new, samePatch: patches, [amend]) == nil)
  }

  @Test func `the same change made again on top is not a copy`() {
    let first = Self.commit(2, on: 1, "one", at: 20)
    let again = Self.commit(4, on: 3, "again", at: 20)
    let picked = Self.commit(5, on: 1, "one", at: 20)
    let commits = [base, first, Self.commit(3, on: 2, "revert", at: 20), again, picked]
    var source = Stored()
    for commit in commits { source.commits[commit.name] = commit }
    for commit in [first, again, picked] { source.patches[commit.name] = "patch" }
    var index = CommitIndex()
    index.addNew(commits)
    let search = CommitSearch(of: index, in: source)
    for (original, copies) in [(first, [picked.name]), (again, [picked.name])] {
      #expect(search.copies(of: [original.name]).map(\.copy) == copies)
    }
  }

  @Test func `a fixup is in the commit with another patch than the one it changes`() {
    let old = [
      Self.commit(2, on: 1, "one", at: 20), Self.commit(3, on: 2, "fixup! one", at: 30),
    ]
    let unfolded = Self.commit(4, on: 1, "one", at: 20)
    let folded = Self.commit(5, on: 1, "one", at: 20)
    #expect(match(3, old: old, new: [base, unfolded], samePatch: [[2, 4]]) == nil)
    #expect(
      match(3, old: old, new: [base, unfolded, folded], samePatch: [[2, 4]])
        == .one(Self.name(5), .squash))
  }

  @Test func `a fixup of which only the tree is known is only a candidate`() {
    let new = [
      base, Self.commit(2, on: 1, "one", at: 20), Self.commit(3, on: 2, "two", at: 30, tree: 500),
    ]
    let parent = Self.commit(8, on: 7, "amend! two", at: 22)
    let fixup = CommitFacts(
      author: "A U Thor", subject: "fixup! one", authoredAt: 25, committedAt: 25,
      tree: Self.name(500).text, parents: [Self.name(8).text])
    #expect(
      match(10, old: [parent], new: new, gone: fixup) == .maybe([Self.name(3)], .squash))
  }

  @Test func `a commit that the hook left out of a rebase was dropped`() {
    let old = [
      Self.commit(2, on: 1, "one", at: 20), Self.commit(3, on: 2, "two", at: 30, tree: 500),
    ]
    let new = [base, Self.commit(4, on: 1, "two", at: 30, tree: 500)]
    let rebase = RewriteRecord(.rebase, old: Self.name(3).text, new: Self.name(4).text)
    let pair = RewriteRecord(.hook, old: Self.name(3).text, new: Self.name(4).text)
    #expect(match(2, old: old, new: new, [rebase, pair]) == nil)
  }

  @Test func `a message with the change ids of several commits is none of them`() {
    let ids = ["a", "b"].map { "Change-Id: I" + String(repeating: $0, count: 40) }
    func header(_ message: [String]) -> CommitHeader? {
      let text =
        ["\(Self.name(7).text)", "tree \(Self.name(8).text)"]
        + ["author A <a@x> 10 +0000", "committer A <a@x> 10 +0000", ""]
        + message.map { $0.isEmpty ? "" : "    " + $0 }
      var names = AuthorNames()
      return CommitHeader(record: ArraySlice(text.joined(separator: "\n").utf8), &names)
    }
    #expect(header(["both", "", ids[0]])?.changeID == "I" + String(repeating: "a", count: 40))
    #expect(header(["both", "", "one", "", ids[0], "", "two", "", ids[1]])?.changeID == nil)
  }
}
