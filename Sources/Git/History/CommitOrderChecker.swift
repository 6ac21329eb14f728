import Diary

/// Checks that no commit is older than its parents, in whichever order they are added.
///
/// Object names are practically random, so this hash table uses them as their own hashes: with
/// 80,000 commits, a `Dictionary` takes longer than everything else.
struct CommitOrderChecker {
  private(set) var isChronological = true
  private var names: [UInt64]
  /// The commit time of an added commit. For a parent that was not added yet, the commit time of
  /// its oldest child.
  private var seconds: [Int64]
  private var isSeen: [Bool]
  private var count = 0

  init() {
    names = Array(repeating: 0, count: 1 << 10)
    seconds = Array(repeating: 0, count: 1 << 10)
    isSeen = Array(repeating: false, count: 1 << 10)
  }

  /// Adds a commit.
  mutating func add(_ name: UInt64, at committedAt: Int64) {
    let (slot, isNew) = slot(of: name)
    // A child was added before, and is older.
    if !isNew, !isSeen[slot], seconds[slot] < committedAt { isChronological = false }
    seconds[slot] = committedAt
    isSeen[slot] = true
  }

  /// Adds a parent of a commit.
  mutating func add(parent: UInt64, before committedAt: Int64) {
    let (slot, isNew) = slot(of: parent)
    if isNew {
      seconds[slot] = committedAt
    } else if isSeen[slot] {
      if committedAt < seconds[slot] { isChronological = false }
    } else if committedAt < seconds[slot] {
      seconds[slot] = committedAt
    }
  }

  private mutating func slot(of name: UInt64) -> (slot: Int, isNew: Bool) {
    if (count + 1) * 2 > names.count { grow() }
    // 0 marks an empty slot.
    let name = max(name, 1)
    let slot = find(name)
    if names[slot] == name { return (slot, false) }
    names[slot] = name
    count += 1
    return (slot, true)
  }

  private func find(_ name: UInt64) -> Int {
    let mask = names.count - 1
    var slot = Int(truncatingIfNeeded: name) & mask
    while names[slot] != 0, names[slot] != name { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let old = self
    names = Array(repeating: 0, count: old.names.count * 2)
    seconds = Array(repeating: 0, count: old.names.count * 2)
    isSeen = Array(repeating: false, count: old.names.count * 2)
    for (index, name) in old.names.enumerated() where name != 0 {
      let slot = find(name)
      names[slot] = name
      seconds[slot] = old.seconds[index]
      isSeen[slot] = old.isSeen[index]
    }
  }
}
