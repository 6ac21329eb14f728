import Diary
import Platform

/// The git settings of a clone that affect its history, with the files that contain them. They are
/// read again only after one of these files has changed.
struct CloneSettings: Hashable {
  /// The configured email addresses of the user, in lower case.
  var addresses: [String] = []
  /// The user's name, which a mailmap may use to distinguish people with the same address.
  var name: String?
  var mailmapFile: String?
  var mailmapBlob: String?
  var isBare = false
  /// The names of remotes, each followed by its host.
  var remoteHosts: [String] = []
  /// `nil` if the setting that names the repository is not valid.
  var repository: Repository?
  var watched: [String] = []
  var mark: UInt64 = 0

  func remotes(on host: String) -> [String] {
    let host = Host.canonical(host) ?? host
    return stride(from: 0, to: remoteHosts.count - 1, by: 2).compactMap { index in
      remoteHosts[index + 1] == host ? remoteHosts[index] : nil
    }
  }

  func isCurrent(in environment: Environment) -> Bool {
    mark == Self.mark(of: watched, environment: environment)
  }

  /// The environment variables that affect git's settings.
  private static let variables = [
    "HOME", "XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM",
    "GIT_CONFIG_PARAMETERS", "EMAIL",
  ]

  static func mark(of files: [String], environment: Environment) -> UInt64 {
    var fingerprint = Fingerprint()
    for name in variables { fingerprint.add(environment[name] ?? "\0") }
    let counted = environment.variables.filter { $0.key.hasPrefix("GIT_CONFIG_") }
    for (name, value) in counted.sorted(by: { $0.key < $1.key }) {
      fingerprint.add(name)
      fingerprint.add(value)
    }
    for file in files {
      fingerprint.add(file)
      // A file that cannot be read counts as missing, as for git.
      fingerprint.add(GitFolder.bytes(of: file) ?? [0])
    }
    return fingerprint.value
  }
}

extension CloneSettings {
  /// Parses the output of `git config --list --show-origin -z`, which alternates between origins
  /// and entries.
  init(listing: [UInt8], of clone: Clone) {
    let environment = clone.program.environment
    var files = Self.defaultFiles(of: clone)
    var settings = GitConfiguration()
    // The entries of one file follow each other.
    var origin: ArraySlice<UInt8> = []
    var file: String?
    for (label, entry) in GitSetting.labeled(in: listing) {
      settings.add(entry)
      if label != origin {
        origin = label
        file = Self.file(named: origin, of: clone)
        if let file { files.append(file) }
      }
      if let file { files += Self.included(by: entry, in: file, of: clone) }
    }
    var known: [String] = []
    addresses = [
      settings["user.email"] ?? environment.nonEmpty("EMAIL"), settings["author.email"],
    ].compactMap { $0?.lowercased() }.filter { !$0.isEmpty }
    name = settings["user.name"]
    mailmapFile = settings["mailmap.file"].map { file in
      LocalPath.absolute(File.expandingHome(file, environment: environment), from: clone.root)
    }
    mailmapBlob = settings["mailmap.blob"]
    isBare = clone.root == clone.gitDirectory || settings["core.bare"] == "true"
    for remote in settings.remotes {
      if case .hosted(let host, _) = RemoteAddress(remote: remote.url) {
        known += [remote.name, host]
      }
    }
    remoteHosts = known
    repository = try? clone.repository(by: settings)
    var seen: Set<String> = []
    watched = files.filter { seen.insert($0).inserted }
    mark = Self.mark(of: watched, environment: environment)
  }

  /// The path of `file:.git/config`; `nil` for settings that do not come from a file.
  private static func file(named origin: ArraySlice<UInt8>, of clone: Clone) -> String? {
    let mark = Array("file:".utf8)
    guard origin.starts(with: mark) else { return nil }
    let path = String(decoding: origin.dropFirst(mark.count), as: UTF8.self)
    return LocalPath.absolute(path, from: clone.root)
  }

  /// The files in which git looks for settings, whether or not they exist.
  private static func defaultFiles(of clone: Clone) -> [String] {
    let environment = clone.program.environment
    let home = environment.nonEmpty("HOME") ?? ""
    let folder = environment.nonEmpty("XDG_CONFIG_HOME") ?? home + "/.config"
    let named = ["GIT_CONFIG_SYSTEM", "GIT_CONFIG_GLOBAL"].compactMap { environment.nonEmpty($0) }
    return named + [
      "/etc/gitconfig", folder + "/git/config", home + "/.gitconfig",
      clone.commonDirectory + "/config", clone.gitDirectory + "/config.worktree",
    ]
  }

  private static let inclusion = Array("include".utf8)

  /// The file of `include.path` or `includeIf.….path`, and the file that its condition depends on.
  private static func included(
    by bytes: ArraySlice<UInt8>, in file: String, of clone: Clone
  ) -> [String] {
    guard bytes.starts(with: Self.inclusion) else { return [] }
    let setting = GitSetting(bytes)
    guard setting.name.hasSuffix(".path"), !setting.value.isEmpty else { return [] }
    let path = File.expandingHome(setting.value, environment: clone.program.environment)
    let target = path.hasPrefix("/") ? path : "\(File.directory(of: file))/\(path)"
    return setting.name.hasPrefix("includeif.onbranch:")
      ? [target, clone.gitDirectory + "/HEAD"] : [target]
  }
}

extension CloneSettings: Cached {
  mutating func code(with coder: inout CacheCoder) {
    var repositoryName = repository?.name
    coder.code(&addresses)
    coder.code(&name)
    coder.code(&mailmapFile)
    coder.code(&mailmapBlob)
    coder.code(&isBare)
    coder.code(&remoteHosts)
    coder.code(&repositoryName)
    coder.code(&watched)
    coder.code(&mark)
    repository = repositoryName.map { Repository(name: $0) }
  }
}

extension Clone {
  func settings() throws(GitError) -> CloneSettings {
    CloneSettings(
      listing: try program.successfully(["config", "--list", "--show-origin", "-z"]).output,
      of: self)
  }
}
