public import Platform
import Synchronization

/// Runs git in such a way that neither settings nor the environment change its output, and that it
/// starts no other program. A clone, including its settings, may come from an untrusted source.
///
/// All git processes are started here. Aliases cannot replace git's own subcommands.
struct GitProgram: Hashable, Sendable {
  /// The working directory.
  var directory: String
  /// The git folder if it is known; otherwise git searches for it.
  var gitDirectory: String?
  var environment: Environment

  /// How long git may take to finish, or to produce the next output: a large clone takes a long
  /// time to list, but not between two commits.
  static let timeout = Duration.seconds(30)

  /// How long git may neither write nor use the processor. Git waits that long only for a FIFO in
  /// place of one of its files, and for some file systems that do not respond.
  static let stallLimit = Duration.seconds(3)

  private static let variables = [
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    // These prevent a partial clone from fetching missing objects. Git supports `GIT_NO_LAZY_FETCH`
    // since 2.45. `GIT_ALLOW_PROTOCOL` is a list of allowed protocols that takes precedence over
    // all settings; no protocol has this name.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "/",
    "LC_ALL": "C",
  ]

  /// Variables that name programs to run, or that change the size of a diff.
  private static let ignored = [
    "GIT_ASKPASS", "GIT_DIFF_OPTS", "GIT_EDITOR", "GIT_EXTERNAL_DIFF", "GIT_PAGER",
    "GIT_PROXY_COMMAND", "GIT_SEQUENCE_EDITOR", "GIT_SSH", "GIT_SSH_COMMAND", "SSH_ASKPASS",
  ]

  /// Variables that a hook or the user has set for another clone or command.
  static let local = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
    "GIT_NAMESPACE", "GIT_PREFIX", "GIT_CONFIG",
  ]

  /// Settings that take precedence over configuration files, so that git runs none of the programs
  /// that a clone configures. Drivers of attributes (`diff.<name>.textconv`, `diff.<name>.command`)
  /// cannot be listed here, because their names are arbitrary; commands that print a diff disable
  /// them with `--no-ext-diff --no-textconv`.
  private static let overrides = [
    "core.quotePath=false",
    "log.showSignature=false",
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "core.editor=false",
    "core.askPass=false",
    "core.sshCommand=false",
    "core.gitProxy=",
    "core.alternateRefsCommand=false",
    "core.bigFileThreshold=512m",
    "credential.helper=",
    "diff.suppressBlankEmpty=false",
    "gpg.program=false",
    "gpg.ssh.program=false",
    "gpg.x509.program=false",
    "protocol.allow=never",
    "submodule.recurse=false",
    "gc.auto=0",
    "maintenance.auto=false",
  ].flatMap { ["-c", $0] }

  init(in directory: String, gitDirectory: String? = nil, environment: Environment) {
    self.directory = directory
    self.gitDirectory = gitDirectory
    self.environment = environment.adding(GitProgram.variables)
    for name in GitProgram.ignored { self.environment[name] = nil }
  }

  /// A copy without the variables that were set for another clone.
  func ignoringLocalVariables() -> GitProgram {
    var program = self
    for name in GitProgram.local { program.environment[name] = nil }
    return program
  }

  func words(_ arguments: [String]) -> [String] {
    ["git", "--no-pager"] + GitProgram.overrides + (gitDirectory.map { ["--git-dir=\($0)"] } ?? [])
      + arguments
  }

  func run(
    _ arguments: [String], input: [UInt8]? = nil, outputLimit: Int = Child.defaultOutputLimit,
    deadline: Duration = timeout
  ) throws(GitError) -> ChildResult {
    try UnresponsiveClones.check(self)
    ReadingObserver.current?.begins(.git)
    do throws(ChildError) {
      return try Child.run(
        words(arguments), in: directory, environment: environment, input: input,
        outputLimit: outputLimit, deadline: deadline, stallLimit: GitProgram.stallLimit,
        endsWithParent: true)
    } catch {
      // A shorter deadline is used for optional results and does not mean that the clone is
      // unresponsive.
      if case .timedOut = error, deadline >= GitProgram.timeout { UnresponsiveClones.add(self) }
      throw GitError(error, in: directory)
    }
  }

  func stream(
    _ arguments: [String], input: [UInt8]? = nil, silenceLimit: Duration = timeout
  ) throws(GitError) -> GitStream {
    try UnresponsiveClones.check(self)
    ReadingObserver.current?.begins(.git)
    do throws(ChildError) {
      return GitStream(
        try Child.stream(
          words(arguments), in: directory, environment: environment, input: input,
          silenceLimit: silenceLimit, stallLimit: GitProgram.stallLimit, endsWithParent: true),
        of: self, isOptional: silenceLimit < GitProgram.timeout)
    } catch {
      throw GitError(error, in: directory)
    }
  }

  func pipeline(
    _ first: [String], _ second: [String], input: [UInt8]? = nil, deadline: Duration
  ) throws(GitError) -> (first: ChildStatus, second: ChildResult) {
    try UnresponsiveClones.check(self)
    do throws(ChildError) {
      return try Child.pipeline(
        words(first), words(second), in: directory, environment: environment, input: input,
        deadline: deadline, endsWithParent: true)
    } catch {
      throw GitError(error, in: directory)
    }
  }
}

extension Clone {
  /// The output of `git --version`, such as `git version 2.39.5`.
  public static func gitVersion(environment: Environment) throws(GitError) -> String {
    try GitProgram(in: "/", environment: environment).run(["--version"]).text
  }
}

/// The output of a running git.
struct GitStream: ~Copyable {
  private var stream: ChildStream
  private let program: GitProgram
  private let isOptional: Bool

  fileprivate init(_ stream: consuming ChildStream, of program: GitProgram, isOptional: Bool) {
    self.stream = stream
    self.program = program
    self.isOptional = isOptional
  }

  /// The bytes that have arrived, or `nil` at the end of the output.
  mutating func next() throws(GitError) -> [UInt8]? {
    do throws(ChildError) { return try stream.next() } catch { throw failure(error) }
  }

  /// What git has written to standard error so far.
  var errorOutput: [UInt8] { stream.errorOutput }

  /// Waits for a git whose output has been read to its end, and returns its status.
  mutating func wait() throws(GitError) -> ChildStatus {
    do throws(ChildError) { return try stream.wait() } catch { throw failure(error) }
  }

  private func failure(_ error: ChildError) -> GitError {
    // As in `run`.
    if case .timedOut = error, !isOptional { UnresponsiveClones.add(program) }
    return GitError(error, in: program.directory)
  }
}

extension Environment {
  /// Without the variables that make git use another clone than that of the working directory.
  public var withoutGitFolders: Environment {
    var environment = self
    for name in GitProgram.local { environment[name] = nil }
    return environment
  }

  /// Adds settings of git that take precedence over all files. Other than after `-c`, their names may
  /// contain an equals sign.
  func adding(settings: [(name: String, value: String)]) -> Environment {
    var environment = self
    var count = nonEmpty("GIT_CONFIG_COUNT").flatMap { Int($0) } ?? 0
    for setting in settings {
      environment["GIT_CONFIG_KEY_\(count)"] = setting.name
      environment["GIT_CONFIG_VALUE_\(count)"] = setting.value
      count += 1
    }
    environment["GIT_CONFIG_COUNT"] = "\(count)"
    return environment
  }
}

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
    } else if let clone = try? LocalClone.find(from: directory, environment: environment) {
      folder = clone.commonDirectory
    }
    return File.realPath(folder) ?? folder
  }
}
