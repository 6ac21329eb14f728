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
