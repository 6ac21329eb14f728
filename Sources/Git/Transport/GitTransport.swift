import Diary
import Platform

/// How git is called to talk to a remote. Only then it uses transport settings, such as credential
/// helpers and SSH commands, and only those of the user and of the system. No hooks are run.
enum GitTransport {
  /// How long the network may take.
  static let timeout = Duration.seconds(120)

  static let overrides = [
    "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.pager=cat",
    "core.alternateRefsCommand=false", "push.gpgSign=false", "push.recurseSubmodules=no",
    "push.followTags=false", "submodule.recurse=false", "fetch.recurseSubmodules=no",
    "fetch.prune=false", "fetch.writeCommitGraph=false", "gc.auto=0", "maintenance.auto=false",
  ].flatMap { ["-c", $0] }

  /// The variables of the user, without those for another clone.
  ///
  /// - Parameter isFolder: whether the remote is a folder. Only then git may use one: settings can replace
  ///   the beginning of another address by a folder, whose settings git would then read.
  static func variables(_ environment: Environment, for isFolder: Bool) -> Environment {
    // Other protocols, such as `ext::`, run a program that the address names.
    let protocols = isFolder ? "file" : "git:http:https:ssh"
    return environment.withoutGitFolders.adding([
      "GIT_ALLOW_PROTOCOL": protocols, "GIT_NO_LAZY_FETCH": "1",
    ])
  }

  /// The option with which a folder packs what is fetched from it. Git would compare all segments of a
  /// diary with each other for a long time, and gain nothing.
  static func packing(for address: String) -> [String] {
    TransportAddress.isFolder(address) ? ["--upload-pack=git -c pack.window=0 upload-pack"] : []
  }

  /// The line that tells why git has failed.
  static func reason(_ text: String) -> String {
    // The lines of ssh end in CR and LF.
    let lines = text.split(whereSeparator: \.isNewline)
    let line =
      lines.first {
        $0.hasPrefix("ssh: ") || $0.hasPrefix("fatal: ") || $0.containsBytes("rejected]")
      }
      ?? lines.first { $0.hasPrefix("error: ") } ?? lines.last ?? "git"
    for prefix in ["fatal: ", "error: "] where line.hasPrefix(prefix) {
      return String(line.dropFirst(prefix.count))
    }
    return String(line.trimmed)
  }
}

/// The settings of a clone by which git reaches remotes. They may name programs, such as a command for SSH,
/// and addresses, so that they are used only if the user agrees.
public struct TransportSettings: Hashable, Sendable {
  let settings: [GitSetting]

  public static let none = TransportSettings(settings: [])
}

extension TransportSettings {
  /// Their names, each once.
  public var names: [String] {
    var seen: Set<String> = []
    return settings.map(\.name).filter { seen.insert($0).inserted }
  }

  /// Their bytes, which change with any of them.
  public var bytes: [UInt8] { settings.flatMap { Array("\($0.name)\n\($0.value)\0".utf8) } }

  /// Parses the output of `git config --list --show-scope -z`.
  init(listing: [UInt8]) {
    settings = GitSetting.labeled(in: listing).compactMap { scope, entry in
      guard scope.elementsEqual("local".utf8) || scope.elementsEqual("worktree".utf8) else {
        return nil
      }
      let setting = GitSetting(entry, withoutValue: "true")
      return Self.isOfTransport(setting.name) ? setting : nil
    }
  }

  /// Sections and variables are in lower case.
  private static func isOfTransport(_ name: String) -> Bool {
    ["http.", "credential.", "url.", "ssh."].contains(where: name.hasPrefix)
      || ["core.sshcommand", "core.gitproxy", "core.askpass"].contains(name)
      || name.hasPrefix("remote.")
        && [".proxy", ".proxyauthmethod", ".serveroption"].contains(where: name.hasSuffix)
  }
}

extension Clone {
  public func transportSettings() throws(NotesReferenceError) -> TransportSettings {
    TransportSettings(
      listing: try successfully(["config", "--list", "--show-scope", "-z"]).output)
  }
}

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
