public import Localization
public import Platform

extension Errno {
  /// Why the system refused, in words that wait for their language; rare reasons in the system's own.
  public var message: Message {
    switch self {
    case .notFound: .reasonNotFound
    case .notAllowed, .notPermitted: .reasonNotAllowed
    case .notDirectory: .reasonNotDirectory
    case .isDirectory: .reasonIsDirectory
    case .readOnly: .reasonReadOnly
    case .inputOutput: .reasonInputOutput
    case let code where code.isFull: .reasonFull
    default: .reasonOther(detail: description)
    }
  }
}
