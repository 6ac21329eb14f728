import Platform

/// The current target of a request that follows redirects, and what may be sent to it.
struct RedirectChain {
  static let limit = 5

  private(set) var address: WebAddress
  private(set) var method: HTTPRequest.Method
  /// False once a POST has become a GET.
  private(set) var carriesBody: Bool
  /// False once the request has left its original server, even if it returns there: the server that
  /// sent it back may have chosen the path and the query.
  private(set) var carriesAuthorization = true

  private let originalURL: String
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
    originalURL = address.text
    visited = [Visit(method: request.method, address: address)]
  }

  /// Whether the response redirects to another address.
  static func isRedirect(status: Int, headers: HTTPHeaders) -> Bool {
    [301, 302, 303, 307, 308].contains(status) && headers["location"] != nil
  }

  /// Continues at the address that the response points to.
  mutating func follow(status: Int, headers: HTTPHeaders) throws(HTTPError) {
    let location = headers["location"] ?? ""
    guard let next = address.resolving(location) else {
      throw .redirectedOffWeb(to: ServerText.bounded(AddressRedaction.hidingSecrets(location)))
    }
    // A redirect from an encrypted server to `http` on this machine is refused too, because no
    // server has a reason to send one.
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
    else { throw .tooManyRedirects(url: originalURL) }
  }
}

/// Shortens the text of a server to one line, so that it can be shown in a message.
public enum ServerText {
  public static let longest = 200

  public static func bounded(_ text: some StringProtocol, to length: Int = longest) -> String {
    var line = ""
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < length else { return line + "…" }
      count += 1
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .format: line.unicodeScalars.append(" ")
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }
}
