import Localization
import Platform

/// Why there is no text from the editor.
enum EditorError: Error, Hashable {
  case badCommand(String)
  /// `draft` is where the text is, if there is any.
  case failed(command: String, ChildStatus, draft: String?)
}

extension EditorError: Explained {
  var explanation: Explanation {
    switch self {
    case .badCommand(let value):
      Explanation(.editorBad(value: value), hint: .editorHint, status: .usage)
    case .failed(let command, let status, let draft):
      Explanation(
        Self.message(command, status), hint: draft.map { .draftKept(path: $0) })
    }
  }

  private static func message(_ command: String, _ status: ChildStatus) -> Message {
    switch status {
    case .exited(let code): .editorFailed(status: Int(code), command: command)
    case .signalled(let signal): .editorKilled(signal: Int(signal), command: command)
    }
  }
}
