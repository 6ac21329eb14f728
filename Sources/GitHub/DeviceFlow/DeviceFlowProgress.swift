public import HTTP

/// What a login is doing while the person is in the browser.
public enum DeviceFlowProgress: Hashable, Sendable {
  /// Nothing, until it asks again; and how long the code is good for.
  case waiting(nextPollIn: Duration, expiresIn: Duration)
  /// The server wants to be asked less often, from now on.
  case slowedDown(interval: Duration)
  /// The question had no answer; it will be asked again.
  case temporaryFailure(Failure)

  public enum Failure: Hashable, Sendable {
    case connection(HTTPError)
    case serverError(status: Int)
    /// The answer was a page in HTML, or nothing that makes sense.
    case unreadable
  }
}

/// What a login ends with.
public struct DeviceGrant: Hashable, Sendable {
  public var token: Token
  /// What it may do: perhaps less than was asked for.
  public var scopes: Scopes

  public init(token: Token, scopes: Scopes) {
    self.token = token
    self.scopes = scopes
  }
}
