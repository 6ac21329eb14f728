import Foundation
import Platform
import Testing

/// How a test runs the program.
protocol Launcher: Sendable {
  /// The path of the program, for code that starts it directly.
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

/// The launcher of the current test.
enum Launch {
  /// The program in its own process, unless a suite sets another.
  @TaskLocal static var current: any Launcher = BinaryLauncher()
}

/// Sets the launcher for the tests of a suite.
struct LaunchTrait: SuiteTrait, TestTrait, TestScoping {
  let launcher: any Launcher
  /// The threads on which the tests run; `nil` for the pool of Swift concurrency.
  var threads: TestThreads?
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Launch.$current.withValue(launcher) {
      try await withTaskExecutorPreference(threads) { try await function() }
    }
  }
}

/// Starts the program in its own process.
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

  /// A command prefix that sets the tokens, which no other child process gets.
  private func tokens(in environment: Environment) -> [String] {
    let tokens = ["COMMITDIARY_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"].compactMap { name in
      environment[name].map { "\(name)=\($0)" }
    }
    return tokens.isEmpty ? [] : ["env"] + tokens
  }
}

/// Threads for tests that block while commands run in the test process.
///
/// The pool of Swift concurrency has as many threads as there are processors. If tests blocked all of
/// them, the tasks that the commands detach would never run.
final class TestThreads: TaskExecutor {
  /// As many threads as there are processors, so that as many tests run at the same time as usual.
  static let shared = TestThreads(count: ProcessInfo.processInfo.activeProcessorCount)

  private let jobs = BlockingQueue<UnownedJob>()

  private init(count: Int) {
    for _ in 0..<count {
      let error = Platform.Thread.detached { [self] in
        while true { jobs.next().runSynchronously(on: asUnownedTaskExecutor()) }
      }
      precondition(error == nil, "the system cannot start a thread")
    }
  }

  func enqueue(_ job: consuming ExecutorJob) { jobs.add(UnownedJob(job)) }
}
