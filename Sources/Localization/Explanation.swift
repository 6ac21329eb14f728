/// The exit status of the program.
public enum ExitStatus: Int32, Sendable {
  case success = 0
  /// Something failed, or the user answered no.
  case failure = 1
  /// An unknown option, an invalid value, or input that was rejected.
  case usage = 2
  /// What the user named does not exist.
  case notFound = 3
  /// Not logged in, or the keyring does not answer.
  case authentication = 4
  /// The network or GitHub cannot be reached.
  case unavailable = 5
  /// The journal cannot be opened or written.
  case journal = 6
  case interrupted = 130
}

/// What failed and what to do about it, as messages that are not translated yet.
public struct Explanation: Hashable, Sendable {
  public var message: Message
  public var hint: Message?
  public var status: ExitStatus

  public init(_ message: Message, hint: Message? = nil, status: ExitStatus = .failure) {
    self.message = message
    self.hint = hint
    self.status = status
  }
}

/// An error that can be explained to the user.
public protocol Explained: Error {
  var explanation: Explanation { get }
}

/// Errors that nothing but their words tells apart are thrown as explanations.
extension Explanation: Explained {
  public var explanation: Explanation { self }
}

extension Explanation {
  /// The explanation of an error. For an error that has none, Swift's description is used.
  public init(of error: any Error) {
    self =
      (error as? any Explained)?.explanation
      ?? Explanation(.failedUnexpectedly(detail: "\(error)"))
  }
}
