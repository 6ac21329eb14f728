import Platform

extension LocalClone {
  /// Git for following: objects are read as they are, not as replacements (`refs/replace`).
  var followingProgram: GitProgram {
    var program = program
    program.environment["GIT_NO_REPLACE_OBJECTS"] = "1"
    program.environment["GIT_FLUSH"] = "0"
    return program
  }

  package func headers(
    from tips: some Collection<ObjectName>, without others: some Collection<ObjectName>,
    since: Int64?, limit: Int?, walks: Bool, _ take: (CommitHeader) -> Void
  ) throws(GitError) {
    guard !tips.isEmpty else { return }
    var options = ["rev-list", "--header", "--encoding=UTF-8", "--ignore-missing", "--stdin"]
    if let since { options.append("--max-age=\(since)") }
    if let limit { options.append("--max-count=\(limit)") }
    if !walks { options.append("--no-walk=unsorted") }
    var stream = try followingProgram.stream(
      options, input: Self.question(tips, without: others))
    var records = HeaderRecords()
    while let bytes = try stream.next() { records.feed(bytes, take) }
    guard try stream.wait().isSuccess else {
      throw GitError(errorOutput: stream.errorOutput, path: root)
    }
  }

  package func names(
    from tips: some Collection<ObjectName>, without others: some Collection<ObjectName>,
    limit: Int?
  ) throws(GitError) -> Set<ObjectName> {
    guard !tips.isEmpty else { return [] }
    var options = ["rev-list", "--ignore-missing", "--stdin"]
    if let limit { options.append("--max-count=\(limit)") }
    let result = try followingProgram.run(options, input: Self.question(tips, without: others))
    guard result.status.isSuccess else {
      throw GitError(errorOutput: result.errorOutput, path: root)
    }
    return Self.names(result.output, after: [])
  }

  /// The names in the lines that begin with `prefix`.
  private static func names(_ output: [UInt8], after prefix: [UInt8]) -> Set<ObjectName> {
    var names: Set<ObjectName> = []
    names.reserveCapacity(output.count / (prefix.count + 41))
    var rest = output[...]
    while let end = rest.firstIndex(of: 0x0A) {
      let line = rest[..<end]
      if line.starts(with: prefix),
        let name = ObjectName(hexadecimal: line.dropFirst(prefix.count))
      {
        names.insert(name)
      }
      rest = rest[(end + 1)...]
    }
    return names
  }

  /// Those of these commits that exist in the clone.
  package func existing(_ commits: some Collection<ObjectName>) throws(GitError) -> Set<ObjectName>
  {
    guard !commits.isEmpty else { return [] }
    let result = try followingProgram.run(
      ["cat-file", "--batch-check=%(objecttype) %(objectname)", "--buffer"],
      input: Self.question(commits, without: []))
    return Self.names(result.output, after: Array("commit ".utf8))
  }

  package func isAncestor(_ commit: ObjectName, of other: ObjectName) -> Bool {
    let result = try? followingProgram.run([
      "merge-base", "--is-ancestor", commit.text, other.text,
    ])
    return result?.status.isSuccess == true
  }

  private static func question(
    _ tips: some Collection<ObjectName>, without others: some Collection<ObjectName>
  ) -> [UInt8] {
    var question: [UInt8] = []
    question.reserveCapacity((tips.count + others.count) * 66)
    for tip in tips {
      tip.appendHexadecimal(to: &question)
      question.append(0x0A)
    }
    for other in others {
      question.append(UInt8(ascii: "^"))
      other.appendHexadecimal(to: &question)
      question.append(0x0A)
    }
    return question
  }
}

/// Cuts the output of `git rev-list --header` into records, which end with NUL. No record is stored
/// beyond a limit.
private struct HeaderRecords {
  private var record: [UInt8] = []
  private var names = AuthorNames()

  private static let limit = 64 << 10

  mutating func feed(_ bytes: [UInt8], _ take: (CommitHeader) -> Void) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0) {
      if record.isEmpty {
        if let header = CommitHeader(record: rest[..<end].prefix(Self.limit), &names) {
          take(header)
        }
      } else {
        record += rest[..<end].prefix(Self.limit - record.count)
        if let header = CommitHeader(record: record[...], &names) { take(header) }
        record = []
      }
      rest = rest[(end + 1)...]
    }
    record += rest.prefix(Self.limit - record.count)
  }
}
