public import Diary
import Platform

extension Clone {
  /// The maximum number of git notes in a reference.
  static let notesLimit = 200_000
  /// The maximum size of the git notes that are read at once, in bytes.
  static let notesBytesLimit = 64 << 20

  /// Git without replaced objects (`refs/replace`), because the reference contains the originals.
  var notesProgram: GitProgram {
    var program = program
    program.environment["GIT_NO_REPLACE_OBJECTS"] = "1"
    return program
  }

  // MARK: The reference

  /// The commit of the reference; `nil` if there is none.
  public func notesTip(of reference: NotesReference) throws(NotesReferenceError) -> String? {
    _ = try files(of: reference)
    let listed = try successfully([
      "for-each-ref", "--format=%(objectname) %(objecttype) %(symref) %(refname)", reference.name,
    ])
    for line in listed.output.split(separator: UInt8(ascii: "\n")) {
      let words = String(decoding: line, as: UTF8.self)
        .split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 4, words[3] == reference.name else { continue }
      guard words[2].isEmpty else { throw .symbolic(reference: reference.name) }
      guard words[1] == "commit" else { throw .notNotes(reference: reference.name) }
      return String(words[0])
    }
    return nil
  }

  /// The git notes of the reference.
  public func notesTree(
    of reference: NotesReference, at tip: String?
  ) throws(NotesReferenceError) -> NotesTree {
    var tree = NotesTree(tip: tip)
    guard let tip else { return tree }
    var count = 0
    try forEachRecord(of: ["ls-tree", "-r", "-z", "--full-tree", tip]) {
      (line) throws(NotesReferenceError) in
      count += 1
      guard count <= Self.notesLimit else {
        throw .tooManyNotes(reference: reference.name, limit: Self.notesLimit)
      }
      // `100644 blob NAME<tab>PATH`
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { return }
      let words = line[..<tab].split(separator: UInt8(ascii: " "))
      let path = line[(tab + 1)...]
      guard words.count == 3 else { return }
      let text = String(decoding: path, as: UTF8.self)
      guard let commit = NotesEntry.commit(of: path, digits: tip.utf8.count) else {
        tree.others.insert(text)
        return
      }
      tree.entries[commit, default: []].append(
        NotesEntry(
          path: text, blob: String(decoding: words[2], as: UTF8.self),
          isFile: words[0].starts(with: "100".utf8)))
    }
    return tree
  }

  /// The commits whose git notes differ between two commits of the reference; `nil` if the older one
  /// no longer exists.
  public func changedNotes(
    from old: String, to new: NotesTree, of reference: NotesReference
  ) throws(NotesReferenceError) -> Set<String>? {
    guard let tip = new.tip, try kind(of: [old])[old]?.type == "commit" else { return nil }
    let before = try notesTree(of: reference, at: old)
    if old == tip { return [] }
    return before.commits.union(new.commits).filter { !new.isSame(as: before, on: $0) }
  }

  /// Whether the history of `tip` contains `old`.
  public func notesHistory(of tip: String, contains old: String) throws(NotesReferenceError) -> Bool
  {
    try run(["merge-base", "--is-ancestor", old, tip]).status.isSuccess
  }

  /// The commit from which two histories of notes have started; `nil` if there is none.
  public func notesBase(of old: String, _ new: String) throws(NotesReferenceError) -> String? {
    let result = try run(["merge-base", old, new])
    return result.status.isSuccess ? result.text.split(separator: "\n").first.map(String.init) : nil
  }

  // MARK: Objects

  /// A git note; `nil` for one that is not read, because it is too large or not a file.
  ///
  /// If the tree has several, they are joined, as git does.
  public func notes(
    on commits: some Collection<String>, in tree: NotesTree, limit: Int,
    of reference: NotesReference
  ) throws(NotesReferenceError) -> [String: [UInt8]?] {
    var entries: [String: [NotesEntry]] = [:]
    for commit in commits { entries[commit] = tree.entries[commit] }
    let names = Set(entries.values.joined().lazy.filter(\.isFile).map(\.blob))
    let kinds = try kind(of: Array(names))
    let small = names.filter { name in
      kinds[name].map { $0.type == "blob" && $0.size <= limit } ?? false
    }
    guard small.reduce(0, { $0 + (kinds[$1]?.size ?? 0) }) <= Self.notesBytesLimit else {
      throw .tooLarge(reference: reference.name, mebibytes: Self.notesBytesLimit >> 20)
    }
    let contents = try contents(of: Array(small))
    return entries.mapValues { entries in
      var joined: [UInt8] = []
      for entry in entries {
        guard entry.isFile, let bytes = contents[entry.blob] else { return nil }
        if !joined.isEmpty, !bytes.isEmpty { joined.append(UInt8(ascii: "\n")) }
        joined += bytes
      }
      return joined
    }
  }

