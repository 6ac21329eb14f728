import Diary
public import Platform

extension Clone {
  /// Finds the clones for some paths: the clone that contains a path or, if there is none, all
  /// clones that a search finds in that folder. The results are in the order of the paths and
  /// then of the folder names. Each clone occurs once, regardless of its number of working trees. A
  /// path without a clone and a broken clone yield errors.
  ///
  /// - Parameter directory: The base of relative paths; `nil` for the working directory.
  public static func all(
    under paths: [String], in directory: String? = nil, environment: Environment
  ) -> [Result<Clone, GitError>] {
    var seen: Set<String> = []
    var results: [Result<Clone, GitError>] = []
    let found = paths.flatMap { clones(at: $0, in: directory, environment: environment) }
    for result in found {
      switch result {
      case .success(let clone):
        if seen.insert(clone.commonDirectory).inserted { results.append(result) }
      case .failure:
        if !results.contains(result) { results.append(result) }
      }
    }
    return results
  }

  private static func clones(
    at path: String, in directory: String?, environment: Environment
  ) -> [Result<Clone, GitError>] {
    let above: Clone?
    do throws(GitError) {
      let clone = try find(from: path, in: directory, environment: environment)
      // The home folder may itself be a clone, of settings for example. Paths in it refer to the
      // clones there.
      let isHome = clone.root == environment.nonEmpty("HOME").flatMap(File.realPath)
      if !isHome && clone.root != "/" { return [.success(clone)] }
      if try realFolder(of: path, in: directory) == clone.root { return [.success(clone)] }
      above = clone
    } catch GitError.noClone {
      above = nil
    } catch {
      return [.failure(error)]
    }
    // A file refers to the clone that contains it, never to clones beside it.
    let resolved = LocalPath.place(of: path, in: directory)
    if File.exists(resolved), !File.isDirectory(resolved) {
      return [above.map(Result.success) ?? .failure(.noClone(path: path))]
    }
    let folder: String
    do throws(GitError) {
      folder = try realFolder(of: path, in: directory)
    } catch {
      return [.failure(error)]
    }
    let search = CloneSearch(in: folder, environment: environment)
    let found = search.clones.map { clone in
      Result { () throws(GitError) in
        try Clone.find(from: clone.root, environment: environment)
      }
    }
    let failures = search.failures.map { Result<Clone, GitError>.failure($0) }
    if !found.isEmpty || !failures.isEmpty { return found + failures }
    return [above.map(Result.success) ?? .failure(.noClone(path: path))]
  }

  /// The clone that was found earlier, as it is now. If its working tree is gone but the git folder
  /// is not, it is read without a working tree.
  public static func reopen(
    _ found: FoundClone, environment: Environment
  ) throws(GitError) -> Clone {
    if UnresponsiveClones.contains(found.root) { throw .timedOut(path: found.root) }
    if File.isDirectory(found.root),
      let clone = try Clone(at: found.root, environment: environment)
    {
      return clone
    }
    if let clone = try Clone(at: found.commonDirectory, environment: environment) {
      return clone
    }
    throw .noSuchPath(found.root)
  }
}
