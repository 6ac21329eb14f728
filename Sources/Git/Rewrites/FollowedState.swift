package import Diary
import Platform

/// What a check for rewritten commits reads of a clone before it looks at commits.
package struct FollowedState {
  package let basis: FollowingBasis
  /// What stands for an object by `git replace`.
  package let replacements: [(old: ObjectName, new: ObjectName)]
  private let files: [String]
  private let start: Int64

  package init(
    of clone: Clone, _ pullRequests: [MergedPullRequest]
  ) throws(GitError) {
    start = LocalTime.now().secondsSince1970
    let found = try ReferenceFiles(of: clone)
    let references = try found.references(of: clone)
    basis = FollowingBasis(references, of: clone, pullRequests)
    replacements = references.replacements.compactMap { replacement in
      ObjectName(hexadecimal: replacement.name).map { ($0, replacement.object) }
    }
    files =
      found.watched + [
        FilterMap.path(of: clone), clone.shallowFile,
        clone.rewriteSpool.path,
      ]
  }

  /// The states of the files that were read; `nil` if one of them has only just changed.
  package func stamp(of clone: Clone) -> [UInt8]? {
    var states = FileStates(environment: clone.program.environment)
    return states.stamp(of: files, readAt: start)?.encoded
  }
}

extension Clone {
  /// Whether no file has changed since the check that returned this stamp. Git is not run.
  public func isUnchanged(since stamp: [UInt8]) -> Bool {
    var states = FileStates(environment: program.environment)
    return HistoryStamp(decoding: stamp).map { states.areUnchanged(since: $0) } ?? false
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
    _ references: References, of clone: Clone, _ pullRequests: [MergedPullRequest]
  ) {
    boundary = FileState(of: clone.shallowFile)?.mark ?? 0
    tips = references.branches
    var fingerprint = Fingerprint()
    for tip in tips.sorted() { fingerprint.add(tip.bytes) }
    fingerprint.add(references.replacementMark)
    fingerprint.add(FileState(of: FilterMap.path(of: clone))?.mark ?? 0)
    fingerprint.add(boundary)
    // Pull requests are never changed after they were merged.
    for request in pullRequests.sorted(by: { ($0.number, $0.sha) < ($1.number, $1.sha) }) {
      fingerprint.add(UInt64(request.number))
      fingerprint.add(request.sha)
    }
    mark = fingerprint.value
  }
}
