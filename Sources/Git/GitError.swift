/// Why git could not answer. What is not there, such as a remote, is `nil` and no error.
public enum GitError: Error, Hashable {
  /// There is no git program.
  case gitMissing
  case noSuchPath(String)
  /// Neither the folder nor one above it is a clone.
  case noClone(path: String)
  /// Git refuses to read what belongs to someone else, until it is told that it is safe.
  case dubiousOwner(path: String)
  /// The clone is new: `HEAD` names a branch without commits.
  case noCommits(path: String)
  case unknownRevision(String)
  case ambiguousRevision(String, candidates: [String])
  /// What `commitdiary.repository` says is no repository.
  case invalidRepository(String)
  /// Neither git's settings nor anybody else says which address is the writer's.
  case noAddress(path: String)
  /// Anything else, with the line in which git says it.
  case broken(path: String, detail: String)
  case timedOut(path: String)
  /// What git would read as a file is none: a FIFO, on which it would wait, or a device.
  case irregularFile(String)
}
