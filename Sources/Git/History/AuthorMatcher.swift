import Platform

/// Decides whether a commit belongs to an author.
enum AuthorMatcher {
  /// The commit has one of these addresses, in lower case.
  case addresses([[UInt8]])
  /// The name or the address contains this text, in lower case.
  case part([UInt8])

  /// The format of the author for `git log`, which makes two lines. For addresses, they are the one in
  /// the commit, and the one that a mailmap maps it to.
  func format(hasMailmap: Bool) -> String {
    switch self {
    case .addresses: hasMailmap ? "%ae%n%aE" : "%ae%n"
    case .part: "%aN <%aE>%n"
    }
  }

  func accepts(_ author: Span<UInt8>) -> Bool {
    switch self {
    case .addresses(let addresses):
      var end = 0
      while end < author.count, author[end] != 0x0A { end += 1 }
      if Self.isOne(of: addresses, author, 0..<end) { return true }
      return end < author.count && Self.isOne(of: addresses, author, end + 1..<author.count)
    case .part(let part):
      guard author.count >= part.count else { return false }
      return (0...author.count - part.count).contains { index in
        Self.equalsIgnoringCase(part, author, index..<index + part.count)
      }
    }
  }

  private static func isOne(
    of addresses: [[UInt8]], _ author: Span<UInt8>, _ range: Range<Int>
  ) -> Bool {
    if addresses.contains(where: { equalsIgnoringCase($0, author, range) }) { return true }
    // GitHub hides an address behind the number and the login of the account.
    var start = range.lowerBound
    while start < range.upperBound, (0x30...0x39).contains(author[start]) { start += 1 }
    guard start > range.lowerBound, start < range.upperBound, author[start] == 0x2B else {
      return false
    }
    return addresses.contains {
      $0.contains(noReply) && equalsIgnoringCase($0, author, start + 1..<range.upperBound)
    }
  }

  static let noReply = Array("@users.noreply.".utf8)

  private static func equalsIgnoringCase(
    _ lowercased: [UInt8], _ text: Span<UInt8>, _ range: Range<Int>
  ) -> Bool {
    guard lowercased.count == range.count else { return false }
    for index in lowercased.indices
    where lowercased[index] != Self.lowercased(text[range.lowerBound + index]) {
      return false
    }
    return true
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  /// Only ASCII letters are converted, as in git.
  static func lowercased(_ text: String) -> [UInt8] { text.utf8.map { lowercased($0) } }
}

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
  init(of clone: Clone, by settings: CloneSettings, since known: Mailmap?) throws(GitError) {
    var fingerprint = Fingerprint()
    var isFile = false
    for file in Self.files(of: clone, by: settings) {
      if File.isEndless(file) { throw .irregularFile(file) }
      guard let bytes = GitFolder.bytes(of: file) else { continue }
      isFile = isFile || !bytes.isEmpty
      fingerprint.add(bytes)
    }
    // In a bare clone, git reads the mailmap of `HEAD`.
    guard let revision = settings.mailmapBlob ?? (settings.isBare ? "HEAD:.mailmap" : nil) else {
      self.init(mark: fingerprint.value, object: "", isThere: isFile)
      return
    }
    fingerprint.add(
      GitFolder.bytes(of: clone.gitDirectory + "/HEAD") ?? [])
    if let known, known.mark == fingerprint.value {
      self = known
      return
    }
    let result = try clone.program.run(["rev-parse", "--verify", "--quiet", revision])
    self.init(
      mark: fingerprint.value, object: result.text, isThere: isFile || result.status.isSuccess)
  }

  static func files(of clone: Clone, by settings: CloneSettings) -> [String] {
    [settings.mailmapFile].compactMap { $0 } + (settings.isBare ? [] : [clone.root + "/.mailmap"])
  }

  /// The addresses, with those that the mailmap maps them to.
  func completing(
    _ addresses: [String], named name: String?, in clone: Clone
  ) throws(GitError) -> [String] {
    let valid = addresses.filter { $0.utf8.allSatisfy { $0 > 0x20 && $0 != 0x3C && $0 != 0x3E } }
    guard isThere, !valid.isEmpty else { return addresses }
    let people = [""] + [name].compactMap { $0 }.filter { !$0.isEmpty && !$0.hasPrefix("-") }
    let contacts = people.flatMap { person in valid.map { "\(person) <\($0)>" } }
    let result = try clone.program.successfully(["check-mailmap"] + contacts)
    let mapped = result.text.split(separator: "\n").compactMap { line -> String? in
      guard let start = line.lastIndex(of: "<"), line.hasSuffix(">") else { return nil }
      return line[line.index(after: start)...].dropLast().lowercased()
    }
    return Set(addresses + mapped).sorted()
  }
}

/// Selects the authors whose commits are read.
public enum CommitAuthor: Hashable, Sendable {
  /// The commits with the address in git's settings for each clone, or with one of `emails`.
  case own(emails: [String])
  /// The commits of all authors whose name or address contains this text, in any case.
  case named(String)
}

extension CommitAuthor {
  /// The key under which the histories of an author are saved.
  public var key: String {
    switch self {
    case .own(let emails):
      (["own"] + Set(emails.map { $0.lowercased() }).sorted()).joined(separator: " ")
    case .named(let part): "named \(part.lowercased())"
    }
  }
}
