import Diary
import Platform

extension LocalClone {
  /// Files with the name of a branch that is being rebased: `HEAD` has a commit meanwhile.
  private static let rebases = ["rebase-merge/head-name", "rebase-apply/head-name"]
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
    return Self.rebases.lazy.compactMap { Self.shortName(text(of: $0)[...]) }.first
  }

  private static func shortName(_ reference: Substring) -> String? {
    reference.hasPrefix(prefix) ? String(reference.dropFirst(prefix.count)) : nil
  }

  private func text(of file: String) -> String {
    let path = "\(gitDirectory)/\(file)"
    guard let bytes = try? File.readRegular(path, limit: GitFolder.fileLimit) else { return "" }
    return String(String(decoding: bytes, as: UTF8.self).trimmed)
  }
}
