import Diary

/// Watches that no commit is older than one that it follows, whichever of the two comes first.
///
/// The names are as good as random, so they are their own hashes: a dictionary of the standard
/// library takes longer over 80,000 commits than all the rest of reading them.
struct CommitOrderChecker {
  private(set) var isChronological = true
  private var names: [UInt64]
  /// When the commit was committed; of one that is still to come, when the oldest of its children
  /// was.
  private var seconds: [Int64]
  private var isSeen: [Bool]
  private var count = 0

  init() {
    names = Array(repeating: 0, count: 1 << 10)
    seconds = Array(repeating: 0, count: 1 << 10)
    isSeen = Array(repeating: false, count: 1 << 10)
  }

  /// A commit comes.
  mutating func note(_ name: UInt64, at committedAt: Int64) {
    let (place, isNew) = place(of: name)
    // A child that has come before it.
    if !isNew, !isSeen[place], seconds[place] < committedAt { isChronological = false }
    seconds[place] = committedAt
    isSeen[place] = true
  }

  /// A commit follows another one.
  mutating func note(parent: UInt64, before committedAt: Int64) {
    let (place, isNew) = place(of: parent)
    if isNew {
      seconds[place] = committedAt
    } else if isSeen[place] {
      if committedAt < seconds[place] { isChronological = false }
    } else if committedAt < seconds[place] {
      seconds[place] = committedAt
    }
  }

  private mutating func place(of name: UInt64) -> (place: Int, isNew: Bool) {
    if (count + 1) * 2 > names.count { grow() }
    // Nought marks what is empty.
    let name = max(name, 1)
    let place = find(name)
    if names[place] == name { return (place, false) }
    names[place] = name
    count += 1
    return (place, true)
  }

  private func find(_ name: UInt64) -> Int {
    let mask = names.count - 1
    var place = Int(truncatingIfNeeded: name) & mask
    while names[place] != 0, names[place] != name { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    let old = self
    names = Array(repeating: 0, count: old.names.count * 2)
    seconds = Array(repeating: 0, count: old.names.count * 2)
    isSeen = Array(repeating: false, count: old.names.count * 2)
    for (index, name) in old.names.enumerated() where name != 0 {
      let place = find(name)
      names[place] = name
      seconds[place] = old.seconds[index]
      isSeen[place] = old.isSeen[index]
    }
  }
}
