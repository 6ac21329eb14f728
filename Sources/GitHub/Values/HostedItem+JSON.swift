import Diary
import JSON
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
