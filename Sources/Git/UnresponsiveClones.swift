import Platform
import Synchronization

/// The clones in which git did not answer in time. They are not asked again in the same run: the next
/// question would most likely take as long.
enum UnresponsiveClones {
  private static let folders = Mutex<Set<String>>([])

  static func add(_ program: GitProgram) {
    let folder = program.commonFolder
    folders.withLock { _ = $0.insert(folder) }
  }

  static func check(_ program: GitProgram) throws(GitError) {
    // Mostly there is none, and then it need not be known where the clone is.
    guard folders.withLock({ !$0.isEmpty }) else { return }
    let folder = program.commonFolder
    if folders.withLock({ $0.contains(folder) }) { throw .timedOut(path: program.directory) }
  }
}

extension GitProgram {
  /// What tells the clone from others, found without git; outside of clones, where git works.
  fileprivate var commonFolder: String {
    var folder = directory
    if let known = gitDirectory ?? environment.nonEmpty("GIT_DIR") {
      folder = GitFolder.common(of: LocalPath.absolute(known, from: directory))
    } else if let clone = try? LocalClone.find(from: directory, environment: environment) {
      folder = clone.commonDirectory
    }
    return File.realPath(folder) ?? folder
  }
}
