import Platform
import Testing

/// A history in the format of `git fast-import`, which quickly creates thousands of commits.
struct ImportedHistory {
  static let me = "Author <author@example.com>"

  private(set) var text = ""
  private var count = 0

  /// Adds a commit, and returns its mark.
  ///
  /// - Parameters:
  ///   - seconds: the author date, in seconds since 1970.
  ///   - parents: the marks of the parents; by default the tip of the branch.
  @discardableResult
  mutating func commit(
    on branch: String = "main", by author: String = me, at seconds: Int, zone: String = "+0000",
    after parents: [Int] = []
  ) -> Int {
    count += 1
    text += "commit refs/heads/\(branch)\nmark :\(count)\n"
    text += "author \(author) \(seconds) \(zone)\n"
    // The committer and the commit date differ from the author and the author date.
    text += "committer Hubot <hubot@example.com> \(seconds + 90_000) +0000\n"
    let message = "Change \(count)"
    text += "data \(message.utf8.count)\n\(message)\n"
    if let first = parents.first { text += "from :\(first)\n" }
    for other in parents.dropFirst() { text += "merge :\(other)\n" }
    text += "\n"
    return count
  }

  /// A commit at noon on each of `count` consecutive days, the last of them `daysAgo` days before
  /// the current day of the tests.
  static func daily(_ count: Int, endingDaysAgo daysAgo: Int = 0) -> ImportedHistory {
    var history = ImportedHistory()
    for back in (0..<count).reversed() {
      history.commit(at: GitHubStage.today + 43_200 - (daysAgo + back) * 86_400)
    }
    return history
  }

  /// Commits of several people in several time zones, mostly around local midnight, with merged
  /// branches and an unmerged one.
  static func lively(seed: UInt64 = 1) -> ImportedHistory {
    var chance = SeededGenerator(seed: seed)
    var history = ImportedHistory()
    let authors = [
      me, me, me, "Author <AUTHOR@example.com>", "Same Person <old@example.com>",
      "Hubot <hubot@example.com>",
    ]
    let zones = ["+0000", "+0900", "-0800", "+0545", "-0330", "+1400"]
    var main = history.commit(at: GitHubStage.today - 300 * 86_400)
    for day in stride(from: 299, through: 0, by: -1) {
      for _ in 0..<Int.random(in: 0...3, using: &chance) {
        let author = authors.randomElement(using: &chance) ?? me
        let zone = zones.randomElement(using: &chance) ?? "+0000"
        let seconds = GitHubStage.today - day * 86_400 + Int.random(in: 0..<86_400, using: &chance)
        if Int.random(in: 0..<6, using: &chance) == 0 {
          let side = history.commit(
            on: "side", by: author, at: seconds - 600, zone: zone, after: [main])
          main = history.commit(by: author, at: seconds, zone: zone, after: [main, side])
        } else {
          main = history.commit(by: author, at: seconds, zone: zone, after: [main])
        }
      }
    }
    history.commit(on: "topic", at: GitHubStage.today - 3_600, zone: "+0900", after: [main])
    return history
  }
}

extension Sandbox {
  /// Creates a clone of this history in a folder of the sandbox. The author of the commits is its
  /// user.
  func make(_ name: String, of history: ImportedHistory, options: String = "") throws {
    try shell("git init -q -b main \(options) \"$sandbox/\(name)\"")
    try shell("git -C \"$sandbox/\(name)\" config user.email author@example.com")
    try read(history, into: name)
  }

  func read(_ history: ImportedHistory, into name: String) throws {
    let outcome = try script(
      "git -C \"$sandbox/\(name)\" fast-import --quiet --force", input: Array(history.text.utf8))
    try outcome.success()
  }
}
