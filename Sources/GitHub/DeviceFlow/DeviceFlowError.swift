public import HTTP

/// The reason why a login in the browser failed.
public enum DeviceFlowError: Error, Hashable, Sendable {
  /// The app or the server does not support the device flow. The user can create a token manually
  /// instead.
  case unavailable(detail: String)
  /// The user denied access.
  case denied
  /// The code was not entered in time.
  case expired
  /// The user must verify the account's email address first.
  case unverifiedEmail
  /// The server rejected the request, with this error code and text.
  case refused(code: String, detail: String)
  case serverError(status: Int)
  /// The response does not follow the protocol.
  case unexpected(detail: String)
  case connection(HTTPError)
  case cancelled
}

extension DeviceFlowError {
  init(_ error: HTTPError) {
    self = if case .cancelled = error { .cancelled } else { .connection(error) }
  }
}
