import GitHub
import Keyring
import Localization
import Synchronization
import Testing

@testable import App
@testable import Commands
@testable import Context
@testable import Platform
@testable import ProgramSupport

/// Runs the program in the test process, with the same arguments, variables, folder and input.
///
/// The deadline is not enforced. Waits between requests are short. The keyring of the user who runs the tests is not available, and
/// no signals are handled.
struct InProcessLauncher: Launcher {
  /// Changes the context of the run.
  var change: @Sendable (inout ProcessContext) -> Void = { _ in }

  func program() -> String { "/nowhere/commitdiary" }

  func run(
    _ words: [String], environment: Environment, input: [UInt8]?, in folder: String,
    deadline: Duration
  ) throws -> Outcome {
    let collected = Collected()
    var process = ProcessContext(environment: environment)
    process.directory = WorkingDirectory(folder)
    process.streams = collected.streams(reading: input ?? [])
    process.secrets = NoKeyring()
    process.localTime = try #require(LocalTime(zoneOf: environment))
    process.clock = HurriedClock()
    // However busy the machine is, what a command shows in time is shown.
    process.promptLimit = .seconds(60)
    process.handlesSignals = false
    // The hook must not start the tests.
    process.programPath = program()
    change(&process)
    let status = Commands.Program.run(words, in: process)
    return collected.outcome(status.rawValue)
  }
}

extension Trait where Self == LaunchTrait {
  /// Runs the program in the test process.
  static var inProcess: Self { LaunchTrait(launcher: InProcessLauncher(), threads: .shared) }
}

/// The output of a run.
private final class Collected: Sendable {
  private let bytes = Mutex<(output: [UInt8], error: [UInt8])>(([], []))

  func streams(reading input: [UInt8]) -> Streams {
    Streams(
      read: { limit throws(FileError) in
        guard input.count <= limit else { throw FileError(path: "-", code: .tooBig) }
        return input
      },
      write: { text, stream in
        self.bytes.withLock { bytes in
          if stream == .output { bytes.output += text.utf8 } else { bytes.error += text.utf8 }
        }
        return .done
      })
  }

  func outcome(_ status: Int32) -> Outcome {
    bytes.withLock {
      Outcome(
        ChildResult(status: .exited(status), output: $0.output, errorOutput: $0.error))
    }
  }
}

/// A session without a keyring, as on a server.
private struct NoKeyring: SecretStore {
  func secret(host: String, account: String) async throws(KeyringError) -> String? {
    throw .noBus(detail: "no session bus in a test")
  }

  func store(
    _ secret: String, host: String, account: String, label: String
  ) async throws(KeyringError) { throw .noBus(detail: "no session bus in a test") }

  func bytes(host: String, account: String) async throws(KeyringError) -> [UInt8]? {
    throw .noBus(detail: "no session bus in a test")
  }

  func store(
    _ secret: [UInt8], host: String, account: String, label: String
  ) async throws(KeyringError) { throw .noBus(detail: "no session bus in a test") }

  func remove(host: String, account: String) async throws(KeyringError) -> Bool {
    throw .noBus(detail: "no session bus in a test")
  }

  func check() async throws(KeyringError) { throw .noBus(detail: "no session bus in a test") }

  func unlock() async throws(KeyringError) { throw .noBus(detail: "no session bus in a test") }

  func tokenOfGitHubCLI(host: String) async throws(KeyringError) -> String? {
    throw .noBus(detail: "no session bus in a test")
  }
}

/// A clock whose sleeps take a tenth of their time.
private final class HurriedClock: MonotonicClock {
  private let clock = SystemMonotonicClock()
  private let skipped = Mutex(Duration.zero)

  var elapsed: Duration { clock.elapsed + skipped.withLock { $0 } }

  func sleep(for duration: Duration) async throws(CancellationError) {
    try await clock.sleep(for: duration / 10)
    skipped.withLock { $0 += duration * 0.9 }
  }
}
