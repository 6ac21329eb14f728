public import Diary
import Platform

/// What a check for rewritten commits reads of a clone before it looks at commits.
package struct FollowedState {
  package let basis: FollowingBasis
  /// What stands for an object by `git replace`.
  package let replacements: [(old: ObjectName, new: ObjectName)]
  private let files: [String]
  private let start: Int64

  package init(
    of clone: LocalClone, _ pullRequests: [MergedPullRequest]
  ) throws(GitError) {
    start = LocalTime.now().secondsSince1970
    let found = try ReferenceFiles(of: clone)
    let references = found.isPlain ? found.references : try clone.askForReferences()
    basis = FollowingBasis(references, of: clone, pullRequests)
    replacements = references.replacements.compactMap { replacement in
      ObjectName(hexadecimal: replacement.name).map { ($0, replacement.object) }
    }
    files =
      found.watched + [
        FilterMap.path(of: clone), FollowingBasis.boundaryFile(of: clone),
        RewriteSpool(commonDirectory: clone.commonDirectory).path,
      ]
  }

  /// The states of the files that were read; `nil` if one of them has only just changed.
  package func stamp(of clone: LocalClone) -> [UInt8]? {
    var states = FileStates(environment: clone.program.environment)
    return states.stamp(of: files, readAt: start)?.encoded
  }
}

extension LocalClone {
  /// Whether no file has changed since the check that returned this stamp. Git is not run.
  public func isUnchanged(since stamp: [UInt8]) -> Bool {
    var states = FileStates(environment: program.environment)
    return HistoryStamp(decoding: stamp).map { states.areUnchanged(since: $0) } ?? false
  }

  /// Whether this may be a clone of a repository, as far as its settings tell without git: whatever
  /// address they have for it ends in its name.
  public func mayBelong(to repository: Repository) -> Bool {
    let path = commonDirectory + "/config"
    guard repository.name != mainRoot, let name = repository.key.split(separator: "/").last,
      let bytes = try? File.readRegular(path, limit: GitFolder.fileLimit)
    else { return true }
    let settings = String(decoding: bytes, as: UTF8.self).lowercased()
    let ends = ["/", ":", "= "].map { $0 + name.lowercased() }
    // These settings may hide the address.
    return (ends + ["[include", "insteadof"]).contains(where: settings.containsBytes)
  }
}

/// The state of a clone at the last check for rewritten commits.
package struct FollowingBasis {
  /// A hash of everything that is compared.
  package private(set) var mark: UInt64 = 0
  /// The commits of branches, remote branches and `HEAD`. Tags are left out: a tag keeps a commit,
  /// but does not mean that it is still in use.
  package private(set) var tips: Set<ObjectName> = []
  /// The state of the file that lists where the history of a shallow clone ends.
  package private(set) var boundary: UInt64 = 0
}

extension FollowingBasis: Cached {
  mutating func code(with coder: inout CacheCoder) {
    var names = PackedNames(tips)
    coder.code(&mark)
    coder.code(&names)
    coder.code(&boundary)
    tips = Set(names.names)
  }
}

extension FollowingBasis {
  /// `nil` for bytes of another version of the program.
  package init?(bytes: [UInt8]) { self.init(decoding: bytes) }

  package var bytes: [UInt8] { encoded }

  init(
    _ references: References, of clone: LocalClone, _ pullRequests: [MergedPullRequest]
  ) {
    boundary = FileState(of: FollowingBasis.boundaryFile(of: clone))?.mark ?? 0
    tips = references.heads.union(references.remotes.lazy.map(\.object))
    var fingerprint = Fingerprint()
    for tip in tips.sorted() { fingerprint.add(tip.bytes) }
    fingerprint.add(references.replacementMark)
    fingerprint.add(FileState(of: FilterMap.path(of: clone))?.mark ?? 0)
    fingerprint.add(boundary)
    fingerprint.add(Self.mark(of: pullRequests))
    mark = fingerprint.value
  }

  /// A hash of the pull requests, which are never changed after they were merged.
  private static func mark(of requests: [MergedPullRequest]) -> UInt64 {
    var fingerprint = Fingerprint()
    for request in requests.sorted(by: { ($0.number, $0.sha) < ($1.number, $1.sha) }) {
      fingerprint.add(UInt64(request.number))
      fingerprint.add(request.sha)
    }
    return requests.isEmpty ? 0 : fingerprint.value
  }

  static func boundaryFile(of clone: LocalClone) -> String { clone.commonDirectory + "/shallow" }
}

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

extension LocalClone {
  /// The commits whose parents a shallow clone lacks. Compared with nothing, they would seem to add
  /// every file.
  var shallowCommits: Set<String> {
    guard
      let bytes = try? File.readRegular(
        commonDirectory + "/shallow", limit: GitFolder.fileLimit)
    else { return [] }
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
