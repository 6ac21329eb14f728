import Diary
import Platform

/// What git fetches from and pushes to. A repository in a folder may come from someone else: git uses it
/// through a git folder of this program, and so reads none of its settings and runs none of its hooks.
struct TransportAddress: ~Copyable {
  /// The address for git.
  let text: String
  private let named: String
  private let folder: OwnGitFolder?

  /// - Parameters:
  ///   - named: the address as the user or a clone has named it.
  ///   - directory: the folder that relative paths start from.
  /// - Throws: `noClone` if there is no repository in the folder.
  init(_ named: String, from directory: String, environment: Environment) throws(GitError) {
    self.named = named
    guard Self.isFolder(named) else {
      text = named
      folder = nil
      return
    }
    guard let repository = Self.gitDirectory(of: named, from: directory) else {
      throw .noClone(path: named)
    }
    let folder = try OwnGitFolder(
      for: GitFolder.common(of: repository), .linked, environment: environment)
    text = folder.path
    self.folder = consume folder
  }

  var isFolder: Bool { folder != nil }

  /// A message of git with the address that the user knows.
  func named(in message: String) -> String {
    folder == nil ? message : message.split(separator: text).joined(separator: named)
  }

  static func isFolder(_ address: String) -> Bool {
    let start = address.first { $0 == ":" || $0 == "/" }
    return start != ":" || address.hasPrefix("file://")
  }

  /// The git folder that git would use for the address of a folder, in its order.
  static func gitDirectory(of address: String, from directory: String) -> String? {
    let scheme = "file://"
    let path =
      address.hasPrefix(scheme) ? Percent.decode(path: address.dropFirst(scheme.count)) : address
    let folder = LocalPath.place(of: path, in: directory)
    for suffix in ["/.git", "", ".git/.git", ".git"] {
      let place = folder + suffix
      if File.isDirectory(place), GitFolder.isValid(place) { return File.realPath(place) }
      if File.isRegular(place), let target = try? GitFolder.target(of: place, in: folder) {
        return target
      }
    }
    return nil
  }
}
