public import Diary
public import JSON

extension HostedRepository: PageElement {
  public init?(json: JSONValue, on host: GitHubHost) {
    guard let id = json["id"]?.lenientInteger,
      let (owner, name) = HostedRepository.names(json)
    else { return nil }
    self.init(
      number: Int64(id), repository: Repository(name: "\(host.name)/\(owner)/\(name)"),
      isPrivate: json["private"]?.bool ?? false, isFork: json["fork"]?.bool ?? false,
      isArchived: json["archived"]?.bool ?? false,
      pushedAt: json["pushed_at"]?.string.flatMap { Instant(rfc3339: $0) },
      defaultBranch: json["default_branch"]?.nonEmptyString
        ?? json["master_branch"]?.nonEmptyString)
  }

  private static func names(_ json: JSONValue) -> (owner: String, name: String)? {
    let full = json["full_name"]?.string?.split(separator: "/", omittingEmptySubsequences: false)
    let owner = full?.count == 2 ? full.map { String($0[0]) } : json["owner"]?["login"]?.string
    let name = full?.count == 2 ? full.map { String($0[1]) } : json["name"]?.string
    guard let owner, let name, GitHubName.isPlain(owner), GitHubName.isPlain(name) else {
      return nil
    }
    return (owner, name)
  }
}
