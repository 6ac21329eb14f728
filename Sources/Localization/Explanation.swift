/// How the program ends, as the shell sees it.
public enum ExitStatus: Int32, Sendable {
  case success = 0
  /// Something failed, or the person said no.
  case failure = 1
  /// Wrong use: an unknown option, a bad value, refused input.
  case usage = 2
  /// No such thing.
  case notFound = 3
  /// Not logged in, or the keyring does not answer.
  case authentication = 4
  /// The network or GitHub cannot be reached.
  case unavailable = 5
  /// The journal cannot be opened or written.
  case journal = 6
  case interrupted = 130
}

/// What failed, and what to do about it, in words that wait for their language.
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

/// An error that can be told to the person whom it concerns.
public protocol Explained: Error {
  var explanation: Explanation { get }
}

extension Explanation {
  /// What an error says of itself; of one that says nothing, what Swift calls it.
  public init(of error: any Error) {
    self =
      (error as? any Explained)?.explanation
      ?? Explanation(.failedUnexpectedly(detail: "\(error)"))
  }
}
