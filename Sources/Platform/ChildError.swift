/// Why a child process could not be run. A nonzero exit status is not an error of this type.
public enum ChildError: Error, Hashable {
  /// No such program exists, neither at that path nor on `PATH`.
  case notFound(program: String)
  /// The file exists but is not executable.
  case notExecutable(program: String)
  case failed(program: String, code: Errno)
  /// The child took too long and was killed.
  case timedOut(program: String)
  /// The child wrote more than the limit and was killed.
  case outputTooLong(program: String)
}
