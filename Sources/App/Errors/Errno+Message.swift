import Localization
import Platform

extension Errno {
  /// A message that explains the error; for rare errors, the system's own description.
  var message: Message {
    switch self {
    case .notFound: .reasonNotFound
    case .notAllowed, .notPermitted: .reasonNotAllowed
    case .notDirectory: .reasonNotDirectory
    case .isDirectory: .reasonIsDirectory
    case .readOnly: .reasonReadOnly
    case .again: .reasonInEditor
    case .inputOutput: .reasonInputOutput
    case let code where code.isFull: .reasonFull
    default: .plainText(text: description)
    }
  }
}
