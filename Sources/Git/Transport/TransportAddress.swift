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
  ///   - gitDirectory: the git folder from which git reaches it.
  ///   - place: where to create a git folder for it; `nil` for a new one among the temporary files.
  ///   - environment: also has the settings of git that apply.
  /// - Throws: `noClone` if there is no repository in the folder.
  init(
    _ named: String, from directory: String, by gitDirectory: String, at place: String? = nil,
    environment: Environment
  ) throws(GitError) {
    self.named = named
    var address = named
    if !Self.isFolder(named) {
      address = try Self.rewritten(named, by: gitDirectory, environment)
    }
    guard Self.isFolder(address) else {
      text = named
      folder = nil
      return
    }
    guard let repository = Self.gitDirectory(of: address, from: directory) else {
      throw .noClone(path: named)
    }
    let folder = try OwnGitFolder(
      for: GitFolder.common(of: repository), .linked, at: place, environment: environment)
    text = folder.path
    self.folder = consume folder
  }

  var isFolder: Bool { folder != nil }

  /// The address after `url.….insteadOf`, by which the user can give short names to folders too.
  private static func rewritten(
    _ address: String, by gitDirectory: String, _ environment: Environment
  ) throws(GitError) -> String {
    let words = ["git", "--git-dir=\(gitDirectory)", "ls-remote", "--get-url", "--", address]
    do throws(ChildError) {
      let result = try Child.run(
        words, in: "/", environment: GitTransport.variables(environment, for: false),
        deadline: GitTransport.timeout, endsWithParent: true)
      return result.status.isSuccess ? String(result.text.trimmed) : address
    } catch {
      throw GitError(error, in: "/")
    }
  }

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
