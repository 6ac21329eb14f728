/// Why a child process did not do its work. What it says by its exit status is no error of ours.
public enum ChildError: Error, Hashable {
  /// There is no such program, neither at that path nor on `PATH`.
  case notFound(program: String)
  /// It is there, but is no program or may not be run.
  case notExecutable(program: String)
  case failed(program: String, code: Errno)
  /// It took too long, and was killed.
  case timedOut(program: String)
  /// It wrote more than anyone wanted, and was killed.
  case outputTooLong(program: String)
}

extension ChildError {
  public var program: String {
    switch self {
    case .notFound(let program), .notExecutable(let program), .failed(let program, _),
      .timedOut(let program), .outputTooLong(let program):
      program
    }
  }
}
