public import Git
import HTTP
import Journal
public import Localization
public import Platform
public import Terminal

// The rooms below know no words. What went wrong in them is said here.

extension GitError: Explained {
  public var explanation: Explanation {
    switch self {
    case .gitMissing:
      Explanation(.gitMissing, hint: .gitMissingHint)
    case .noSuchPath(let path):
      Explanation(.pathMissing(path: path), status: .notFound)
    case .noClone(let path):
      UsageError.noClone(path: path, hint: .repositoryHint).explanation
    case .dubiousOwner(let path):
      Explanation(.cloneDubious(path: path), hint: .cloneDubiousHint(path: path))
    case .noCommits(let path):
      Explanation(.cloneEmpty(path: path), hint: .cloneEmptyHint, status: .notFound)
    case .unknownRevision(let typed):
      Explanation(.revisionUnknown(typed: typed), hint: .revisionHint, status: .notFound)
    case .ambiguousRevision(let typed, let candidates):
      Explanation(
        .revisionAmbiguous(typed: typed), hint: .noteAmbiguousHint(candidates: candidates),
        status: .usage)
    case .invalidRepository(let name):
      Explanation(
        .repositoryBad(typed: ShownAddress.hidingSecrets(name)), hint: .repositorySettingHint,
        status: .usage)
    case .noAddress(let path):
      Explanation(.cloneNoAddress(path: path), hint: .cloneNoAddressHint, status: .usage)
    case .broken(let path, let detail):
      Explanation(.cloneBroken(path: path, detail: detail))
    case .timedOut(let path):
      Explanation(.cloneSilent(path: path))
    case .irregularFile(let file):
      Explanation(.cloneFileIrregular(file: file), hint: .cloneFileIrregularHint)
    }
  }
}

extension FileError: Explained {
  public var explanation: Explanation {
    Explanation(.fileFailed(path: path, reason: code.message))
  }
}

extension FileError {
  /// Why a file that the program reads by itself was not read.
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
    case .timedOut(let program): Explanation(.programSilent(program: program))
    case .outputTooLong(let program): Explanation(.programTooLoud(program: program))
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
    }
  }
}
