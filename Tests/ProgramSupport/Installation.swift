import Platform
import Testing

/// The program with its completions and its manual, as `scripts/install` puts them into a folder of
/// the sandbox.
struct Installation {
  let sandbox: Sandbox
  let prefix: String

  init(in sandbox: Sandbox) throws {
    self.sandbox = sandbox
    prefix = sandbox.file("prefix")
    let outcome = try Self.run([prefix], in: sandbox)
    try #require(outcome.status == 0, "\(outcome.testDescription)")
  }

  func remove() throws -> Outcome { try Self.run(["--remove", prefix], in: sandbox) }

  /// The variables that make shells find what is installed.
  var environment: [String: String] {
    [
      "PATH": "\(prefix)/bin:/usr/bin:/bin", "prefix": prefix, "LC_ALL": "C.UTF-8",
      "XDG_DATA_DIRS": "\(prefix)/share:/usr/share",
    ]
  }

  private static func run(_ words: [String], in sandbox: Sandbox) throws -> Outcome {
    // The program under test is installed as it is. Nothing is built: that would wait for the build
    // of the tests, which waits for this one.
    let variables = ["COMMITDIARY_BINARY": sandbox.program]
    return Outcome(
      try Child.run(
        [root + "/scripts/install"] + words, in: sandbox.directory,
        environment: sandbox.environment.adding(variables), deadline: Sandbox.timeout))
  }

  private static let root = (0..<3).reduce("\(#filePath)") { path, _ in File.directory(of: path) }
}
