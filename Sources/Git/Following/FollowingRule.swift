#if DEBUG
  import Glibc
#endif

/// A rule that finds the commit of a note where the stronger ones find none. What each of them is worth is
/// counted by `scripts/rewrites --rules`, which runs a debug build with one of them switched off.
enum FollowingRule: String {
  /// A `fixup!` commit follows the commit that its subject names.
  case fixup
  /// A squash has the patch of a range of commits.
  case range
  /// A squash of a branch that was kept has copies of its commits.
  case kept
  /// The host knows the commits of a merged pull request.
  case pullRequest

  #if DEBUG
    private static let off = getenv("COMMITDIARY_WITHOUT_RULE").map { String(cString: $0) }

    var isOn: Bool { Self.off != rawValue }

    /// Tells the script that the rule has found something, so that it makes a difference here.
    func hasFound() {
      guard let path = getenv("COMMITDIARY_RULES_FOUND") else { return }
      let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      write(file, rawValue + "\n", rawValue.utf8.count + 1)
      close(file)
    }
  #else
    var isOn: Bool { true }

    func hasFound() {}
  #endif
}
