public import HTTP

/// Why a login in the browser came to nothing.
public enum DeviceFlowError: Error, Hashable, Sendable {
  /// This app, or this server, has no such login; another way is a token by hand.
  case unavailable(detail: String)
  /// The person said no.
  case denied
  /// Nobody entered the code in its time.
  case expired
  /// The account has to verify its address first.
  case unverifiedEmail
  /// The server does not take what this program sends: its name for that, and its words.
  case refused(code: String, detail: String)
  case serverError(status: Int)
  /// The answer is not one of this protocol's.
  case unexpected(detail: String)
  case connection(HTTPError)
  case cancelled
}

extension DeviceFlowError {
  init(_ error: HTTPError) {
    self = if case .cancelled = error { .cancelled } else { .connection(error) }
  }
}
