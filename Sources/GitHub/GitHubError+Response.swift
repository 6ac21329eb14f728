import HTTP
import JSON
import Platform

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
