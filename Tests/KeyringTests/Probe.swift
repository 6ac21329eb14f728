import Platform
import TestSupport
import Testing

/// Asks the keyring of a session from a process in it: `Tests/KeyringProbe`.
enum Probe {
  /// What it answers. It writes nothing else, nowhere: what the libraries have to grumble is not for
  /// the person at the terminal.
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

  /// Starts asking, and gives back what waits for the answer.
  static func begin(_ words: [String], in environment: Environment) throws -> ChildStream {
    try Child.stream([path] + words, environment: asking(within: nil, in: environment))
  }

  /// Runs lines of the shell so many times at once, in which `$0` is the probe and `$1` the number of
  /// the run, and gives back what each has written.
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

  /// Beside the tests themselves.
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
