public import Platform

/// Uses saved histories as long as no file of their clones has changed, without running git and
/// without reading files.
public struct SavedClones {
  private var states: FileStates
  private let program: GitProgram

  public init(environment: Environment) {
    states = FileStates(environment: environment)
    program = GitProgram(in: "/", environment: environment).ignoringLocalVariables()
  }

  /// The history as it was saved; `nil` if something may have changed since.
  ///
  /// - Parameter host: the host for which `unpushed` is needed, if any.
  public mutating func current(
    _ known: SavedHistory, of found: FoundClone, unpushedTo host: String?
  ) -> CloneHistory? {
    states.own = found.commonDirectory + "/"
    guard let stamp = known.stamp, states.areUnchanged(since: stamp) else { return nil }
    return unchecked(known, of: found, unpushedTo: host)
  }

  /// The history as it was saved, current or not; `nil` if it was saved for another host.
  public func unchecked(
    _ known: SavedHistory, of found: FoundClone, unpushedTo host: String?
  ) -> CloneHistory? {
    guard host == nil || host == known.host else { return nil }
    var program = program
    program.directory = found.root
    let clone = LocalClone(
      root: found.root, gitDirectory: found.gitDirectory, commonDirectory: found.commonDirectory,
      program: program)
    return CloneHistory(
      clone: clone, known: known, effort: .none, remotes: host == nil ? [] : known.remotes)
  }
}
