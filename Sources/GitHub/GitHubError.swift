public import Diary
public import HTTP

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
