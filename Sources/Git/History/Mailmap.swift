import Platform

/// The file by which people who have committed under several addresses are told to be one.
struct Mailmap: Hashable {
  /// Of its text, where it is a file.
  let mark: UInt64
  /// Its name, where it is kept among the commits; empty where there is none.
  let object: String
  let isThere: Bool

  init(mark: UInt64, object: String, isThere: Bool) {
    self.mark = mark
    self.object = object
    self.isThere = isThere
  }

  /// - Parameter known: what it was, if no reference has moved and no setting has changed since:
  ///   what is kept among the commits need not be looked up then.
  init(of clone: LocalClone, by settings: CloneSettings, since known: Mailmap?) throws(GitError) {
    var print = Fingerprint()
    var isFile = false
    var files = [settings.mailmapFile].compactMap { $0 }
    if !settings.isBare { files.append(clone.root + "/.mailmap") }
    for file in files {
      if File.isEndless(file) { throw .irregularFile(file) }
      guard let bytes = try? File.readRegular(file, limit: GitFolder.fileLimit) else { continue }
      isFile = isFile || !bytes.isEmpty
      print.add(bytes)
    }
    // In a bare clone git takes the one that the branch at hand has.
    guard let place = settings.mailmapBlob ?? (settings.isBare ? "HEAD:.mailmap" : nil) else {
      self.init(mark: print.value, object: "", isThere: isFile)
      return
    }
    print.add(
      (try? File.readRegular(clone.gitDirectory + "/HEAD", limit: GitFolder.fileLimit)) ?? [])
    if let known, known.mark == print.value {
      self = known
      return
    }
    let result = try clone.program.run(["rev-parse", "--verify", "--quiet", place])
    self.init(
      mark: print.value, object: result.text, isThere: isFile || result.status.isSuccess)
  }

  /// The addresses, and those that stand in their place.
  func completing(
    _ addresses: [String], named name: String?, in clone: LocalClone
  ) throws(GitError) -> [String] {
    let sound = addresses.filter { $0.utf8.allSatisfy { $0 > 0x20 && $0 != 0x3C && $0 != 0x3E } }
    guard isThere, !sound.isEmpty else { return addresses }
    let people = [""] + [name].compactMap { $0 }.filter { !$0.isEmpty && !$0.hasPrefix("-") }
    let contacts = people.flatMap { person in sound.map { "\(person) <\($0)>" } }
    let result = try clone.ask(["check-mailmap"] + contacts)
    let mapped = result.text.split(separator: "\n").compactMap { line -> String? in
      guard let start = line.lastIndex(of: "<"), line.hasSuffix(">") else { return nil }
      return line[line.index(after: start)...].dropLast().lowercased()
    }
    return Set(addresses + mapped).sorted()
  }
}
