import Platform
import Testing

/// How a test runs the program.
protocol Launcher: Sendable {
  /// Where the program is, for what starts it by itself.
  func program() throws -> String

  func run(
    _ words: [String], environment: Environment, input: [UInt8]?, in folder: String,
    deadline: Duration
  ) throws -> Outcome
}

extension Launcher {
  func run(
    _ words: [String], environment: Environment, input: [UInt8]?, in folder: String
  ) throws -> Outcome {
    try run(
      words, environment: environment, input: input, in: folder, deadline: Sandbox.timeout)
  }
}

/// What runs the program in the test that is going on.
enum Launch {
  /// The release binary, where a suite does not say otherwise.
  @TaskLocal static var current: any Launcher = BinaryLauncher()
}

/// Lets the tests of a suite run the program by a launcher of their own.
struct LaunchTrait: SuiteTrait, TestTrait, TestScoping {
  let launcher: any Launcher
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Launch.$current.withValue(launcher) { try await function() }
  }
}

/// Starts the release binary in a process of its own.
struct BinaryLauncher: Launcher {
  func program() throws -> String { try Program.path() }

  func run(
    _ words: [String], environment: Environment, input: [UInt8]?, in folder: String,
    deadline: Duration
  ) throws -> Outcome {
    try run(
      words, environment: environment, input: input, in: folder, deadline: deadline
    ) { [$0] }
  }

  /// - Parameter command: the words that start the program at a path.
  func run(
    _ words: [String], environment: Environment, input: [UInt8]?, in folder: String,
    deadline: Duration = Sandbox.timeout, by command: (String) throws -> [String]
  ) throws -> Outcome {
    Outcome(
      try Child.run(
        tokens(in: environment) + command(Program.path()) + words, in: folder,
        environment: environment, input: input, deadline: deadline))
  }

  /// Words before the program that give it the tokens which no other child is given.
  private func tokens(in environment: Environment) -> [String] {
    let tokens = ["COMMITDIARY_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"].compactMap { name in
      environment[name].map { "\(name)=\($0)" }
    }
    return tokens.isEmpty ? [] : ["env"] + tokens
  }
}
