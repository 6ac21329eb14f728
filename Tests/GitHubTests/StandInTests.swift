import HTTP
import JSON
import Platform
import StandIn
import Testing

@testable import GitHub

/// What the stand-in refuses and counts as GitHub does. Otherwise mistakes of the client would go
/// unnoticed.
@Suite struct StandInTests {
  private let standIn: GitHubStandIn
  private let transport = CurlTransport(environment: Environment([:]), userAgent: "test")

  init() throws {
    standIn = try GitHubStandIn(.sample(repositories: 1, commitsEach: 3, token: "gho_octocat"))
  }

  private func get(
    _ path: String, token: String? = "gho_octocat", _ headers: HTTPHeaders = [:]
  ) async throws -> HTTPResponse {
    var request = HTTPRequest(.get, standIn.apiURL + path, headers: headers)
    request.authorization = token.map(Authorization.init(bearer:))
    return try await transport.send(request)
  }

  private func post(_ path: String, _ form: String) async throws -> JSONValue {
    var request = HTTPRequest(.post, standIn.webURL + path)
    request.headers = [
      "Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded",
    ]
    request.body = Array(form.utf8)
    return try await JSONParser.parse(transport.send(request).body)
  }

  private func commits() throws -> String {
    "/repositories/\(try #require(standIn.world.repositories.first).id)/commits"
  }

  @Test func `refuses unknown tokens, missing tokens and unknown paths`() async throws {
    #expect(try await get("/user").status == 200)
    #expect(try await get("/user", token: "gho_stranger").status == 401)
    #expect(try await get("/user", token: nil).status == 401)
    #expect(try await get("/users/octocat", token: nil).status == 200)
    #expect(try await get("/user/").status == 404)
    standIn.change { $0.accounts[0].token = nil }
    #expect(try await get("/user").status == 401)
  }

  @Test func `requires a User-Agent`() async throws {
    let silent = CurlTransport(environment: Environment([:]), userAgent: "")
    let request = HTTPRequest(.get, standIn.apiURL + "/users/octocat")
    #expect(try await silent.send(request).status == 403)
  }

  @Test func `answers 304 at no cost, until the page changes`() async throws {
    let first = try await get(commits())
    let known: HTTPHeaders = ["If-None-Match": try #require(first.headers["etag"])]
    let again = try await get(commits(), known)
    #expect(again.status == 304 && again.body.isEmpty)
    #expect(again.headers["x-ratelimit-used"] == first.headers["x-ratelimit-used"])
    #expect(try await get(commits(), token: nil, known).status == 200)
    _ = standIn.change { $0.repositories[0].commits.removeFirst() }
    #expect(try await get(commits(), known).status == 200)
  }

  @Test func `refuses requests beyond each limit`() async throws {
    standIn.limit(login: "octocat", remaining: 1, resetAfter: .seconds(1000))
    #expect(try await get("/user").status == 200)
    #expect(try await get("/user").status == 403)
    #expect(try await get("/users/octocat", token: nil).status == 200)
    standIn.limit(login: "octocat", remaining: 0, resetAfter: .zero)
    #expect(try await get("/user").status == 200)
    standIn.limitSecondarily(for: .seconds(1000), .seconds(7))
    let refused = try await get("/user")
    #expect(refused.status == 403 && refused.headers["retry-after"] == "7")
    #expect(refused.headers["x-ratelimit-remaining"] != "0")
  }

  @Test(arguments: [
    "", "{", "{viewer(a:[", "{a:}", "{...", "{viewer{nonsense}}", "mutation{x}",
    String(repeating: "{a", count: 300),
    "query($from: DateTime!, $to: DateTime!) { viewer { "
      + "contributionsCollection(from: $from, to: $to) { contributionYears } } }",
  ])
  func `refuses an invalid query, and more than a year`(_ query: String) async throws {
    let host = try GitHubHost("github.com", environment: Environment(standIn.environment))
    let client = GitHubClient(host: host, token: Token("gho_octocat"), transport: transport)
    let span: JSONValue = ["from": "2020-01-01T00:00:00Z", "to": "2022-01-01T00:00:00Z"]
    let answer = try? await client.query(query, span)
    #expect(answer?.errors.isEmpty != true)
  }

  @Test func `a poll that is early, late or for an unknown code gets no token`() async throws {
    standIn.change { $0.device.interval = .seconds(1000) }
    let code = try await post("/login/device/code", "client_id=abc&scope=repo")["device_code"]
    let form =
      "client_id=abc&grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code="
    func poll(_ code: String) async throws -> JSONValue? {
      try await post("/login/oauth/access_token", form + code)["error"]
    }
    #expect(try await poll("none") == "incorrect_device_code")
    #expect(try await poll(code?.string ?? "") == "slow_down")
    #expect(standIn.polls.map(\.wasTooEarly) == [true])
    standIn.change { $0.device.expiration = .zero }
    let late = try await post("/login/device/code", "client_id=abc&scope=repo")["device_code"]
    #expect(try await poll(late?.string ?? "") == "expired_token")
  }
}
