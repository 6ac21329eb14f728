public import Platform

extension LocalClone {
  /// The clone that was found earlier, as it is now. If its working tree is gone but the git folder
  /// is not, it is read without a working tree.
  public static func reopen(
    _ found: FoundClone, environment: Environment
  ) throws(GitError) -> LocalClone {
    if UnresponsiveClones.contains(found.root) { throw .timedOut(path: found.root) }
    if File.isDirectory(found.root),
      let clone = try LocalClone(at: found.root, environment: environment)
    {
      return clone
    }
    if let clone = try LocalClone(at: found.commonDirectory, environment: environment) {
      return clone
    }
    throw .noSuchPath(found.root)
  }
}