  /// The notes on commits, with their sizes. Those above the limit are not read, and of several on a commit the
  /// first is.
  func sizedNotes(
    on commits: some Collection<String>, in tree: NotesTree, limit: Int
  ) throws(NotesReferenceError) -> [String: (bytes: [UInt8]?, size: Int)] {
    var blobs: [String: String] = [:]
    for commit in commits { blobs[commit] = tree.entries[commit]?.first { $0.isFile }?.blob }
    let kinds = try kind(of: Array(Set(blobs.values)))
    let small = Set(blobs.values).filter { kinds[$0].map { $0.size <= limit } ?? false }
      .prefix(Self.notesBytesLimit / limit)
    let contents = try contents(of: Array(small))
    return blobs.compactMapValues { blob in kinds[blob].map { (contents[blob], $0.size) } }
  }

  /// Those of these commits that the clone has.
  public func existing(_ commits: [String]) throws(NotesReferenceError) -> Set<String> {
    let names = commits.filter { ObjectName(hexadecimal: $0.utf8) != nil }
    return Set(try kind(of: names).filter { $0.value.type == "commit" }.keys)
  }

  /// These commits, as far as the clone has them.
  public func commits(_ names: [String]) throws(NotesReferenceError) -> [String: Commit] {
    let known = try existing(names)
    guard !known.isEmpty else { return [:] }
    let input = Array(known.map { $0 + "\n" }.joined().utf8)
    var commits: [String: Commit] = [:]
    let marks = agentMarks
    try mapped { () throws(GitError) in
      try notesProgram.readCommits(["--no-walk=unsorted", "--stdin"], input: input) { fields in
        let commit = CommitRecord.commit(fields, marks)
        commits[commit.sha] = commit
      }
    }
    return commits
  }

  /// The committer date of a commit.
  public func date(of commit: String) throws(NotesReferenceError) -> Moment {
    let result = try successfully(["log", "-1", "-z", "--format=%cd", "--date=raw", commit, "--"])
    return CommitRecord.moment(result.output.prefix { $0 != 0 })
  }

  /// The types and sizes of objects that exist.
  private func kind(
    of names: [String]
  ) throws(NotesReferenceError) -> [String: (type: String, size: Int)] {
    if names.isEmpty { return [:] }
    let result = try successfully(
      ["cat-file", "--batch-check=%(objectname) %(objecttype) %(objectsize)"],
      input: Array(names.map { $0 + "\n" }.joined().utf8))
    var kinds: [String: (type: String, size: Int)] = [:]
    for line in result.output.split(separator: UInt8(ascii: "\n")) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count == 3, let size = Int(words[2]) else { continue }
      kinds[String(words[0])] = (String(words[1]), size)
    }
    return kinds
  }

  private func contents(of names: [String]) throws(NotesReferenceError) -> [String: [UInt8]] {
    if names.isEmpty { return [:] }
    let result = try successfully(
      ["cat-file", "--batch"], input: Array(names.map { $0 + "\n" }.joined().utf8),
      outputLimit: Self.notesBytesLimit + names.count * 100)
    var contents: [String: [UInt8]] = [:]
    var rest = result.output[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      rest = rest[(end + 1)...]
      guard words.count == 3, let size = Int(words[2]), size >= 0, size <= rest.count else {
        continue
      }
      contents[String(words[0])] = Array(rest.prefix(size))
      rest = rest.dropFirst(size + 1)
    }
    return contents
  }

  // MARK: Git

  func run(_ arguments: [String]) throws(NotesReferenceError) -> ChildResult {
    try mapped { () throws(GitError) in try notesProgram.run(arguments) }
  }

  func successfully(
    _ arguments: [String], input: [UInt8]? = nil, outputLimit: Int = Child.defaultOutputLimit
  ) throws(NotesReferenceError) -> ChildResult {
    try mapped { () throws(GitError) in
      try notesProgram.successfully(arguments, input: input, outputLimit: outputLimit)
    }
  }

  /// Passes the records of the output, which end with NUL, while git is writing them.
  private func forEachRecord(
    of arguments: [String], _ take: (ArraySlice<UInt8>) throws(NotesReferenceError) -> Void
  ) throws(NotesReferenceError) {
    var stream = try mapped { () throws(GitError) in try notesProgram.stream(arguments) }
    var records = RecordSplitter(end: 0)
    while let bytes = try mapped({ () throws(GitError) in try stream.next() }) {
      for record in records.records(adding: bytes) { try take(record) }
    }
    // Only the status is left.
    try mapped { () throws(GitError) in try stream.read { _ in } }
  }

  func mapped<Result: ~Copyable>(
    _ work: () throws(GitError) -> Result
  ) throws(NotesReferenceError) -> Result {
    do throws(GitError) { return try work() } catch { throw .git(error) }
  }
}
