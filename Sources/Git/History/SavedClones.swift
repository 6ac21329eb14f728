public import Diary
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

  /// A clone that was found earlier. It is not checked whether it still exists.
  public func clone(root: String, gitDirectory: String, commonDirectory: String) -> LocalClone {
    var program = program
    program.directory = root
    return LocalClone(
      root: root, gitDirectory: gitDirectory, commonDirectory: commonDirectory, program: program)
  }

  /// The history as it was saved; `nil` if something may have changed since.
  ///
  /// - Parameter host: the host for which `unpushed` is needed, if any.
  public mutating func current(
    _ known: SavedHistory, of clone: LocalClone, unpushedTo host: String?
  ) -> CloneHistory? {
    guard let stamp = known.stamp.flatMap(HistoryStamp.init) else { return nil }
    states.own = clone.commonDirectory + "/"
    var newest = Int64.min
    guard states.mark(of: stamp.paths, newest: &newest) == stamp.mark,
      let basis = HistoryBasis(bytes: known.basis, readsTips: false),
      host == nil || host == basis.host
    else { return nil }
    return history(known, basis, of: clone, unpushedTo: host)
  }

  /// The history as it was saved, current or not; `nil` if it has another format.
  public func unchecked(
    _ known: SavedHistory, of clone: LocalClone, unpushedTo host: String?
  ) -> CloneHistory? {
    guard let basis = HistoryBasis(bytes: known.basis, readsTips: false),
      host == nil || host == basis.host
    else { return nil }
    return history(known, basis, of: clone, unpushedTo: host)
  }

  private func history(
    _ known: SavedHistory, _ basis: HistoryBasis, of clone: LocalClone, unpushedTo host: String?
  ) -> CloneHistory {
    CloneHistory(
      clone: clone, known: known, effort: .none,
      remotes: host == nil ? [] : basis.remotes, addresses: basis.addresses,
      repository: basis.settings.repository)
  }
}
