/// The commits from which a walk through the history starts.
struct References: Hashable {
  /// The branches, and the commit that each working tree has checked out. Stashes (`refs/stash`)
  /// and git notes (`refs/notes`) are not part of the history.
  var heads: Set<ObjectName> = []
  /// The remote branches, as of the last fetch.
  var remotes: [Remote] = []
  var tags: Set<ObjectName> = []
  /// The replacement references, with which git substitutes one object for another.
  var replacements: [Remote] = []

  struct Remote: Hashable {
    /// For example `origin/main`.
    var name: ArraySlice<UInt8>
    var object: ObjectName
  }

  /// All starting points, sorted and without duplicates.
  var tips: [ObjectName] {
    heads.union(tags).union(remotes.lazy.map(\.object)).sorted()
  }

  mutating func add(_ object: ObjectName, named name: ArraySlice<UInt8>) {
    if name.starts(with: Self.heads) {
      heads.insert(object)
    } else if name.starts(with: Self.remotes) {
      remotes.append(Remote(name: name.dropFirst(Self.remotes.count), object: object))
    } else if name.starts(with: Self.tags) {
      tags.insert(object)
    } else if name.starts(with: Self.replacements) {
      replacements.append(Remote(name: name.dropFirst(Self.replacements.count), object: object))
    }
  }

  private static let heads = Array("refs/heads/".utf8)
  private static let remotes = Array("refs/remotes/".utf8)
  private static let tags = Array("refs/tags/".utf8)
  private static let replacements = Array("refs/replace/".utf8)

  /// Whether the reference is of a kind that is read here.
  static func includes(_ name: ArraySlice<UInt8>) -> Bool {
    [heads, remotes, tags, replacements].contains { name.starts(with: $0) }
  }

  /// A hash that changes with the references, but not when git packs them.
  var mark: UInt64 {
    var fingerprint = Fingerprint()
    for objects in [heads, tags] {
      for object in objects.sorted() { fingerprint.add(object.bytes) }
      fingerprint.add(0)
    }
    for remote in remotes.sorted(by: Self.byName) {
      fingerprint.add(remote.name)
      fingerprint.add(remote.object.bytes)
    }
    return fingerprint.value
  }

  var replacementMark: UInt64 {
    var fingerprint = Fingerprint()
    for replacement in replacements.sorted(by: Self.byName) {
      fingerprint.add(replacement.name)
      fingerprint.add(replacement.object.bytes)
    }
    return fingerprint.value
  }

  private static func byName(_ left: Remote, _ right: Remote) -> Bool {
    left.name.lexicographicallyPrecedes(right.name)
  }

  /// The branches of the remotes with these names.
  func objects(of remotes: [String]) -> Set<ObjectName> {
    let beginnings = remotes.map { Array("\($0)/".utf8) }
    return Set(
      self.remotes.lazy.filter { remote in
        beginnings.contains { remote.name.starts(with: $0) }
      }.map(\.object))
  }
}
