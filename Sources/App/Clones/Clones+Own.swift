import Context
import Git
import Platform

extension Clones {
  /// A path in a working tree that others may ask about: one of the user's clones, or one in or around a
  /// folder.
  ///
  /// - Parameter folder: the folder that a server was started in.
  /// - Returns: the path without links, and the top of its working tree; `nil` if it is in no such clone.
  package func own(
    _ path: String, orNear folder: String
  ) async throws -> (path: String, root: String)? {
    guard let real = File.realPath(path) else { return nil }
    let place = File.isDirectory(real) ? real : File.directory(of: real)
    guard let clone = try? LocalClone.find(from: place, environment: app.environment),
      let root = File.realPath(clone.root), real == root || real.hasPrefix(root + "/")
    else { return nil }
    let start = File.realPath(folder) ?? folder
    if start == root || start.hasPrefix(root + "/") { return (real, root) }
    // A client that starts everything in one of these grants nothing by it.
    let home = app.environment.nonEmpty("HOME").flatMap(File.realPath)
    let isBelow = start != "/" && start != home && root.hasPrefix(start + "/")
    if isBelow, (try? clone.isSelfContained) == true { return (real, root) }
    let known = try await chosen(by: .all, .unlimited).found
    let common = FoundClone(clone).commonDirectory
    return known.contains { $0.commonDirectory == common } ? (real, root) : nil
  }
}
