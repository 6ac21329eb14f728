public import Platform

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
    program.environment = environment.withoutGitFolders
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

  /// The same for a git that has to succeed.
  func successfully(
    _ arguments: [String], input: [UInt8]? = nil, outputLimit: Int = Child.defaultOutputLimit,
    deadline: Duration = timeout
  ) throws(GitError) -> ChildResult {
    let result = try run(
      arguments, input: input, outputLimit: outputLimit, deadline: deadline)
    guard result.status.isSuccess else {
      throw GitError(errorOutput: result.errorOutput, path: directory)
    }
    return result
  }

  /// Passes the output of a git that has to succeed to `take`, while git is running.
  func read(
    _ arguments: [String], input: [UInt8]? = nil, _ take: ([UInt8]) -> Void
  ) throws(GitError) {
    var stream = try stream(arguments, input: input)
    try stream.read(take)
  }

  /// Passes the fields of each commit that git prints to `take`.
  ///
  /// - Parameter format: the format of the fields, with `%x00` between them.
  func readCommits(
    _ arguments: [String], format: String = CommitRecord.format, input: [UInt8],
    _ take: ([[UInt8]]) -> Void
  ) throws(GitError) {
    var records = CommitRecords(format: format, AgentMarks(environment))
    try read(["log"] + arguments + CommitRecord.options(format: format), input: input) { bytes in
      records.feed(bytes)
      while let fields = records.nextFields() { take(fields) }
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
