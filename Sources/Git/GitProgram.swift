public import Platform

/// The git program, asked so that neither a person's settings nor the surroundings change what it
/// answers, and that it starts no other program. A clone may come from anybody, and its settings
/// with it.
///
/// Every child of ours that is git is started here. Subcommands are git's own, which aliases cannot
/// replace.
struct GitProgram: Hashable, Sendable {
  /// Where it works.
  var directory: String
  /// The clone, where it is known already; otherwise git looks for it.
  var gitDirectory: String?
  var environment: Environment

  /// How long git may take for an answer, or be silent while it writes one: the history of a large
  /// clone takes long to write, but not between two commits.
  static let timeout = Duration.seconds(30)

  /// How long git may neither write nor work. It waits like that for a FIFO among its files, and for
  /// nothing else that ends.
  static let stallLimit = Duration.seconds(5)

  private static let variables = [
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    // A partial clone would ask its remote for what is missing here. Git knows the first one since
    // 2.45. The second is a list of what may be spoken with remotes, which takes precedence over
    // all settings; no protocol has this name.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "/",
    "LC_ALL": "C",
  ]

  /// Programs that git would run, and what changes how much of a file a difference shows.
  private static let ignored = [
    "GIT_ASKPASS", "GIT_DIFF_OPTS", "GIT_EDITOR", "GIT_EXTERNAL_DIFF", "GIT_PAGER",
    "GIT_PROXY_COMMAND", "GIT_SEQUENCE_EDITOR", "GIT_SSH", "GIT_SSH_COMMAND", "SSH_ASKPASS",
  ]

  /// What a hook, or a person with a clone elsewhere, has set for one clone and one command.
  private static let local = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
    "GIT_NAMESPACE", "GIT_PREFIX", "GIT_CONFIG",
  ]

  /// Settings that take precedence over those of files: no program that one of them names is run.
  /// The drivers of attributes (`diff.<name>.textconv`, `diff.<name>.command`) have any name, so
  /// whoever asks for a difference leaves them out by `--no-ext-diff --no-textconv`.
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
    "credential.helper=",
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

  /// The same, but deaf to what was set for another clone.
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
    _ arguments: [String], input: [UInt8]? = nil, deadline: Duration = timeout
  ) throws(GitError) -> ChildResult {
    try UnresponsiveClones.check(self)
    do throws(ChildError) {
      return try Child.run(
        words(arguments), in: directory, environment: environment, input: input,
        deadline: deadline, stallLimit: GitProgram.stallLimit, endsWithParent: true)
    } catch {
      // A shorter deadline is for what can be done without, and says nothing of the clone.
      if case .timedOut = error, deadline >= GitProgram.timeout { UnresponsiveClones.add(self) }
      throw GitError(error, in: directory)
    }
  }

  func stream(
    _ arguments: [String], input: [UInt8]? = nil, silenceLimit: Duration = timeout
  ) throws(GitError) -> GitStream {
    try UnresponsiveClones.check(self)
    do throws(ChildError) {
      return GitStream(
        try Child.stream(
          words(arguments), in: directory, environment: environment, input: input,
          silenceLimit: silenceLimit, stallLimit: GitProgram.stallLimit, endsWithParent: true),
        of: self)
    } catch {
      throw GitError(error, in: directory)
    }
  }

  func pipeline(
    _ first: [String], _ second: [String], deadline: Duration
  ) throws(GitError) -> (first: ChildStatus, second: ChildResult) {
    try UnresponsiveClones.check(self)
    do throws(ChildError) {
      return try Child.pipeline(
        words(first), words(second), in: directory, environment: environment, deadline: deadline,
        endsWithParent: true)
    } catch {
      throw GitError(error, in: directory)
    }
  }
}

extension Clone {
  /// What the git program says that it is: `git version 2.39.5`.
  public static func gitVersion(environment: Environment) throws(GitError) -> String {
    try GitProgram(in: "/", environment: environment).run(["--version"]).text
  }
}

/// What git writes, read while it still writes.
struct GitStream: ~Copyable {
  private var stream: ChildStream
  private let program: GitProgram

  fileprivate init(_ stream: consuming ChildStream, of program: GitProgram) {
    self.stream = stream
    self.program = program
  }

  /// The bytes that have come, or `nil` at the end of the output.
  mutating func next() throws(GitError) -> [UInt8]? {
    do throws(ChildError) { return try stream.next() } catch { throw failure(error) }
  }

  /// What it said on its standard error until now.
  var errorOutput: [UInt8] { stream.errorOutput }

  /// Waits for the end of git, whose output is read, and says how it ended.
  mutating func wait() throws(GitError) -> ChildStatus {
    do throws(ChildError) { return try stream.wait() } catch { throw failure(error) }
  }

  private func failure(_ error: ChildError) -> GitError {
    if case .timedOut = error { UnresponsiveClones.add(program) }
    return GitError(error, in: program.directory)
  }
}
