import Diary
import Platform

extension Clone {
  /// Git for following: objects are read as they are, not as replacements (`refs/replace`).
  var followingProgram: GitProgram {
    var program = notesProgram
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
    // No header is stored beyond a limit.
    var records = RecordSplitter(end: 0, limit: 64 << 10)
    var names = AuthorNames()
    try followingProgram.read(options, input: Self.question(tips, without: others)) {
      for record in records.records(adding: $0) {
        if let header = CommitHeader(record: record, &names) { take(header) }
      }
    }
  }

  package func names(
    from tips: some Collection<ObjectName>, without others: some Collection<ObjectName>,
    limit: Int?
  ) throws(GitError) -> Set<ObjectName> {
    guard !tips.isEmpty else { return [] }
    var options = ["rev-list", "--ignore-missing", "--stdin"]
    if let limit { options.append("--max-count=\(limit)") }
    let result = try followingProgram.successfully(
      options, input: Self.question(tips, without: others))
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

  /// The input of `git rev-list --stdin` for commits that `tips` reach and `others` do not.
  static func question(
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

extension Clone {
  /// The maximum number of commits that are searched for pull requests.
  private static let limit = 20_000

  /// The pull requests that could contain commits, by the subjects of the commits on all branches:
  /// those merged after the first of these commits, the newest first.
  ///
  /// - Parameter commits: each with the commits that continue it, and its date in seconds since
  ///   1970. Those that a merged pull request already contains are left out.
  public func pullRequests(
    thatMayContain commits: [(names: [String], date: Int64)]
  ) throws(GitError) -> [Int] {
    guard let oldest = commits.map(\.date).min() else { return [] }
    let merged = try merges(
      from: ReferenceFiles(of: self).references(of: self).branches, since: oldest)
    if merged.isEmpty { return [] }
    let names = Set(commits.flatMap { $0.names.compactMap { ObjectName($0) } })
    let existing = try existing(names)
    let outside =
      existing.isEmpty
      ? [] : try self.names(from: existing, without: merged.map(\.name), limit: nil)
    let open = commits.filter { commit in
      commit.names.allSatisfy { text in
        ObjectName(text).map { !existing.contains($0) || outside.contains($0) } ?? true
      }
    }
    guard let first = open.map(\.date).min() else { return [] }
    var seen: Set<Int> = []
    return merged.filter { $0.date >= first && seen.insert($0.number).inserted }.map(\.number)
  }

  /// The commits since a time whose subjects name pull requests, the newest first.
  private func merges(
    from tips: Set<ObjectName>, since time: Int64
  ) throws(GitError) -> [(name: ObjectName, date: Int64, number: Int)] {
    guard !tips.isEmpty else { return [] }
    var found: [(name: ObjectName, date: Int64, number: Int)] = []
    try followingProgram.readCommits(
      ["--ignore-missing", "--stdin", "--max-count=\(Self.limit)", "--max-age=\(time)"],
      format: "%H%x00%ct%x00%s", input: Self.question(tips, without: [])
    ) { fields in
      guard let name = ObjectName(hexadecimal: fields[0]),
        let date = Int64(String(decoding: fields[1], as: UTF8.self)),
        let number = MergedPullRequest.number(
          inSubject: String(decoding: fields[2], as: UTF8.self))
      else { return }
      found.append((name, date, number))
    }
    return found
  }
}
