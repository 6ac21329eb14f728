public import Diary
public import HTTP
import JSON
import Platform

/// The reason why GitHub sent no response, or an error. It never contains a token, and the texts of
/// servers are shortened.
public enum GitHubError: Error, Hashable, Sendable {
  /// The token is invalid or was revoked.
  case badCredentials
  /// The request needs a token, but was sent without one.
  case loginRequired
  /// The token is empty or contains invalid characters, and was not sent.
  case unusableToken
  /// The organization requires that the token is authorized at this address.
  case ssoRequired(url: String?)
  /// A policy of the organization, such as SAML, a list of allowed addresses, or restricted apps.
  case policy(detail: String)
  /// The token lacks this scope.
  case missingScope(String)
  case forbidden(detail: String)
  /// The resource does not exist or is not visible. `missingScope` is the scope that may make it
  /// visible, if the host names one.
  case notFound(missingScope: String?)
  case emptyRepository
  /// GitHub has blocked the repository, for `dmca` or `tos` for example.
  case blocked(reason: String)
  /// No commit, branch or tag has this name.
  case unknownRevision(String)
  /// The server rejected the request as invalid.
  case rejected(status: Int, detail: String)
  case rateLimited(RateLimitKind, wait: Duration, until: Instant?)
  case serverError(status: Int)
  /// The body is not valid JSON, for example an HTML page.
  case notJSON
  /// The body is JSON of an unexpected form.
  case unexpected(detail: String)
  case tooLarge(limit: Int)
  /// A link or a redirect leads to another server.
  case foreignURL(url: String)
  /// The pages of a list do not end, or form a loop.
  case endlessPages(url: String)
  case connection(HTTPError)
  case cancelled
}

extension GitHubError {
  init(_ error: HTTPError) {
    self =
      switch error {
      case .tooLarge(_, let limit): .tooLarge(limit: limit)
      case .cancelled: .cancelled
      default: .connection(error)
      }
  }

  /// Whether the error concerns a single repository, so that others can still be requested.
  public var isReasonToSkip: Bool {
    switch self {
    case .ssoRequired, .policy, .missingScope, .forbidden, .notFound, .emptyRepository, .blocked,
      .unknownRevision:
      true
    case .rejected(let status, _): status == 409 || status == 422
    default: false
    }
  }
}

extension GitHubError {
  /// The error for a response; `nil` if its status is a success.
  init?(_ response: HTTPResponse, hasToken: Bool) {
    guard !(200...299).contains(response.status) else { return nil }
    let body = try? JSONParser.parse(Array(response.body.prefix(1 << 20)))
    let detail = body?.serverMessage ?? ""
    let scopes = Scopes(header: response.headers["x-oauth-scopes"])
    let missing = scopes.missing(accepted: response.headers["x-accepted-oauth-scopes"])
    self =
      switch response.status {
      case 401: hasToken ? .badCredentials : .loginRequired
      case 403: .forbidding(response, body, detail, missing)
      case 404, 410: .notFound(missingScope: missing)
      case 409 where detail.lowercased().contains("empty"): .emptyRepository
      case 451: .blocked(reason: GitHubError.blockReason(body) ?? detail)
      case 500...599: .serverError(status: response.status)
      case 400...499: .rejected(status: response.status, detail: detail)
      default: .unexpected(detail: "HTTP \(response.status)")
      }
  }

  private static func forbidding(
    _ response: HTTPResponse, _ body: JSONValue?, _ detail: String, _ missing: String?
  ) -> GitHubError {
    if let header = response.headers["x-github-sso"], header.lowercased().contains("required") {
      return .ssoRequired(url: ssoAddress(header))
    }
    if let reason = blockReason(body) { return .blocked(reason: reason) }
    let words = detail.lowercased()
    if words.contains("access blocked") { return .blocked(reason: detail) }
    let phrases = ["saml", "ip allow list", "access restrictions", "organization has enabled"]
    if phrases.contains(where: words.contains) { return .policy(detail: detail) }
    if let missing { return .missingScope(missing) }
    return .forbidden(detail: detail)
  }

  private static func blockReason(_ body: JSONValue?) -> String? {
    (body?["block"]?["reason"]?.nonEmptyString).map { ServerText.bounded($0) }
  }

  /// Parses `required; url=https://github.com/orgs/…`. The user is asked to open this address, so
  /// it must be a valid `https` address.
  private static func ssoAddress(_ header: String) -> String? {
    for part in header.split(separator: ";") {
      let part = part.drop { $0 == " " }
      guard part.lowercased().hasPrefix("url=") else { continue }
      if let address = WebAddress(String(part.dropFirst(4))), address.scheme == .https,
        address.text.utf8.count <= 2000
      {
        return address.text
      }
    }
    return nil
  }
}
