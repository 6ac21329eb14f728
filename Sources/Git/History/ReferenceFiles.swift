import Platform

/// The references of a clone, read from its files. If they have a form that only git can read,
/// `isPlain` is false, and `mark` still shows whether they have changed.
struct ReferenceFiles {
  private(set) var references = References()
  private(set) var isPlain = true
  private var fingerprint = Fingerprint()
  private var loose: Set<ArraySlice<UInt8>> = []
  /// The files and folders whose states change whenever a reference does.
  private(set) var watched: [String] = []

  /// A hash of the references, or of the files if `isPlain` is false.
  var mark: UInt64 { isPlain ? references.mark : fingerprint.value }

  private static let depth = 64
  /// The limit for files and folders, because links between folders can multiply them.
  private static let countLimit = 1 << 21
  private var count = 0

  /// Loose references are read first: git packs a reference before it removes the loose file.
  init(of clone: LocalClone) throws(GitError) {
    do throws(FileError) {
      let common = clone.commonDirectory
      watched = [common + "/worktrees", common + "/reftable/tables.list", common + "/packed-refs"]
      let trees = [""] + (try Self.names(in: common + "/worktrees")).map { "/worktrees/\($0)" }
      if File.exists(common + "/reftable") {
        isPlain = false
        for tree in trees { try addContent(of: "\(common)\(tree)/reftable/tables.list") }
        watched += trees.dropFirst().map { "\(common)\($0)/reftable/tables.list" }
      }
      for kind in ["heads", "remotes", "tags", "replace"] {
        try readFolder(common + "/refs/" + kind, name: "refs/" + kind, levels: Self.depth)
      }
      for tree in trees {
        try readHead(common + tree + "/HEAD", isOptional: !tree.isEmpty)
      }
      try readPacked(common + "/packed-refs")
    } catch {
      if File.isEndless(error.path) { throw .irregularFile(error.path) }
      throw .broken(path: clone.root, detail: "\(error.path): \(error.code)")
    }
  }

  private static func names(in folder: String) throws(FileError) -> [String] {
    do { return try File.list(folder) } catch  where error.code == .notFound { return [] }
  }

  /// `nil` if the file does not exist, for example because git has just removed it.
  private static func content(of path: String) throws(FileError) -> [UInt8]? {
    ReadingObserver.current?.begins(.file)
    do {
      return try File.readRegular(path, limit: GitFolder.fileLimit)
    } catch
      where error.code == .notFound || error.code == .notDirectory
      || error.code == .linkLoop
    {
      return nil
    }
  }

  private mutating func addContent(of path: String) throws(FileError) {
    if let bytes = try Self.content(of: path) { fingerprint.add(bytes) }
  }

  /// - Parameter above: The real paths of the parent folders. A link to one of them is skipped.
  private mutating func readFolder(
    _ path: String, name: String, levels: Int, above: [String] = []
  ) throws(FileError) {
    guard levels > 0 else {
      isPlain = false
      return
    }
    watched.append(path)
    let real = File.realPath(path) ?? path
    if above.contains(real) { return }
    for entry in try Self.names(in: path) where !entry.hasPrefix(".") && !entry.hasSuffix(".lock") {
      count += 1
      guard count <= Self.countLimit else { throw FileError(path: path, code: .tooBig) }
      let inside = "\(path)/\(entry)"
      if File.isDirectory(inside) {
        try readFolder(
          inside, name: "\(name)/\(entry)", levels: levels - 1, above: above + [real])
      } else if let bytes = try Self.content(of: inside) {
        take(bytes, name: Array("\(name)/\(entry)".utf8)[...])
      }
    }
  }

  private mutating func take(_ bytes: [UInt8], name: ArraySlice<UInt8>) {
    fingerprint.add(name)
    fingerprint.add(bytes)
    loose.insert(name)
    switch Content(bytes) {
    case .object(let object): references.add(object, named: name)
    // The target is read under its own name.
    case .reference(let target) where References.includes(target): break
    default: isPlain = false
    }
  }

  private mutating func readHead(_ path: String, isOptional: Bool) throws(FileError) {
    watched.append(path)
    guard let bytes = try Self.content(of: path) else {
      if !isOptional { isPlain = false }
      return
    }
    fingerprint.add(bytes)
    switch Content(bytes) {
    case .object(let object): references.heads.insert(object)
    case .reference(let target) where References.includes(target): break
    default: isPlain = false
    }
  }

  private mutating func readPacked(_ path: String) throws(FileError) {
    guard let bytes = try Self.content(of: path) else { return }
    fingerprint.add(bytes)
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      // Lines with `^` belong to the tag above them, and the line with `#` describes the file.
      if line.first == UInt8(ascii: "^") || line.first == UInt8(ascii: "#") { continue }
      guard let space = line.firstIndex(of: UInt8(ascii: " ")),
        let object = ObjectName(hexadecimal: line[..<space])
      else {
        isPlain = false
        return
      }
      let name = line[(space + 1)...]
      if References.includes(name), loose.isEmpty || !loose.contains(name) {
        references.add(object, named: name)
      }
    }
  }

  /// The content of a reference file.
  private enum Content {
    case object(ObjectName)
    case reference(ArraySlice<UInt8>)
    case unknown

    init(_ bytes: [UInt8]) {
      var text = bytes[...]
      while let last = text.last, last <= 0x20 { text.removeLast() }
      if let object = ObjectName(hexadecimal: text) {
        self = .object(object)
      } else if text.starts(with: Array("ref:".utf8)) {
        self = .reference(text.dropFirst(4).drop { $0 <= 0x20 })
      } else {
        self = .unknown
      }
    }
  }
}

extension LocalClone {
  /// The references as git prints them.
  func askForReferences() throws(GitError) -> References {
    var references = References()
    let listed = try runGit([
      "for-each-ref", "--format=%(objectname) %(refname)", "refs/heads", "refs/remotes",
      "refs/tags", "refs/replace",
    ])
    for line in listed.output.split(separator: UInt8(ascii: "\n")) {
      guard let space = line.firstIndex(of: UInt8(ascii: " ")),
        let object = ObjectName(hexadecimal: line[..<space])
      else { continue }
      references.add(object, named: line[(space + 1)...])
    }
    let trees = try runGit(["worktree", "list", "--porcelain"])
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

  func runGit(
    _ arguments: [String], deadline: Duration = GitProgram.timeout
  ) throws(GitError) -> ChildResult {
    let result = try program.run(arguments, deadline: deadline)
    guard result.status.isSuccess else {
      throw GitError(errorOutput: result.errorOutput, path: root)
    }
    return result
  }
}

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
