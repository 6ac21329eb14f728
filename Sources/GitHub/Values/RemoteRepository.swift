public import Diary
public import JSON

/// A repository on its host. It is known by its number: names change.
public struct RemoteRepository: Hashable, Sendable {
  public var id: Int
  public var owner: String
  public var name: String
  public var isPrivate: Bool
  public var isFork: Bool
  public var isArchived: Bool
  /// `nil` where nobody has pushed anything, or where the answer leaves it out.
  public var pushedAt: Instant?
  public var defaultBranch: String?

  public init(
    id: Int, owner: String, name: String, isPrivate: Bool = false, isFork: Bool = false,
    isArchived: Bool = false, pushedAt: Instant? = nil, defaultBranch: String? = nil
  ) {
    self.id = id
    self.owner = owner
    self.name = name
    self.isPrivate = isPrivate
    self.isFork = isFork
    self.isArchived = isArchived
    self.pushedAt = pushedAt
    self.defaultBranch = defaultBranch
  }
}

extension RemoteRepository {
  public var fullName: String { "\(owner)/\(name)" }

  /// Where its commits are asked for, whatever it is called by then.
  public var address: RepositoryAddress { .numbered(id) }

  /// The name under which notes are kept.
  public func repository(on host: GitHubHost) -> Repository {
    Repository(name: "\(host.name)/\(fullName)")
  }
}

extension RemoteRepository: PageElement {
  public init?(json: JSONValue) {
    guard let id = json["id"]?.lenientInteger,
      let (owner, name) = RemoteRepository.names(json)
    else { return nil }
    self.init(
      id: id, owner: owner, name: name, isPrivate: json["private"]?.bool ?? false,
      isFork: json["fork"]?.bool ?? false, isArchived: json["archived"]?.bool ?? false,
      pushedAt: json["pushed_at"]?.string.flatMap { Instant(rfc3339: $0) },
      defaultBranch: json["default_branch"]?.nonEmptyString
        ?? json["master_branch"]?.nonEmptyString)
  }

  private static func names(_ json: JSONValue) -> (owner: String, name: String)? {
    let full = json["full_name"]?.string?.split(separator: "/", omittingEmptySubsequences: false)
    let owner = full?.count == 2 ? full.map { String($0[0]) } : json["owner"]?["login"]?.string
    let name = full?.count == 2 ? full.map { String($0[1]) } : json["name"]?.string
    guard let owner, let name, RemoteName.isPlain(owner), RemoteName.isPlain(name) else {
      return nil
    }
    return (owner, name)
  }
}
