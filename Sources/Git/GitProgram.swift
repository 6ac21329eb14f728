import Platform

/// The git program, asked so that neither a person's settings nor the surroundings change what it
/// answers.
struct GitProgram: Hashable, Sendable {
  /// Where it works.
  var directory: String
  /// The clone, where it is known already; otherwise git looks for it.
  var gitDirectory: String?
  var environment: Environment

  static let patience = Duration.seconds(30)

  private static let settings = [
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    // A partial clone would ask its remote for what is missing here.
    "GIT_NO_LAZY_FETCH": "1",
    "LC_ALL": "C",
  ]

  /// What a hook, or a person with a clone elsewhere, has set for one clone and one command.
  private static let local = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
    "GIT_NAMESPACE", "GIT_PREFIX", "GIT_CONFIG",
  ]

  init(in directory: String, gitDirectory: String? = nil, environment: Environment) {
    self.directory = directory
    self.gitDirectory = gitDirectory
    self.environment = environment.adding(GitProgram.settings)
    // It would change how much of a file a difference shows, whatever our options say.
    self.environment["GIT_DIFF_OPTS"] = nil
  }

  /// The same, but deaf to what was set for another clone.
  func ignoringLocalVariables() -> GitProgram {
    var program = self
    for name in GitProgram.local { program.environment[name] = nil }
    return program
  }

  func words(_ arguments: [String]) -> [String] {
    ["git", "--no-pager", "-c", "core.quotePath=false", "-c", "log.showSignature=false"]
      + (gitDirectory.map { ["--git-dir=\($0)"] } ?? []) + arguments
  }

  func run(
    _ arguments: [String], deadline: Duration = patience
  ) throws(GitError) -> ChildResult {
    do throws(ChildError) {
      return try Child.run(
        words(arguments), in: directory, environment: environment, deadline: deadline)
    } catch {
      throw GitError(error, in: directory)
    }
  }

  func stream(
    _ arguments: [String], input: [UInt8]? = nil
  ) throws(GitError) -> ChildStream {
    do throws(ChildError) {
      return try Child.stream(
        words(arguments), in: directory, environment: environment, input: input)
    } catch {
      throw GitError(error, in: directory)
    }
  }

  func pipeline(
    _ first: [String], _ second: [String], deadline: Duration
  ) throws(GitError) -> (first: ChildStatus, second: ChildResult) {
    do throws(ChildError) {
      return try Child.pipeline(
        words(first), words(second), in: directory, environment: environment, deadline: deadline)
    } catch {
      throw GitError(error, in: directory)
    }
  }
}
