import Journal
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
  var reasonNotRead: Message {
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
    case .notExecutable(let program): Explanation(.programNotExecutable(program: program))
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
