public import Diary
public import JSON
import Platform

extension HostedItem {
  /// Parses a node of a GraphQL list. `nil` for a node that the token may not see, which is null,
  /// and for one with an invalid name.
  init?(_ node: JSONValue, _ kind: Kind, on host: GitHubHost) {
    let names = node["repository"]?["nameWithOwner"]?.string?
      .split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let names, names.count == 2, names.allSatisfy(GitHubName.isPlain),
      let id = node["id"]?.nonEmptyString, id.utf8.count <= 200,
      let number = node["number"]?.lenientInteger, (1..<1_000_000_000).contains(number),
      let title = node["title"]?.string
    else { return nil }
    self.init(
      id: id, kind: kind, repository: Repository(name: "\(host.name)/\(names[0])/\(names[1])"),
      number: number, title: String(title.prefix(1000)),
      url: node["url"]?.string.flatMap { Self.isWebPage($0) ? $0 : nil })
  }

  private static func isWebPage(_ url: String) -> Bool {
    url.utf8.count <= 2000 && WebAddress(url) != nil
      && (url.hasPrefix("https://") || url.hasPrefix("http://"))
  }
}

extension HostedEvent {
  /// What the account did with the item: opened, merged, closed and reviewed it. An own pull request
  /// counts as merged whoever merged it; an issue counts as closed only if the account closed it.
  ///
  /// - Parameters:
  ///   - isOwn: whether the account has opened the item.
  ///   - login: the login of the account.
  static func events(
    in node: JSONValue, _ item: HostedItem, isOwn: Bool, login: String
  ) -> [HostedEvent] {
    func instant(_ name: String) -> Instant? { node[name]?.string.flatMap { Instant(rfc3339: $0) } }
    func isAccount(_ actor: JSONValue?) -> Bool {
      actor?["login"]?.string?.lowercased() == login.lowercased()
    }
    var events: [HostedEvent] = []
    func add(_ action: Action, _ instant: Instant?) {
      if let instant { events.append(HostedEvent(action, item, at: instant)) }
    }
    if isOwn { add(.opened, instant("createdAt")) }
    if isOwn || isAccount(node["mergedBy"]) { add(.merged, instant("mergedAt")) }
    let closing = node["timelineItems"]?["nodes"]?.array?.last
    if isAccount(closing?["actor"]) { add(.closed, instant("closedAt")) }
    // Comments on one's own pull request are reviews too, which are not counted.
    if !isOwn, !isAccount(node["author"]) {
      for review in node["reviews"]?["nodes"]?.array ?? [] {
        // A pending review has not been submitted.
        add(.reviewed, review["submittedAt"]?.string.flatMap { Instant(rfc3339: $0) })
      }
    }
    return events
  }
}

extension HostedCommit: PageElement {
  /// GitHub reports the instant but not the author's time zone, so the commit is placed on the day
  /// of the user's time zone.
  public init?(json: JSONValue, on host: GitHubHost) {
    let commit = json["commit"]
    guard let sha = json["sha"]?.string.flatMap(HostedCommit.sha), let commit,
      let dates = HostedCommit.dates(commit)
    else { return nil }
    let author =
      commit["author"]?["name"]?.nonEmptyString ?? commit["committer"]?["name"]?.nonEmptyString
    self.init(
      commit: Commit(
        sha: sha, subject: HostedCommit.subject(of: commit["message"]?.string ?? ""),
        author: author ?? "", date: LocalTime.system.moment(at: dates.author)),
      login: json["author"]?["login"]?.nonEmptyString.flatMap { login in
        GitHubName.isPlain(login) ? login : nil
      }, committedAt: dates.committer)
  }

  /// The first line of the message.
  private static func subject(of message: String) -> String {
    // Compared by bytes, because a carriage return and a line feed form one `Character`.
    let isBreak = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    return String(Substring(message.utf8.drop(while: isBreak).prefix { !isBreak($0) }))
  }

  /// The id in lower case; `nil` if it is not a valid commit id.
  static func sha(_ text: String) -> String? {
    guard text.utf8.count == 40 || text.utf8.count == 64, text.utf8.allSatisfy(\.isHexDigit)
    else { return nil }
    return text.lowercased()
  }

  /// If one of the two dates is missing, the other one is used. `nil` if a date is invalid, because
  /// the commit has no day then.
  private static func dates(_ commit: JSONValue) -> (author: Instant, committer: Instant)? {
    let texts = ["author", "committer"].map { commit[$0]?["date"]?.string }
    let dates = texts.map { $0.flatMap { Instant(rfc3339: $0) } }
    guard zip(texts, dates).allSatisfy({ $0 == nil || $1 != nil }),
      let author = dates[0] ?? dates[1], let committer = dates[1] ?? dates[0]
    else { return nil }
    return (author, committer)
  }
}

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
