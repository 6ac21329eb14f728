public import Localization
public import Platform
public import Terminal

extension FileError: Explained {
  public var explanation: Explanation {
    Explanation(.fileFailed(path: path, reason: code.message))
  }
}

extension FileError {
  /// Why a file could not be read that the program opens without being told to, such as a draft.
  package var reasonNotRead: Message {
    switch code {
    case .invalid: .reasonNotRegular
    case .tooBig: .reasonTooLarge
    default: code.message
    }
  }
}

extension ChildError: Explained {
  public var explanation: Explanation {
    switch self {
    case .notFound(let program): Explanation(.programMissing(program: program))
    case .notExecutable(let program):
      Explanation(.programFailed(program: program, reason: Message.reasonNotAllowed))
    case .failed(let program, let code):
      Explanation(.programFailed(program: program, reason: code.message))
    case .timedOut(let program): Explanation(.programTimedOut(program: program))
    case .outputTooLong(let program): Explanation(.programOutputTooLong(program: program))
    }
  }
}

extension TerminalError: Explained {
  public var explanation: Explanation {
    switch self {
    case .noTerminal: Explanation(.terminalMissing, status: .usage)
    case .failed(let code):
      Explanation(.terminalFailed(reason: Errno(rawValue: code).message))
    case .notUTF8: Explanation(.inputNotUTF8, status: .usage)
    case .interrupted: Interrupted().explanation
    }
  }
}

/// Ctrl-C.
package struct Interrupted: Error, Explained {
  package var message = Message.interrupted

  package init(message: Message = Message.interrupted) {
    self.message = message
  }

  package var explanation: Explanation { Explanation(message, status: .interrupted) }
}

extension Errno {
  /// A message that explains the error; for rare errors, the system's own description.
  package var message: Message {
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
