import Diary
import Platform

/// The state of a clone at the last check for rewritten commits.
struct FollowingBasis {
  /// A hash of everything that is compared.
  var mark: UInt64
  /// The commits of branches, remote branches and `HEAD`. Tags are left out: a tag keeps a commit,
  /// but does not mean that it is still in use.
  var tips: Set<ObjectName>
  /// The state of the file that lists where the history of a shallow clone ends.
  var boundary: UInt64

  private static let version: UInt64 = 2

  var bytes: [UInt8] {
    var fields = FieldWriter()
    fields.append(Self.version)
    fields.append(mark)
    fields.append(boundary)
    fields.append(tips.first?.isLong ?? false)
    fields.append(tips.sorted().flatMap(\.bytes))
    return fields.bytes
  }

  /// `nil` if the bytes were written by another version of the program.
  init?(bytes: [UInt8]) {
    var fields = FieldReader(bytes)
    guard fields.number() == Self.version, let mark = fields.number(),
      let boundary = fields.number(),
      let isLong = fields.flag(), let names = fields.bytes(), fields.isAtEnd
    else { return nil }
    let length = isLong ? 32 : 20
    guard names.count % length == 0 else { return nil }
    self.mark = mark
    self.boundary = boundary
    tips = Set(
      stride(from: names.startIndex, to: names.endIndex, by: length).compactMap { index in
        ObjectName(bytes: names[index..<index + length])
      })
  }

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
    fingerprint.add(PullRequestSearch.mark(of: pullRequests))
    mark = fingerprint.value
  }

  static func boundaryFile(of clone: LocalClone) -> String { clone.commonDirectory + "/shallow" }
}
