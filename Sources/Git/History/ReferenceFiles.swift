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

  /// The references, for which git is asked if only it can read them.
  func references(of clone: Clone) throws(GitError) -> References {
    isPlain ? references : try clone.askForReferences()
  }

  private static let depth = 64
  /// The limit for files and folders, because links between folders can multiply them.
  private static let countLimit = 1 << 21
  private var count = 0

  /// Loose references are read first: git packs a reference before it removes the loose file.
  init(of clone: Clone) throws(GitError) {
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
