package import Diary

/// What the raw form of a commit says about it, as far as it helps to recognize the commit after it
/// was rewritten.
package struct CommitHeader: Sendable {
  package var name: ObjectName
  package var tree: ObjectName
  /// `nil` for a commit without parents.
  package var parent: ObjectName?
  /// The other parents of a merge.
  package var mergedParents: [ObjectName] = []
  /// A hash of the author's name and the author date.
  package var authored: UInt64
  package var author: String
  package var authoredAt: Int64
  package var committedAt: Int64
  package var subject = Subject()
  /// The header `change-id` of jj, or the trailer `Change-Id` of Gerrit.
  package var changeID: String?
  /// The commits in lines such as `(cherry picked from commit ID)`.
  package var copied: [ObjectName] = []
  /// The commits in lines `commit ID`, as `git merge --squash` writes them.
  package var squashed: [ObjectName] = []
  /// Whether the message contains `This reverts commit`.
  package var isRevert = false

  package var parents: [ObjectName] { (parent.map { [$0] } ?? []) + mergedParents }
  package var isMerge: Bool { !mergedParents.isEmpty }

  package static func authored(by author: String, at seconds: Int64) -> UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.add(author)
    fingerprint.add(UInt64(bitPattern: seconds))
    return fingerprint.value
  }

  package var facts: CommitFacts {
    CommitFacts(
      author: author, subject: "", authoredAt: authoredAt, committedAt: committedAt,
      tree: tree.text, parents: parents.map(\.text), changeID: changeID)
  }
}

/// The first line of a message, as far as commits are compared by it.
package struct Subject: Hashable, Sendable {
  /// A hash of the line, cut off at `limit` bytes; 0 if it is empty.
  package private(set) var text: UInt64 = 0
  /// The same without `fixup! `, `squash! ` or `amend! `, which is that of the commit to change.
  /// `nil` if the line begins with none of them.
  package private(set) var target: UInt64?
  /// Whether the line ends in `(#12)`, as GitHub writes it for a pull request.
  package private(set) var namesPullRequest = false

  private static let limit = 500

  package init() {}

  package init(_ line: some Collection<UInt8>) {
    let line = Array(line.prefix(Self.limit))
    text = Self.hash(line[...])
    var rest = line[...]
    while let prefix = Self.prefixes.first(where: { rest.starts(with: $0) }) {
      rest = rest.dropFirst(prefix.count)
    }
    if rest.count < line.count { target = Self.hash(rest) }
    guard line.last == UInt8(ascii: ")"), let open = line.lastIndex(of: UInt8(ascii: "(")) else {
      return
    }
    let number = line[(open + 1)...].dropLast()
    namesPullRequest =
      number.count > 1 && number.first == UInt8(ascii: "#")
      && number.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
  }

  private static let prefixes = ["fixup! ", "squash! ", "amend! "].map { Array($0.utf8) }

  private static func hash(_ line: ArraySlice<UInt8>) -> UInt64 {
    line.isEmpty ? 0 : Fingerprint(of: line).value
  }

  /// Whether both are the same line, and none is empty.
  package func isSame(as other: Subject?) -> Bool { text != 0 && text == other?.text }
}

extension CommitHeader {
  /// The header of a commit whose object may be gone. Its tree is `nothing` if it is not known.
  package init(_ facts: CommitFacts, of name: ObjectName) {
    let parents = facts.parents.compactMap { ObjectName($0) }
    self.init(
      name: name, tree: facts.tree.flatMap { ObjectName($0) } ?? .nothing,
      parent: parents.first, mergedParents: Array(parents.dropFirst()),
      authored: Self.authored(by: facts.author, at: facts.authoredAt), author: facts.author,
      authoredAt: facts.authoredAt, committedAt: facts.committedAt ?? facts.authoredAt,
      subject: Subject(facts.subject.utf8), changeID: facts.changeID)
  }
}

extension ObjectName {
  /// 40 or 64 hexadecimal digits.
  package init?(_ text: String) { self.init(hexadecimal: text.utf8) }
}

// MARK: Parsing

