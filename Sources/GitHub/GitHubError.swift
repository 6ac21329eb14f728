public import Diary
public import HTTP

/// Why GitHub gave no answer, or not the one that was asked for. Nothing in it is a token, and what
/// a server said in words is cut short.
public enum GitHubError: Error, Hashable, Sendable {
  /// The token is not known, or not any more.
  case badCredentials
  /// Nothing was sent with the request, and it needs a token.
  case loginRequired
  /// The token is empty, or has what no token has; it was not sent.
  case unusableToken
  /// The organization wants the token approved at this address.
  case ssoRequired(url: String?)
  /// An organization's rules (SAML, a list of addresses, apps that it has not allowed).
  case policy(detail: String)
  /// The token has scopes, and not this one.
  case missingScope(String)
  case forbidden(detail: String)
  /// It is not there, or may not be seen; the scope that might show it, where the host names one.
  case notFound(missingScope: String?)
  case emptyRepository
  /// GitHub itself shut it, for `dmca`, `tos` or the like.
  case blocked(reason: String)
  /// No commit, branch or tag is called that.
  case unknownRevision(String)
  /// The request was understood and refused.
  case rejected(status: Int, detail: String)
  case rateLimited(RateLimitKind, wait: Duration, until: Instant?)
  case serverError(status: Int)
  /// The body is no JSON: a page in HTML, or half of something.
  case notJSON
  /// The body is JSON, and not of the shape that was asked for.
  case unexpected(detail: String)
  case tooLarge(limit: Int)
  /// A link or a redirect leads to another server.
  case foreignURL(url: String)
  /// Pages that go on for ever, or in a circle.
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

  /// Whether this is about one repository, and the others are to be asked all the same.
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
