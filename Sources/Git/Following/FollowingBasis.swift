import Platform

/// The state of a clone at the last look for rewritten commits.
struct FollowingBasis {
  /// A hash of everything that is compared.
  var mark: UInt64
  /// The commits of branches, remote branches and `HEAD`. Tags are left out: a tag keeps a commit,
  /// but nobody works on it.
  var tips: Set<ObjectName>

  private static let version: UInt64 = 1

  var bytes: [UInt8] {
    var fields = FieldWriter()
    fields.append(Self.version)
    fields.append(mark)
    fields.append(tips.first?.isLong ?? false)
    fields.append(tips.sorted().flatMap(\.bytes))
    return fields.bytes
  }

  init(mark: UInt64, tips: Set<ObjectName>) {
    self.mark = mark
    self.tips = tips
  }

  /// `nil` if the bytes were written by another version of the program.
  init?(bytes: [UInt8]) {
    var fields = FieldReader(bytes)
    guard fields.number() == Self.version, let mark = fields.number(),
      let isLong = fields.flag(), let names = fields.bytes(), fields.isAtEnd
    else { return nil }
    let length = isLong ? 32 : 20
    guard names.count % length == 0 else { return nil }
    self.mark = mark
    tips = Set(
      stride(from: names.startIndex, to: names.endIndex, by: length).compactMap { index in
        ObjectName(bytes: names[index..<index + length])
      })
  }

  init(_ references: References, of clone: LocalClone) {
    tips = references.heads.union(references.remotes.lazy.map(\.object))
    var fingerprint = Fingerprint()
    for tip in tips.sorted() { fingerprint.add(tip.bytes) }
    fingerprint.add(references.replacementMark)
    fingerprint.add(FileState(of: FilterMap.path(of: clone))?.mark ?? 0)
    mark = fingerprint.value
  }
}
