public import HTTP

/// The state of a login while the user is in the browser.
public enum DeviceFlowProgress: Hashable, Sendable {
  /// Waiting for the next poll; the code is valid for `expiresIn`.
  case waiting(nextPollIn: Duration, expiresIn: Duration)
  /// The server asked for fewer polls.
  case slowedDown(interval: Duration)
  /// A poll failed and will be repeated.
  case temporaryFailure(Failure)

  public enum Failure: Hashable, Sendable {
    case connection(HTTPError)
    case serverError(status: Int)
    /// The response was HTML, or could not be parsed.
    case unreadable
  }
}

/// The result of a login.
public struct DeviceGrant: Hashable, Sendable {
  public var token: Token
  /// The granted permissions, which may be fewer than requested.
  public var scopes: Scopes
}
