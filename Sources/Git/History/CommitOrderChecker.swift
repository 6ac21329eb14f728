/// Checks that no commit is older than its parents, in whichever order they are added.
struct CommitOrderChecker {
  private(set) var isChronological = true
  /// The commit times of the commits that were added, and those of the oldest child of each parent
  /// that was not added yet.
  private var times: [UInt64: Time] = [:]

  private struct Time {
    var seconds: Int64
    var isOfChild = false
  }

  /// Adds a commit.
  mutating func add(_ name: UInt64, at committedAt: Int64) {
    let known = times.updateValue(Time(seconds: committedAt), forKey: name)
    if let known, known.isOfChild, known.seconds < committedAt { isChronological = false }
  }

  /// Adds a parent of a commit.
  mutating func add(parent: UInt64, before committedAt: Int64) {
    let child = Time(seconds: committedAt, isOfChild: true)
    guard let known = times[parent] else {
      times[parent] = child
      return
    }
    if committedAt >= known.seconds { return }
    if known.isOfChild { times[parent] = child } else { isChronological = false }
  }
}
