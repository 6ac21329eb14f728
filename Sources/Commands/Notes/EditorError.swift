import Localization

/// Why there is no text from the editor.
enum EditorError: Error, Hashable {
  case badCommand(String)
  case failed(command: String, status: Int, draft: String)
}

extension EditorError: Explained {
  var explanation: Explanation {
    switch self {
    case .badCommand(let value):
      Explanation(.editorBad(value: value), hint: .editorHint, status: .usage)
    case .failed(let command, let status, let draft):
      Explanation(.editorFailed(status: status, command: command), hint: .draftKept(path: draft))
    }
  }
}
