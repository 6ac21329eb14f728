import Platform

/// Where redirects have led a request, and what it may still take along.
struct RedirectChain {
  static let limit = 5

  private(set) var address: WebAddress
  private(set) var method: HTTPRequest.Method
  /// Of a POST that has become a GET, nothing is left to send.
  private(set) var carriesBody: Bool
  /// Not any more once it has left the server for which it was made, not even back there: whoever
  /// sent it back may have chosen what it asks for.
  private(set) var carriesAuthorization = true

  private let asked: String
  private var visited: Set<Visit>
  private var length = 0

  private struct Visit: Hashable {
    var method: HTTPRequest.Method
    var address: WebAddress
  }

  init(_ request: HTTPRequest) throws(HTTPError) {
    guard let address = WebAddress(request.url) else {
      throw .badAddress(AddressRedaction.hidingSecrets(request.url))
    }
    guard address.isPrivate else { throw .insecure(url: address.text) }
    self.address = address
    method = request.method
    carriesBody = request.method == .post
    asked = address.text
    visited = [Visit(method: request.method, address: address)]
  }

  /// Whether an answer is but the way to another one.
  static func isRedirect(status: Int, headers: HTTPHeaders) -> Bool {
    [301, 302, 303, 307, 308].contains(status) && headers["location"] != nil
  }

  /// Goes where an answer points to.
  mutating func follow(status: Int, headers: HTTPHeaders) throws(HTTPError) {
    let location = headers["location"] ?? ""
    guard let next = address.resolving(location) else {
      throw .redirectedOffWeb(to: ServerText.bounded(AddressRedaction.hidingSecrets(location)))
    }
    // Nor from an encrypted server to a plain one on this machine: it has no business there.
    guard next.isPrivate, address.scheme == .http || next.scheme == .https else {
      throw .insecure(url: AddressRedaction.hidingSecrets(next.text))
    }
    if next.origin != address.origin { carriesAuthorization = false }
    if status < 307 {
      method = .get
      carriesBody = false
    }
    address = next
    length += 1
    guard length <= RedirectChain.limit,
      visited.insert(Visit(method: method, address: next)).inserted
    else { throw .tooManyRedirects(url: asked) }
  }
}
