public import Platform

extension LocalClone {
  /// The clones that paths name: those in which they lie, and of a folder of clones those in it, two
  /// levels deep. They come in the order of the paths and of their names, each once, however many
  /// working trees it has; what is none, or is broken, says so in its place.
  ///
  /// - Parameter directory: where relative paths start; `nil` for where this process works.
  public static func all(
    under paths: [String], in directory: String? = nil, environment: Environment
  ) -> [Result<LocalClone, GitError>] {
    var seen: Set<String> = []
    var results: [Result<LocalClone, GitError>] = []
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
  ) -> [Result<LocalClone, GitError>] {
    let above: LocalClone?
    do throws(GitError) {
      let clone = try find(from: path, in: directory, environment: environment)
      // A home that is a clone itself, for its settings, is not what is meant by what is in it.
      let isEverything = clone.root == environment.nonEmpty("HOME").flatMap(File.realPath)
      if !isEverything && clone.root != "/" { return [.success(clone)] }
      if try realFolder(of: path, in: directory) == clone.root { return [.success(clone)] }
      above = clone
    } catch GitError.noClone {
      above = nil
    } catch {
      return [.failure(error)]
    }
    // The folder of a file in a clone is that clone; of another file it is not what was meant.
    let place = LocalPath.place(of: path, in: directory)
    if File.exists(place), !File.isDirectory(place) {
      return [above.map(Result.success) ?? .failure(.noClone(path: path))]
    }
    let folder: String
    do throws(GitError) {
      folder = try realFolder(of: path, in: directory)
      _ = try names(in: folder)
    } catch {
      return [.failure(error)]
    }
    let found = search(folder, levels: 2, environment: environment)
    if !found.isEmpty { return found }
    return [above.map(Result.success) ?? .failure(.noClone(path: path))]
  }

  private static func search(
    _ folder: String, levels: Int, environment: Environment
  ) -> [Result<LocalClone, GitError>] {
    // What may not be looked into has nothing to count.
    let names = (try? names(in: folder)) ?? []
    return names.flatMap { name -> [Result<LocalClone, GitError>] in
      // Of the hidden ones most are caches, full of other people's clones.
      guard !name.hasPrefix("."), let inside = File.realPath("\(folder)/\(name)"),
        File.isDirectory(inside)
      else { return [] }
      do throws(GitError) {
        if let clone = try LocalClone(at: inside, environment: environment) {
          return [.success(clone)]
        }
      } catch {
        return [.failure(error)]
      }
      return levels > 1 ? search(inside, levels: levels - 1, environment: environment) : []
    }
  }

  private static func names(in folder: String) throws(GitError) -> [String] {
    do throws(FileError) {
      return try File.list(folder)
    } catch {
      throw .broken(path: folder, detail: error.code.description)
    }
  }
}
