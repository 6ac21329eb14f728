import Diary
import Git

#if DEBUG
  import Glibc
#endif

/// A rule by which the commit of a note is found.
struct FollowingRule: Sendable {
  let name: String
  let evidence: CommitEvidence
  /// Whether a single commit that is found is the answer; else it is only a candidate.
  let isCertain: Bool
  private let find: Find

  typealias Find = @Sendable (inout CommitSearch, ObjectName) -> LostCommitMatch?

  init(
    _ name: String, _ evidence: CommitEvidence, isCertain: Bool = true,
    _ find: @escaping Find = { _, _ in nil }
  ) {
    (self.name, self.evidence, self.isCertain, self.find) = (name, evidence, isCertain, find)
  }

  /// All rules, from the strongest evidence to the weakest. `docs/following.md` has the same list.
  static let all = [reachable] + ofVersions + ofSquashes + [pullRequest, kept]

  /// The commit itself is on a branch.
  static let reachable = FollowingRule("reachable", .id)
  /// Rules that find another version of a commit.
  static let ofVersions = [
    FollowingRule("recorded", .rewrite) { $0.recorded($1) },
    FollowingRule("change", .changeID) { $0.withSameChange($1) },
    FollowingRule("patch", .patch) { $0.withSamePatch($1) },
    FollowingRule("author", .author) { $0.withSameAuthor($1) },
    FollowingRule("copied", .rewrite) { $0.copied($1) },
  ]
  /// Rules that find a commit which contains a commit together with others.
  static let ofSquashes = [
    FollowingRule("message", .squash) { $0.squashWithMessage($1) },
    FollowingRule("fixup", .squash) { $0.squashOfFixup($1) },
    FollowingRule("branch", .squash) { $0.squashOfBranch($1) },
    FollowingRule("single", .squash) { $0.squashOfOne($1) },
    FollowingRule("again", .patch, isCertain: false) { $0.withPatchAgain($1) },
  ]
  /// The host knows the commits of a merged pull request.
  static let pullRequest = FollowingRule("pullRequest", .squash)
  /// A commit that is still on a branch is also in a squash of the branch.
  static let kept = FollowingRule("kept", .squash)

  /// What the first of the rules finds that finds something.
  static func first(
    _ rules: [FollowingRule], of name: ObjectName, in search: inout CommitSearch
  ) -> LostCommitMatch? {
    for rule in rules where rule.isOn {
      guard var found = rule.find(&search, name) else { continue }
      found.evidence = rule.evidence
      if !rule.isCertain { found.isCertain = false }
      rule.hasFound()
      return found
    }
    return nil
  }
}

// What each rule is worth is counted by `scripts/rewrites --rules`, which runs a debug build with one of
// them switched off.
extension FollowingRule {
  #if DEBUG
    private static let off = getenv("COMMITDIARY_WITHOUT_RULE").map { String(cString: $0) }

    var isOn: Bool { Self.off != name }

    /// Tells the script that the rule has found something, so that it makes a difference here.
    func hasFound() {
      guard let path = getenv("COMMITDIARY_RULES_FOUND") else { return }
      let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      write(file, name + "\n", name.utf8.count + 1)
      close(file)
    }
  #else
    var isOn: Bool { true }

    func hasFound() {}
  #endif
}
