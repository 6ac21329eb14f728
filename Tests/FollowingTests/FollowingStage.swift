import Diary
import Following
import Git
import GitTestSupport
import Platform
import Testing

/// A clone in which commits are followed, with what would be saved between two checks.
final class FollowingStage {
  let folder: TemporaryClone
  /// What the hook reports at the next check.
  var reported: [RewriteRecord] = []
  private var records: [RewriteRecord] = []
  private var places: [String: [CommitPlace]] = [:]
  private var facts: [String: CommitFacts] = [:]
  private var basis: [UInt8]?

  init(_ options: [String] = []) throws {
    folder = try TemporaryClone(options)
    folder.environment["GIT_EDITOR"] = "true"
    try folder.git(["config", "advice.skippedCherryPicks", "false"])
  }

  @discardableResult
  func git(_ words: String...) throws -> String { try folder.git(words) }

  /// Runs git where it stops because of a conflict.
  func stop(_ words: String...) {
    _ = try? Child.run(
      ["git"] + words, in: folder.file("clone"), environment: folder.environment)
  }

  /// Commits a line in a file of its own. The author dates are seconds apart.
  @discardableResult
  func commit(
    _ message: String, file: String? = nil, text: String? = nil, at seconds: Int? = nil
  ) throws -> String {
    clock += 10
    return try folder.commit(
      message, file: file ?? message.filter { $0 != " " }, text: text.map { $0 + "\n" },
      at: seconds ?? clock)
  }

  /// The time of the last commit.
  private(set) var clock = 1_700_000_000

  /// Sets the time of the next operation of git.
  func pass(_ seconds: Int = 1000) {
    clock += seconds
    folder.environment["GIT_AUTHOR_DATE"] = "\(clock) +0900"
    folder.environment["GIT_COMMITTER_DATE"] = "\(clock) +0000"
  }

  /// Adds a note to a commit, as `notes add` does: with a check.
  func note(_ sha: String) throws {
    places[sha] = places[sha] ?? []
    let commit = try folder.clone().resolve(sha)
    facts[sha] =
      facts[sha]
      ?? CommitFacts(
        author: commit.author, subject: commit.subject,
        authoredAt: commit.date.instant.secondsSince1970)
    try check()
  }

  /// Forgets everything except which commits have notes, and their patches: a journal from before
  /// commits were followed.
  func forgetLooks() throws {
    basis = nil
    for sha in places.keys {
      places[sha] = []
      facts[sha]?.tree = nil
      facts[sha]?.parents = []
      facts[sha]?.committedAt = nil
      facts[sha]?.changeID = nil
    }
  }

  /// Forgets the state of the clone at the last look, as in another clone.
  func forgetBasis() { basis = nil }

  @discardableResult
  func check() throws -> FollowingResult {
    let result = try folder.clone().follow(
      FollowingRequest(
        commits: places.map { CommitToFollow(sha: $0.key, places: $0.value) }, facts: facts,
        records: records, reported: reported, basis: basis))
    reported = []
    records += result.records
    places.merge(result.places) { _, new in new }
    // The journal keeps the subject with the note.
    facts.merge(result.facts) { old, new in
      var facts = new
      facts.subject = old.subject
      return facts
    }
    basis = result.basis
    return result
  }

  func places(of sha: String) throws -> [CommitPlace] {
    try check()
    return places[sha] ?? []
  }

  func now(_ sha: String) throws -> CommitPlace? {
    try places(of: sha).first { $0.role == .now }
  }

  func candidates(_ sha: String) throws -> Set<String> {
    Set(try places(of: sha).filter { $0.role == .candidate }.map(\.sha))
  }

  func copies(_ sha: String) throws -> Set<String> {
    Set(try places(of: sha).filter { $0.role == .copy }.map(\.sha))
  }

  func id(_ revision: String) throws -> String { try git("rev-parse", revision) }

  /// Rebases with changes of the list of commits, given as expressions of `sed`.
  func rebase(_ expressions: String..., onto base: String) throws {
    folder.environment["GIT_SEQUENCE_EDITOR"] =
      "sed -i " + expressions.map { "-e '\($0)'" }.joined(separator: " ")
    try git("rebase", "-q", "-i", base)
  }
}
