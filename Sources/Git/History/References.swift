/// Where a clone's history begins, going back.
struct References: Hashable {
  /// The branches, and what each working tree has checked out. What a person has put aside
  /// (`refs/stash`) or written beside commits (`refs/notes`) is no history.
  var heads: Set<ObjectName> = []
  /// What others have, as far as it is known here.
  var remotes: [Remote] = []
  var tags: Set<ObjectName> = []
  /// By what git is to see something else in the place of an object.
  var replacements: [Remote] = []

  struct Remote: Hashable {
    /// `origin/main`
    var name: ArraySlice<UInt8>
    var object: ObjectName
  }

  /// All of it, each once, in order.
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

  /// Whether a name is of a kind that is read here.
  static func knows(_ name: ArraySlice<UInt8>) -> Bool {
    [heads, remotes, tags, replacements].contains { name.starts(with: $0) }
  }

  /// Changes when anything of it does, and not when git only keeps it in another way.
  var mark: UInt64 {
    var print = Fingerprint()
    for objects in [heads, tags] {
      for object in objects.sorted() { print.add(object.bytes) }
      print.add(0)
    }
    for remote in remotes.sorted(by: Self.byName) {
      print.add(remote.name)
      print.add(remote.object.bytes)
    }
    return print.value
  }

  var replacementMark: UInt64 {
    var print = Fingerprint()
    for replacement in replacements.sorted(by: Self.byName) {
      print.add(replacement.name)
      print.add(replacement.object.bytes)
    }
    return print.value
  }

  private static func byName(_ left: Remote, _ right: Remote) -> Bool {
    left.name.lexicographicallyPrecedes(right.name)
  }

  /// What the remotes with these names have.
  func objects(of remotes: [String]) -> Set<ObjectName> {
    let beginnings = remotes.map { Array("\($0)/".utf8) }
    return Set(
      self.remotes.lazy.filter { remote in
        beginnings.contains { remote.name.starts(with: $0) }
      }.map(\.object))
  }
}
