import Platform

/// Git's patch id: a hash of the changes of a commit without line numbers and white space.
enum PatchID {
  /// Every option that a setting could change is given, so that the result is the same on every
  /// machine.
  static let difference = [
    "diff-tree", "-p", "-r", "--root", "-U3", "--no-renames", "--no-color", "--no-ext-diff",
    "--no-textconv", "--full-index", "--diff-algorithm=myers", "--src-prefix=a/",
    "--dst-prefix=b/",
  ]

  static let command = ["patch-id", "--stable"]
}

extension Clone {
  /// Git's patch ID, which does not change in a rebase; `nil` if the commit changes nothing, is a
  /// merge, or takes too long to compute.
  public func patchID(of sha: String) -> String? {
    guard Clone.isIdentifier(sha), !shallowCommits.contains(sha),
      let (first, second) = try? program.pipeline(
        PatchID.difference + ["--end-of-options", sha, "--"], PatchID.command,
        deadline: .seconds(2)),
      first.isSuccess, second.status.isSuccess,
      let identifier = second.text.split(separator: " ").first
    else { return nil }
    return String(identifier)
  }

  /// The commits whose parents a shallow clone lacks. Compared with nothing, they would seem to add
  /// every file.
  var shallowCommits: Set<String> {
    let bytes = GitFolder.bytes(of: shallowFile) ?? []
    return Set(bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) })
  }

  package func patchIDs(of commits: some Collection<ObjectName>) -> [ObjectName: String] {
    let shallow = shallowCommits
    let known = commits.filter { shallow.isEmpty || !shallow.contains($0.text) }
    return patchIDs(known.map { ($0, [$0.text]) })
  }

  package func patchIDs(ofRanges ranges: [(tip: ObjectName, base: ObjectName)]) -> [ObjectName:
    String]
  {
    // `diff-tree` takes the names after the first one for its parents.
    patchIDs(ranges.map { ($0.tip, [$0.tip.text, $0.base.text]) })
  }

  /// - Parameter questions: the lines for `git diff-tree --stdin`.
  private func patchIDs(_ questions: [(name: ObjectName, words: [String])]) -> [ObjectName: String]
  {
    if questions.isEmpty { return [:] }
    let input = questions.map { $0.words.joined(separator: " ") + "\n" }.joined()
    let output = try? followingProgram.pipeline(
      PatchID.difference + ["--stdin"], PatchID.command, input: Array(input.utf8),
      deadline: Self.patchLimit)
    var found: [ObjectName: String] = [:]
    for line in output?.second.output.split(separator: 0x0A) ?? [] {
      let words = line.split(separator: 0x20)
      guard words.count == 2, let name = ObjectName(hexadecimal: words[1]) else { continue }
      found[name] = String(decoding: words[0], as: UTF8.self)
    }
    // An object that a partial clone lacks ends git. The other commits are asked for again.
    guard output?.first.isSuccess != true, output != nil, questions.count > 1 else { return found }
    let middle = questions.count / 2
    found.merge(patchIDs(Array(questions[..<middle]))) { _, new in new }
    found.merge(patchIDs(Array(questions[middle...]))) { _, new in new }
    return found
  }

  private static let patchLimit = Duration.seconds(120)
}