extension CommitHeader {
  /// Parses a record of `git rev-list --header`: the name, the raw header, an empty line, and the
  /// message, indented by four spaces. `nil` if the record is damaged.
  ///
  /// - Parameter names: the names of authors so far, each of which is stored once.
  init?(record: ArraySlice<UInt8>, _ names: inout AuthorNames) {
    var lines = LineReader(record)
    guard let first = lines.next(), let name = ObjectName(hexadecimal: first) else { return nil }
    var tree: ObjectName?
    var written: Identity?
    var committed: Identity?
    var parents: [ObjectName] = []
    var change: String?
    while let line = lines.next(), !line.isEmpty {
      // A line with a space at its start continues the one before, such as a signature.
      if line.first == 0x20 { continue }
      if let rest = line.after("tree ") { tree = ObjectName(hexadecimal: rest) }
      if let rest = line.after("parent "), let parent = ObjectName(hexadecimal: rest) {
        parents.append(parent)
      }
      if let rest = line.after("author ") { written = Identity(rest, &names) }
      if let rest = line.after("committer ") { committed = Identity(rest, &names) }
      if let rest = line.after("change-id "), rest.count == 32 {
        change = String(decoding: rest, as: UTF8.self)
      }
    }
    guard let tree, let written, let committed else { return nil }
    self.init(
      name: name, tree: tree, parent: parents.first, mergedParents: Array(parents.dropFirst()),
      authored: Self.authored(by: written.name, at: written.seconds), author: written.name,
      authoredAt: written.seconds, committedAt: committed.seconds, changeID: change)
    readMessage(&lines)
  }

  private mutating func readMessage(_ lines: inout LineReader) {
    var first: [UInt8] = []
    var isFirst = true
    var trailer: String?
    var trailers = 0
    while let indented = lines.next() {
      let line = indented.dropFirst(4)
      if isFirst {
        // Git joins the lines of the first paragraph.
        if !line.isEmpty {
          if !first.isEmpty { first.append(0x20) }
          first += line
        } else if !first.isEmpty {
          isFirst = false
        }
        continue
      }
      // Trailers are in the last paragraph.
      if line.isEmpty {
        trailer = nil
      } else if let rest = line.after("Change-Id: I"), rest.count == 40,
        ObjectName(hexadecimal: rest) != nil
      {
        trailer = "I" + String(decoding: rest, as: UTF8.self)
        trailers += 1
      } else if let rest = line.after("(cherry picked from commit "), rest.last == 0x29,
        let name = ObjectName(hexadecimal: rest.dropLast())
      {
        copied.append(name)
      } else if let rest = line.after("commit "), let name = ObjectName(hexadecimal: rest) {
        squashed.append(name)
      } else if line.after("This reverts commit ") != nil {
        isRevert = true
      }
    }
    subject = Subject(first)
    // The message of a squash can have the ids of all of its parts, and is none of them.
    changeID = changeID ?? (trailers == 1 ? trailer : nil)
  }

  /// The name and the time in a line such as `A U Thor <a@example.com> 1700000000 +0900`.
  private struct Identity {
    var name: String
    var seconds: Int64

    init(_ line: ArraySlice<UInt8>, _ names: inout AuthorNames) {
      var name = line.prefix { $0 != UInt8(ascii: "<") }
      while name.last == 0x20 { name.removeLast() }
      while name.first == 0x20 { name.removeFirst() }
      self.name = names.text(name)
      let date = line.lastIndex(of: UInt8(ascii: ">")).map { line[($0 + 1)...] } ?? []
      let digits = date.drop { $0 == 0x20 }.prefix { $0 != 0x20 }
      seconds = Int64(String(decoding: digits, as: UTF8.self)) ?? 0
    }
  }
}

/// The names of authors, of which a history has few: each is stored once.
struct AuthorNames {
  private var known: [Int: String] = [:]

  mutating func text(_ name: ArraySlice<UInt8>) -> String {
    let key = name.hashValue
    if let text = known[key] { return text }
    let text = String(decoding: name, as: UTF8.self)
    known[key] = text
    return text
  }
}

/// The lines of a record, each without its line break.
private struct LineReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func next() -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    guard let end = rest.firstIndex(of: 0x0A) else {
      defer { rest = [] }
      return rest
    }
    defer { rest = rest[(end + 1)...] }
    return rest[..<end]
  }
}

extension ArraySlice<UInt8> {
  /// The rest after `prefix`; `nil` if the bytes begin with something else.
  fileprivate func after(_ prefix: StaticString) -> ArraySlice<UInt8>? {
    guard count >= prefix.utf8CodeUnitCount else { return nil }
    for offset in 0..<prefix.utf8CodeUnitCount
    where self[startIndex + offset] != prefix.utf8Start[offset] { return nil }
    return dropFirst(prefix.utf8CodeUnitCount)
  }
}
