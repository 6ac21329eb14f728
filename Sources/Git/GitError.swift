/// The reason why git could not answer. A missing value, such as a remote, is `nil` and not an
/// error.
public enum GitError: Error, Hashable {
  /// The git program was not found or is not executable.
  case gitMissing
  case noSuchPath(String)
  /// Neither the folder nor one of its parents is a clone.
  case noClone(path: String)
  /// Git refuses to read a clone of another user until it is listed in `safe.directory`.
  case dubiousOwner(path: String)
  /// The clone is new: `HEAD` refers to a branch without commits.
  case noCommits(path: String)
  case unknownRevision(String)
  case ambiguousRevision(String, candidates: [String])
  /// The value of `commitdiary.repository` is not a repository.
  case invalidRepository(String)
  /// Neither git's settings nor the caller give an email address of the author.
  case noAddress(path: String)
  /// Any other error, with the error message of git.
  case broken(path: String, detail: String)
  case timedOut(path: String)
  /// A file that git would read is not a regular file, but a FIFO, which would block git, or a
  /// device.
  case irregularFile(String)
}
