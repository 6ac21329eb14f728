import Platform

/// The mailmap of a clone, which maps several addresses of a person to one.
struct Mailmap: Hashable {
  /// A hash of the files.
  var mark: UInt64 = 0
  /// The object that contains the mailmap, if it is read from a commit; empty if there is none.
  var object = ""
  var isThere = false
}

extension Mailmap: Cached {
  mutating func code(with coder: inout CacheCoder) {
    coder.code(&mark)
    coder.code(&object)
    coder.code(&isThere)
  }
}

extension Mailmap {
  /// - Parameter known: The previous value, if no reference and no setting has changed since: a
  ///   mailmap in a commit is not looked up again then.
  init(of clone: LocalClone, by settings: CloneSettings, since known: Mailmap?) throws(GitError) {
    var fingerprint = Fingerprint()
    var isFile = false
    for file in Self.files(of: clone, by: settings) {
      if File.isEndless(file) { throw .irregularFile(file) }
      guard let bytes = try? File.readRegular(file, limit: GitFolder.fileLimit) else { continue }
      isFile = isFile || !bytes.isEmpty
      fingerprint.add(bytes)
    }
    // In a bare clone, git reads the mailmap of `HEAD`.
    guard let revision = settings.mailmapBlob ?? (settings.isBare ? "HEAD:.mailmap" : nil) else {
      self.init(mark: fingerprint.value, object: "", isThere: isFile)
      return
    }
    fingerprint.add(
      (try? File.readRegular(clone.gitDirectory + "/HEAD", limit: GitFolder.fileLimit)) ?? [])
    if let known, known.mark == fingerprint.value {
      self = known
      return
    }
    let result = try clone.program.run(["rev-parse", "--verify", "--quiet", revision])
    self.init(
      mark: fingerprint.value, object: result.text, isThere: isFile || result.status.isSuccess)
  }

  static func files(of clone: LocalClone, by settings: CloneSettings) -> [String] {
    [settings.mailmapFile].compactMap { $0 } + (settings.isBare ? [] : [clone.root + "/.mailmap"])
  }

  /// The addresses, with those that the mailmap maps them to.
  func completing(
    _ addresses: [String], named name: String?, in clone: LocalClone
  ) throws(GitError) -> [String] {
    let valid = addresses.filter { $0.utf8.allSatisfy { $0 > 0x20 && $0 != 0x3C && $0 != 0x3E } }
    guard isThere, !valid.isEmpty else { return addresses }
    let people = [""] + [name].compactMap { $0 }.filter { !$0.isEmpty && !$0.hasPrefix("-") }
    let contacts = people.flatMap { person in valid.map { "\(person) <\($0)>" } }
    let result = try clone.runGit(["check-mailmap"] + contacts)
    let mapped = result.text.split(separator: "\n").compactMap { line -> String? in
      guard let start = line.lastIndex(of: "<"), line.hasSuffix(">") else { return nil }
      return line[line.index(after: start)...].dropLast().lowercased()
    }
    return Set(addresses + mapped).sorted()
  }
}
