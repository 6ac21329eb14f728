import HTTP
import JSON
import Platform

extension GitHubError {
  /// What an answer that is not the one asked for means; `nil` for one that is.
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
    let signs = ["saml", "ip allow list", "access restrictions", "organization has enabled"]
    if signs.contains(where: words.contains) { return .policy(detail: detail) }
    if let missing { return .missingScope(missing) }
    return .forbidden(detail: detail)
  }

  private static func blockReason(_ body: JSONValue?) -> String? {
    (body?["block"]?["reason"]?.nonEmptyString).map { ServerText.bounded($0) }
  }

  /// `required; url=https://github.com/orgs/…`: given to a person to open, so it has to be an
  /// address of the web that nobody can misread.
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
