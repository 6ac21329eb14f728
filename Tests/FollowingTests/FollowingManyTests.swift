import Diary
import Following
import Git
import GitTestSupport
import Platform
import Testing

/// A first look at so many commits that some of the work is done on another thread.
@Suite struct FollowingManyTests {
  private static let count = 1_200
  private let folder: TemporaryClone

  init() throws { folder = try TemporaryClone() }

  /// Makes a history without the one before, and returns its commits, the oldest first.
  private func history(_ addition: String) throws -> [String] {
    try folder.importCommits((0..<Self.count).map { Array("commit \($0)\(addition)".utf8) })
    let result = try Child.run(
      ["git", "rev-list", "--reverse", "main"], in: folder.file("clone"),
      environment: folder.environment)
    return result.text.split(separator: "\n").map(String.init)
  }

  @Test func `the facts of all lost commits and of what they became are found`() throws {
    let old = try history("")
    try folder.git(["update-ref", "-d", "refs/heads/main"])
    let new = try history("\n\nmore")
    #expect(Set(old).union(new).count == 2 * Self.count)

    var facts: [String: CommitFacts] = [:]
    for (index, sha) in old.enumerated() {
      facts[sha] = CommitFacts(
        author: "저자", subject: "commit \(index)", authoredAt: Int64(index + 1))
    }
    facts[old[5]]?.patchID = "patch"
    facts[old[6]]?.tree = String(repeating: "1", count: 40)
    let result = try folder.clone().follow(
      FollowingRequest(
        commits: old.map { CommitToFollow(sha: $0, places: []) }, facts: facts, records: [],
        reported: [], basis: nil))

    for (index, sha) in old.enumerated() {
      #expect(result.places[sha]?.map(\.sha) == [new[index]])
    }
    #expect(Set(result.facts.keys) == Set(old).union(new).subtracting([old[6]]))
    for (index, sha) in old.enumerated() where index != 6 {
      let found = result.facts[sha]
      #expect(found?.tree != nil)
      #expect(found?.parents == (index == 0 ? [] : [old[index - 1]]))
      #expect(found?.patchID == (index == 5 ? "patch" : nil))
    }
  }
}
