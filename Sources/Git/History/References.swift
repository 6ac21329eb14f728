import Platform

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

  /// What branches and `HEAD` reach. A tag keeps a commit, but does not mean that it is still in use.
  var branches: Set<ObjectName> { heads.union(remotes.lazy.map(\.object)) }

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
    fingerprint.add(remotes)
    return fingerprint.value
  }

  var replacementMark: UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.add(replacements)
    return fingerprint.value
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

extension Fingerprint {
  fileprivate mutating func add(_ references: [References.Remote]) {
    for reference in references.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
      add(reference.name)
      add(reference.object.bytes)
    }
  }
}

extension Clone {
  /// The references as git prints them.
  func askForReferences() throws(GitError) -> References {
    var references = References()
    let listed = try program.successfully([
      "for-each-ref", "--format=%(objectname) %(refname)", "refs/heads", "refs/remotes",
      "refs/tags", "refs/replace",
    ])
    for line in listed.output.split(separator: UInt8(ascii: "\n")) {
      guard let space = line.firstIndex(of: UInt8(ascii: " ")),
        let object = ObjectName(hexadecimal: line[..<space])
      else { continue }
      references.add(object, named: line[(space + 1)...])
    }
    let trees = try program.successfully(["worktree", "list", "--porcelain"])
    let head = try program.run(["rev-parse", "--verify", "--quiet", "HEAD"])
    let lines = (trees.output + head.output).split(separator: UInt8(ascii: "\n"))
    for line in lines {
      let name = line.starts(with: Array("HEAD ".utf8)) ? line.dropFirst(5) : line
      if let object = ObjectName(hexadecimal: name), !object.isNothing {
        references.heads.insert(object)
      }
    }
    return references
  }
}
