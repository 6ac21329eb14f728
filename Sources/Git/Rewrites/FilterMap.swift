package import Diary
import Platform

/// The map from old to new commits that `git filter-repo` writes. Each run replaces it.
package struct FilterMap {
  package static func path(of clone: LocalClone) -> String {
    clone.commonDirectory + "/filter-repo/commit-map"
  }

  /// The lines whose old commit is one of `wanted`. Commits that were removed or kept are left out.
  package static func records(
    of clone: LocalClone, among wanted: Set<ObjectName>
  ) -> [RewriteRecord] {
    guard let bytes = try? File.readRegular(path(of: clone), limit: GitFolder.fileLimit) else {
      return []
    }
    var records: [RewriteRecord] = []
    for line in bytes.split(separator: 0x0A) {
      guard let space = line.firstIndex(of: 0x20),
        let old = ObjectName(hexadecimal: line[..<space]), wanted.contains(old),
        let new = ObjectName(hexadecimal: line[(space + 1)...]), !new.isNothing, new != old
      else { continue }
      records.append(RewriteRecord(.replaced, old: old.text, new: new.text))
    }
    return records
  }
}
