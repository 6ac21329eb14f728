import JSON
import StandIn
import Testing

/// A client of the stand-in, with or without a token.
struct Visitor {
  let standIn: GitHubStandIn
  var token: String?

  init(_ standIn: GitHubStandIn, token: String? = World.octocat.token) {
    self.standIn = standIn
    self.token = token
  }

  /// Sends a request to the API on a new connection.
  func get(_ target: String, _ headers: [String: String] = [:]) throws -> RawClient.Reply {
    try ask("GET", "/api" + target, headers)
  }

  /// Follows a URL from a response.
  func follow(_ address: String) throws -> RawClient.Reply {
    #expect(address.hasPrefix(standIn.webURL + "/"))
    return try ask("GET", String(address.dropFirst(standIn.webURL.count)))
  }

  func graphQL(_ query: String, _ variables: JSONValue = [:]) throws -> JSONValue {
    let body: JSONValue = ["query": .string(query), "variables": variables]
    return try #require(ask("POST", "/api/graphql", body: body.text(.compact)).json)
  }

  /// Posts a form to the web site.
  func post(_ path: String, _ form: String, accept: String = "application/json") throws
    -> RawClient.Reply
  {
    try ask("POST", path, ["Accept": accept], body: form)
  }

  func ask(
    _ method: String, _ target: String, _ headers: [String: String] = [:], body: String = ""
  ) throws -> RawClient.Reply {
    var all = ["User-Agent": "test", "Accept": "application/vnd.github+json"]
    if let token { all["Authorization"] = "Bearer \(token)" }
    all.merge(headers) { $1 }
    let client = try RawClient(standIn.server.port)
    return try #require(client.ask(method, target, all.filter { !$0.value.isEmpty }, body: body))
  }

  /// All items of this page and the following ones.
  func all(_ target: String) throws -> [JSONValue] {
    var reply = try get(target)
    var items = try #require(reply.json?.array)
    while let next = reply.link("next") {
      reply = try follow(next)
      items += try #require(reply.json?.array)
    }
    return items
  }
}

extension RawClient.Reply {
  var json: JSONValue? { try? JSONParser.parse(body) }

  /// The URL with this relation in `Link`.
  func link(_ relation: String) -> String? {
    for part in self["Link"]?.split(separator: ", ") ?? []
    where part.hasSuffix("; rel=\"\(relation)\"") {
      return String(part.dropFirst().prefix { $0 != ">" })
    }
    return nil
  }
}

extension World {
  static let octocat = Account(
    "octocat", name: "The Octocat", email: "octocat@example.com", token: "gho_octocat")

  /// One account, one repository, a few commits.
  static func small(commits: Int = 5) -> World {
    let history = World.history(commits, login: "octocat", newest: 1_790_000_000)
    return World(
      accounts: [octocat],
      repositories: [Repository(id: 7, "octocat", "hello", commits: history)])
  }

  /// A commit with a recognizable id.
  static func commit(
    _ digit: String, _ message: String = "Change", login: String? = "octocat", at date: Int,
    parents: [String] = []
  ) -> Commit {
    Commit(
      String(repeating: digit, count: 40), message,
      author: Signature("O", "octocat@example.com", login: login, date: date), parents: parents)
  }
}
