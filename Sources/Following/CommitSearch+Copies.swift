import Diary
import Git

extension CommitSearch {
  /// A commit that is still on a branch, and another one with the same change.
  struct Copy {
    var original: ObjectName
    var copy: ObjectName
    var evidence: CommitEvidence
  }

  /// The copies of these commits in `new`: cherry-picks, and new versions of commits that another
  /// branch keeps.
  func copies(of originals: [ObjectName]) -> [Copy] {
    var found: [Copy] = []
    var alike: [(ObjectName, ObjectName)] = []
    for name in originals {
      var seen: Set<ObjectName> = [name]
      func take(_ others: [ObjectName], _ evidence: CommitEvidence) {
        for other in others where seen.insert(other).inserted {
          found.append(Copy(original: name, copy: other, evidence: evidence))
        }
      }
      take(index.replacements(of: name) + (index.copies[name] ?? []), .rewrite)
      take(index.changeID(of: name).flatMap { index.newByChange[$0] } ?? [], .changeID)
      if let authored = index.authored(name) {
        for other in index.newByAuthor[authored] ?? [] where !seen.contains(other) {
          alike.append((name, other))
        }
      }
    }
    let patches = source.patchIDs(
      of: Set(alike.flatMap { [$0.0, $0.1] }).filter { self.patches[$0] == nil })
    func patch(_ name: ObjectName) -> String? { (self.patches[name] ?? nil) ?? patches[name] }
    let below = alike.count > Self.pairLimit ? commitsBelowNew() : nil
    for (name, other) in alike {
      let own = patch(name)
      let isSame = own != nil && own == patch(other)
      guard isSame || isOnlyVersion(other, of: name) else { continue }
      // A commit above or below the original is not a copy of it, but the same change made again.
      if below?.contains(name) != false, source.isAncestor(name, of: other) { continue }
      if index.new[name] != nil, source.isAncestor(other, of: name) { continue }
      found.append(Copy(original: name, copy: other, evidence: isSame ? .patch : .author))
    }
    return found
  }

  /// The number of pairs up to which git is asked about each of them.
  private static let pairLimit = 16

  /// Whether no other commit has the author, the date and the subject of these two.
  private func isOnlyVersion(_ other: ObjectName, of name: ObjectName) -> Bool {
    guard let authored = index.authored(name) else { return false }
    return index.newByAuthor[authored]?.count == 1 && index.oldByAuthor[authored]?.count == 1
      && index.subject(of: name).isSame(as: index.subject(of: other))
  }

  /// The commits on which those of `new` were built, and `new` itself.
  private func commitsBelowNew() -> Set<ObjectName>? {
    var edges: Set<ObjectName> = []
    for header in index.new.values {
      edges.formUnion(header.parents.filter { index.new[$0] == nil })
    }
    return (try? source.names(from: edges))?.union(index.new.keys)
  }
}
