import JSON
import Platform
import Synchronization

/// The REST API: authentication, rate limits and routing.
struct API {
  let router: RequestRouter
  let request: IncomingRequest
  let world: World
  private let revision: Int
  /// The URL of this server as the client uses it. Every URL in a response starts with it.
  let web: String
  var base: String { web + RequestRouter.apiPrefix }

  init(router: RequestRouter, request: IncomingRequest) {
    self.router = router
    self.request = request
    (world, revision) = router.world.withLock { ($0.value, $0.revision) }
    web = "http://" + (request.headers["Host"] ?? "127.0.0.1")
  }

  /// The account behind a request.
  enum Caller {
    case nobody
    case account(World.Account)
    /// A token that belongs to no account.
    case stranger

    var account: World.Account? { if case .account(let account) = self { account } else { nil } }
    var login: String? { account?.login }
  }

  func answer() -> Answer {
    let path = request.path.dropFirst(RequestRouter.apiPrefix.count)
    guard request.headers["User-Agent"]?.isEmpty == false else {
      return .text(
        "\r\nRequest forbidden by administrative rules. "
          + "Please make sure your request has a User-Agent header.", status: 403)
    }
    let caller = caller
    let resource: RateLimit.Resource = path == "/graphql" ? .graphql : .core
    if case .stranger = caller {
      return signed(
        problem("Bad credentials", status: 401, page: "https://docs.github.com/rest"),
        resource, caller)
    }
    if path == "/rate_limit" { return signed(rateLimit(caller), resource, caller) }
    if let limited = limited(resource, caller) { return signed(limited, resource, caller) }
    let answer = revalidated(page(path, caller))
    if answer.status != 304 {
      router.limits.withLock { $0.count(resource, account: caller.login) }
    }
    return signed(answer, resource, caller)
  }

  private var caller: Caller {
    guard let words = request.headers["Authorization"]?.split(separator: " ") else {
      return .nobody
    }
    guard words.count == 2, ["bearer", "token"].contains(words[0].lowercased()),
      let account = world.account(token: String(words[1]))
    else { return .stranger }
    return .account(account)
  }

  // MARK: Pages

  /// A page, from the cache if it was rendered before.
  private func page(_ path: Substring, _ caller: Caller) -> Answer {
    let question = String(decoding: request.body, as: UTF8.self)
    let key = "\(caller.login ?? "") \(web) \(request.method) \(request.target) \(question)"
    if let kept = router.cache.withLock({ $0[key, revision] }) { return kept }
    let answer = routed(path, caller)
    guard answer.status == 200 else { return answer }
    var kept = answer
    if request.method == "GET" {
      let tag = ETag.weak(answer.body, salt: caller.login ?? "")
      kept = answer.with("ETag", tag).with(
        "Cache-Control", "private, max-age=60, s-maxage=60")
    }
    router.cache.withLock { $0[key, revision] = kept }
    return kept
  }

  private func routed(_ path: Substring, _ caller: Caller) -> Answer {
    guard !path.hasSuffix("/") else { return notFound }
    let parts = path.split(separator: "/").map { Percent.decode(path: $0) }
    if request.method == "POST", parts == ["graphql"] { return graphQL(caller) }
    guard request.method == "GET" else { return notFound }
    switch parts.first {
    case "user": return user(parts.dropFirst(), caller)
    case "users": return users(parts.dropFirst())
    case "repos": return repos(parts.dropFirst(), caller)
    case "repositories":
      guard parts.count > 1, let id = Int(parts[1]), let repository = world.repository(id: id)
      else { return notFound }
      return self.repository(repository, parts.dropFirst(2), caller)
    default: return notFound
    }
  }

  private func revalidated(_ answer: Answer) -> Answer {
    guard let tag = answer.header("ETag"),
      let known = request.headers["If-None-Match"], known == tag || known == "*"
    else { return answer }
    var unchanged = answer
    unchanged.status = 304
    unchanged.body = []
    unchanged.headers.removeAll { $0.0 == "Content-Type" || $0.0 == "Link" }
    return unchanged
  }

  // MARK: Limits

  private func limited(_ resource: RateLimit.Resource, _ caller: Caller) -> Answer? {
    let (bucket, secondary) = router.limits.withLock {
      ($0.bucket(resource, account: caller.login), $0.secondary)
    }
    if let secondary, secondary.until > .now { return secondary.answer }
    guard bucket.remaining == 0 else { return nil }
    if resource == .graphql, caller.login != nil {
      return .json([
        "errors": [
          ["type": "RATE_LIMITED", "message": .string("API rate limit already exceeded.")]
        ]
      ])
    }
    if resource == .graphql { return nil }
    let whom = caller.account.map { "user ID \($0.id)" } ?? "127.0.0.1"
    return problem(
      "API rate limit exceeded for \(whom).", status: bucket.status,
      page: "https://docs.github.com/rest/overview/rate-limits-for-the-rest-api")
  }

  private func rateLimit(_ caller: Caller) -> Answer {
    let members = RateLimit.Resource.allCases.map {
      JSONValue.Member($0.rawValue, bucket($0, caller))
    }
    return .json(["resources": .object(members), "rate": bucket(.core, caller)])
  }

  func bucket(_ resource: RateLimit.Resource, _ caller: Caller) -> JSONValue {
    let bucket = router.limits.withLock { $0.bucket(resource, account: caller.login) }
    return [
      "limit": .integer(bucket.limit), "used": .integer(bucket.used),
      "remaining": .integer(bucket.remaining), "reset": .integer(bucket.reset),
      "resource": .string(resource.rawValue),
    ]
  }

  // MARK: Headers

  /// Adds the headers that every response of the API has.
  private func signed(
    _ answer: Answer, _ resource: RateLimit.Resource, _ caller: Caller
  ) -> Answer {
    var answer = answer
    answer.headers += [
      ("X-GitHub-Media-Type", "github.v3; format=json"),
      ("X-GitHub-Request-Id", "C0DE:\(request.connection):4A1B2C:5D6E7F:60000000"),
    ]
    if let version = request.headers["X-GitHub-Api-Version"] {
      answer.headers.append(("x-github-api-version-selected", version))
    }
    if let account = caller.account {
      if let scopes = account.scopes {
        answer.headers.append(("X-OAuth-Scopes", scopes.joined(separator: ", ")))
        answer.headers.append(("X-Accepted-OAuth-Scopes", acceptedScopes))
      }
      if let expiration = account.tokenExpiration {
        answer.headers.append(("github-authentication-token-expiration", expiration))
      }
    }
    // During a secondary limit there may be requests left, and these headers say so.
    let bucket = router.limits.withLock { $0.bucket(resource, account: caller.login) }
    answer.headers += [
      ("X-RateLimit-Limit", "\(bucket.limit)"), ("X-RateLimit-Remaining", "\(bucket.remaining)"),
      ("X-RateLimit-Reset", "\(bucket.reset)"), ("X-RateLimit-Used", "\(bucket.used)"),
      ("X-RateLimit-Resource", resource.rawValue),
    ]
    return answer
  }

  private var acceptedScopes: String {
    request.path.hasPrefix(RequestRouter.apiPrefix + "/repos") ? "repo" : ""
  }

  // MARK: Problems

  var notFound: Answer { problem("Not Found", status: 404) }

  func problem(
    _ message: String, status: Int, page: String = "https://docs.github.com/rest"
  ) -> Answer {
    .json(
      [
        "message": .string(message), "documentation_url": .string(page),
        "status": .string("\(status)"),
      ], status: status)
  }
}
