public import Diary
import Platform

extension LocalClone {
  /// The branch of each commit since an instant, by the first eight bytes of the commit's name. A
  /// commit that several branches contain belongs to the one from which git reaches it first; local
  /// branches come before those of remotes.
  public func branches(since instant: Instant) throws(GitError) -> [UInt64: String] {
    // The committer date may be a little before the author date.
    let early = max(instant.secondsSince1970 - 86_400, 1)
    let result = try program.run([
      "log", "--branches", "--remotes", "--source", "--since=@\(early) +0000",
      "--format=%H %S", "--no-color", "--no-decorate", "--no-show-signature", "--no-notes",
      "--no-patch", "--no-ext-diff", "--no-textconv", "--",
    ])
    guard result.status.isSuccess else {
      throw GitError(errorOutput: result.errorOutput, path: root)
    }
    var branches: [UInt64: String] = [:]
    for line in result.text.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 1)
      guard fields.count == 2, let name = UInt64(fields[0].prefix(16), radix: 16) else { continue }
      branches[name] = Self.branch(String(fields[1]))
    }
    return branches
  }

  /// `topic` for `refs/heads/topic` and for `refs/remotes/origin/topic`.
  private static func branch(_ reference: String) -> String {
    let parts = reference.split(separator: "/", omittingEmptySubsequences: false)
    let prefix =
      reference.hasPrefix("refs/remotes/") ? 3 : reference.hasPrefix("refs/heads/") ? 2 : 0
    return parts.count > prefix ? parts[prefix...].joined(separator: "/") : reference
  }
}
