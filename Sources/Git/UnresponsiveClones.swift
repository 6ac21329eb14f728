import Platform
import Synchronization

/// The clones in which git did not answer in time, and the folders whose file system did not. They are
/// not asked again in the same run, because the next answer would probably take as long.
public enum UnresponsiveClones {
  private static let clones = Mutex<Set<String>>([])
  private static let folders = Mutex<Set<String>>([])

  /// Adds the whole file system with this path, unless `other` is on it: that one did respond.
  public static func add(fileSystemOf path: String, unlessOf other: String) {
    let point = MountPoint.of(path)
    let folder = point == MountPoint.of(other) ? path : point
    folders.withLock { _ = $0.insert(folder) }
  }

  /// Whether a path is on a file system that did not respond. The path itself is not looked at.
  public static func contains(_ path: String) -> Bool {
    folders.withLock { folders in
      folders.contains { path == $0 || path.hasPrefix($0 + "/") }
    }
  }

  static func add(_ program: GitProgram) {
    let folder = program.commonFolder
    clones.withLock { _ = $0.insert(folder) }
  }

  static func check(_ program: GitProgram) throws(GitError) {
    if contains(program.directory) { throw .timedOut(path: program.directory) }
    // Usually the set is empty, and the folder need not be determined.
    guard clones.withLock({ !$0.isEmpty }) else { return }
    let folder = program.commonFolder
    if clones.withLock({ $0.contains(folder) }) { throw .timedOut(path: program.directory) }
  }
}

/// Learns what the reading of a clone is doing. Git has deadlines of its own; a file system has none.
public final class ReadingObserver: Sendable {
  public enum Step: Sendable {
    case file, git
  }

  /// The observer of what this thread reads. It is an object because a task local variable with a
  /// closure crashes in optimized builds (Swift 6.3.1).
  @TaskLocal public static var current: ReadingObserver?

  /// Called before each step that may take long.
  let begins: @Sendable (Step) -> Void

  public init(_ begins: @escaping @Sendable (Step) -> Void) { self.begins = begins }
}

extension GitProgram {
  /// The folder that identifies the clone, found without git; outside of clones, the working
  /// directory of git.
  fileprivate var commonFolder: String {
    var folder = directory
    if let known = gitDirectory ?? environment.nonEmpty("GIT_DIR") {
      folder = GitFolder.common(of: LocalPath.absolute(known, from: directory))
    } else if let clone = try? Clone.find(from: directory, environment: environment) {
      folder = clone.commonDirectory
    }
    return File.realPath(folder) ?? folder
  }
}
