import Platform

extension LocalClone {
  /// Throws if git does not accept the clone, or does not answer in time. No objects are read.
  public func check(within deadline: Duration) throws(GitError) {
    let result = try program.run(["rev-parse", "--git-dir"], deadline: deadline)
    guard result.status.isSuccess else {
      throw GitError(errorOutput: result.errorOutput, path: root)
    }
  }
}
