import Diary
import Platform

/// What identifies lost commits, collected on another thread while they are searched for. For a
/// clone with many commits, this takes as long as a part of the search.
struct FactsInAdvance: Sendable {
  private let work: BlockingWork<[String: CommitFacts]>

  /// The number of commits from which another thread is worth its start.
  static let minimum = 1_000

  /// - Parameters:
  ///   - commits: the commits whose facts are wanted.
  ///   - known: what is known already. Commits whose tree is known are left out.
  ///   - headers: what was read from the clone.
  init(
    of commits: [CommitToFollow], known: [String: CommitFacts], in headers: [CommitHeader]
  ) {
    work = BlockingWork([:]) { work in
      let wanted = Set(commits.lazy.compactMap { ObjectName($0.sha) })
      var found: [String: CommitFacts] = [:]
      found.reserveCapacity(2 * wanted.count)
      for header in headers where wanted.contains(header.name) {
        let sha = header.name.text
        let before = known[sha]
        if before?.tree != nil { continue }
        var facts = header.facts
        facts.patchID = before?.patchID
        found[sha] = facts
      }
      work.update { $0 = found }
    }
  }

  /// The facts by commit, once they are all collected.
  func result() -> [String: CommitFacts] {
    while work.wait(atMost: .seconds(1)) != .done {}
    return work.state
  }
}
