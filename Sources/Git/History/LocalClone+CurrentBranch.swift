import Diary
import Platform

extension LocalClone {
  /// Files with the branch of a rebase or a bisection: `HEAD` has a commit meanwhile.
  private static let origins = [
    "rebase-merge/head-name", "rebase-apply/head-name", "BISECT_START",
  ]
  private static let prefix = "refs/heads/"

  /// The short name of the branch that is checked out, read from the files of the clone; `nil` if there
  /// is none, or if its references are not in files.
  public var currentBranch: String? {
    if UnresponsiveClones.contains(root) { return nil }
    let head = text(of: "HEAD")
    if head.hasPrefix("ref:") {
      let name = head.dropFirst("ref:".count).trimmed
      // A clone with the format reftable has this name in the file.
      return name == Self.prefix + ".invalid" ? nil : Self.shortName(name)
    }
    for file in Self.origins {
      let name = text(of: file)
      if name.isEmpty || name == "detached HEAD" { continue }
      if let short = Self.shortName(name[...]) { return short }
      // A bisection has the short name, or the whole ID of a commit.
      let isCommit = [40, 64].contains(name.utf8.count) && name.utf8.allSatisfy(\.isHexDigit)
      if file == "BISECT_START", !isCommit { return name }
    }
    return nil
  }

  /// The names that a branch had before it was renamed, as far as its log has them.
  public func formerNames(ofBranch name: String) -> [String] {
    let path = "\(commonDirectory)/logs/\(Self.prefix)\(name)"
    guard !UnresponsiveClones.contains(root),
      let bytes = try? File.readRegular(path, limit: GitFolder.fileLimit)
    else { return [] }
    // The message is behind a tab.
    let mark = "\tBranch: renamed "
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      guard let start = line.firstRange(of: mark)?.upperBound else { return nil }
      return line[start...].split(separator: " ").first.flatMap(Self.shortName)
    }.suffix(Self.mostNames)
  }

  private static let mostNames = 20

  private static func shortName(_ reference: Substring) -> String? {
    reference.hasPrefix(prefix) ? String(reference.dropFirst(prefix.count)) : nil
  }

  private func text(of file: String) -> String {
    let path = "\(gitDirectory)/\(file)"
    guard let bytes = try? File.readRegular(path, limit: GitFolder.fileLimit) else { return "" }
    return String(String(decoding: bytes, as: UTF8.self).trimmed)
  }
}
