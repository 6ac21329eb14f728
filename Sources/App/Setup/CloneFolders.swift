import Platform

/// A search for the folders below the home folder that contain clones, for suggestions.
package enum CloneFolders {
  private static let levels = 4
  private static let maxCount = 6
  private static let limit = Duration.seconds(2)

  /// The folders, those with the most clones first. The search ends when the time is over, with
  /// what it has found. It runs on a thread of its own, because a folder on a network may not
  /// answer at all.
  package static func find(in home: String) -> [String] {
    guard let home = File.realPath(home), home != "/" else { return [] }
    let end = ContinuousClock.now + limit
    let work = BlockingWork([String]()) { work in
      // Level by level, so that clones near the home folder are found first. Without another thread,
      // nobody stops the work.
      var folders = [home]
      for _ in 0..<levels {
        folders = folders.flatMap {
          work.isStopped || ContinuousClock.now > end ? [] : below($0, work)
        }
      }
    }
    _ = work.wait(atMost: limit)
    work.stop()
    return folders(of: work.state, in: home)
  }

  /// The folders in a folder that are not clones. Hidden ones are skipped, because most are caches, and
  /// so are symbolic links.
  private static func below(_ folder: String, _ work: BlockingWork<[String]>) -> [String] {
    ((try? File.list(folder)) ?? []).compactMap { name in
      let path = "\(folder)/\(name)"
      guard !name.hasPrefix("."), File.isDirectory(path), File.realPath(path) == path else {
        return nil
      }
      guard File.exists(path + "/.git") else { return path }
      work.update { $0.append(path) }
      return nil
    }
  }

  /// The folders to suggest: the deepest one with all clones of a folder in the home folder, or a
  /// clone itself if it is in the home folder.
  static func folders(of clones: [String], in home: String) -> [String] {
    let groups = Dictionary(grouping: clones) { clone in
      Array(clone.utf8.dropFirst(home.utf8.count + 1).prefix { $0 != UInt8(ascii: "/") })
    }
    return groups.values
      .sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
      .prefix(maxCount)
      .map { clones in
        let parents = clones.map { clone in
          let parent = File.directory(of: clone)
          return (parent == home ? clone : parent).split(separator: "/")
        }
        let common = parents.dropFirst().reduce(parents[0]) { common, parent in
          Array(zip(common, parent).prefix { $0 == $1 }.map { $0.0 })
        }
        return "~/" + common.dropFirst(home.split(separator: "/").count).joined(separator: "/")
      }
  }
}
