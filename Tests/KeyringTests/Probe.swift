import Platform
import TestSupport
import Testing

/// Runs `Tests/KeyringProbe`, a process in the session of the keyring.
enum Probe {
  /// The output of the probe. Nothing may be written to standard error, because warnings of the
  /// libraries do not concern the user.
  static func ask(
    _ words: [String], input: String = "", deadline: Duration? = nil, in environment: Environment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let result = try Child.run(
      [path] + words, environment: asking(within: deadline, in: environment),
      input: Array(input.utf8), deadline: .seconds(120))
    #expect(result.errorText == "", sourceLocation: sourceLocation)
    #expect(result.status == .exited(0), sourceLocation: sourceLocation)
    return String(result.text.dropLast())
  }

  /// Starts a request, and returns the stream of its output.
  static func begin(_ words: [String], in environment: Environment) throws -> ChildStream {
    try Child.stream([path] + words, environment: asking(within: nil, in: environment))
  }

  /// Runs a shell script `count` times concurrently, and returns the output of each run. `$0` is
  /// the probe, and `$1` the number of the run.
  static func askAtOnce(
    _ count: Int, _ lines: String, in environment: Environment
  ) throws -> [String] {
    let folder = try TemporaryFolder()
    let script = """
      for number in $(seq 0 \(count - 1)); do
        sh -c "$2" "$0" "$number" >"$1/$number" 2>&1 &
      done
      wait
      """
    let result = try Child.run(
      ["sh", "-c", script, path, folder.path, lines], environment: environment,
      deadline: .seconds(120))
    try #require(result.status.isSuccess, "\(result.errorText)")
    return try (0..<count).map {
      String(decoding: try File.read(folder.file("\($0)")), as: UTF8.self)
    }
  }

  private static func asking(
    within deadline: Duration?, in environment: Environment
  ) -> Environment {
    guard let deadline else { return environment }
    return environment.adding(["PROBE_DEADLINE": "\(Int(deadline / .milliseconds(1)))"])
  }

  /// The probe is in the same folder as the test binary.
  private static let path =
    File.directory(of: File.realPath("/proc/self/exe") ?? "") + "/keyring-probe"
}

extension SecretService {
  func ask(
    _ words: String, input: String = "", deadline: Duration? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    try Probe.ask(
      words.split(separator: " ").map(String.init), input: input, deadline: deadline,
      in: environment, sourceLocation: sourceLocation)
  }
}
