import Synchronization

/// The software of a host, by which its pages have addresses.
public enum Forge: String, CaseIterable, Sendable {
  case github, gitlab, gitea, forgejo, bitbucket, sourcehut
  /// Bitbucket on a host of one's own.
  case bitbucketServer = "bitbucket-server"

  /// The address of a repository below the web address of its host.
  fileprivate func path(of repository: Substring) -> String {
    guard self == .bitbucketServer, let slash = repository.lastIndex(of: "/") else {
      return String(repository)
    }
    let name = repository[repository.index(after: slash)...]
    let project = repository[..<slash].split(separator: "/").last ?? ""
    return project.hasPrefix("~")
      ? "users/\(project.dropFirst())/repos/\(name)" : "projects/\(project)/repos/\(name)"
  }

  /// What follows the address of a repository.
  fileprivate func path(ofCommit sha: String) -> String {
    switch self {
    case .github, .gitea, .forgejo, .sourcehut: "commit/\(sha)"
    case .gitlab: "-/commit/\(sha)"
    case .bitbucket, .bitbucketServer: "commits/\(sha)"
    }
  }

  /// The same for a pull or merge request; `nil` if the host has none with numbers.
  fileprivate func path(ofRequest number: Int) -> String? {
    switch self {
    case .github: "pull/\(number)"
    case .gitlab: "-/merge_requests/\(number)"
    case .gitea, .forgejo: "pulls/\(number)"
    case .bitbucket, .bitbucketServer: "pull-requests/\(number)"
    case .sourcehut: nil
    }
  }
}

/// The software of a host, and where its pages are.
public struct ForgeHost: Hashable, Sendable {
  public var forge: Forge
  /// Such as `https://code.example.com`.
  public var web: String

  public init(_ forge: Forge, web: String) {
    self.forge = forge
    self.web = web
  }

  /// The host with this name, with its port if it has another one than usual.
  init(named host: String) {
    self =
      Self.own.withLock { $0[host.lowercased()] }
      ?? Self(Self.forge(of: host), web: "https://\(host)")
  }

  /// What is not known is like GitHub, as its own servers and most others are.
  private static func forge(of host: String) -> Forge {
    let host = host.lowercased().prefix { $0 != ":" }
    if host == "bitbucket.org" { return .bitbucket }
    if host == "git.sr.ht" { return .sourcehut }
    if ["codeberg.org", "gitea.com"].contains(host) { return .forgejo }
    let names = Set(host.split { $0 == "." || $0 == "-" })
    if names.contains("gitlab") { return .gitlab }
    if !names.isDisjoint(with: ["gitea", "forgejo"]) { return .forgejo }
    if names.contains("bitbucket") { return .bitbucketServer }
    return .github
  }

  /// The hosts of the setting `forges`. Addresses are made where nothing else is known than the repository, so
  /// they are those of the process.
  private static let own = Mutex<[String: ForgeHost]>([:])

  public static func add(_ hosts: [String: ForgeHost]) {
    guard !hosts.isEmpty else { return }
    own.withLock { own in
      for (name, host) in hosts { own[name.lowercased()] = host }
    }
  }
}

extension Repository {
  private var hosted: (host: ForgeHost, url: String)? {
    guard !isLocal, let slash = name.firstIndex(of: "/") else { return nil }
    let host = ForgeHost(named: String(name[..<slash]))
    return (host, "\(host.web)/\(host.forge.path(of: name[slash...].dropFirst()))")
  }

  /// The web page of the repository; `nil` for a clone without a remote.
  public var url: String? { hosted?.url }

  public func url(of commit: Commit) -> String? {
    hosted.map { "\($0.url)/\($0.host.forge.path(ofCommit: commit.sha))" }
  }

  /// The web page of a pull or merge request.
  public func url(ofRequest number: Int) -> String? {
    hosted.flatMap { hosted in
      hosted.host.forge.path(ofRequest: number).map { "\(hosted.url)/\($0)" }
    }
  }
}
