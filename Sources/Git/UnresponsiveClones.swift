import Platform
import Synchronization

/// The clones in which git did not answer in time. Git is not called there again in the same run,
/// because the next call would probably take as long.
enum UnresponsiveClones {
  private static let folders = Mutex<Set<String>>([])

  static func add(_ program: GitProgram) {
    let folder = program.commonFolder
    folders.withLock { _ = $0.insert(folder) }
  }

  static func check(_ program: GitProgram) throws(GitError) {
    // Usually the set is empty, and the folder need not be determined.
    guard folders.withLock({ !$0.isEmpty }) else { return }
    let folder = program.commonFolder
    if folders.withLock({ $0.contains(folder) }) { throw .timedOut(path: program.directory) }
  }
}

extension GitProgram {
  /// The folder that identifies the clone, found without git; outside of clones, the working
  /// directory of git.
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
