import Platform
import Testing

/// The program with its completions and manual, installed by `scripts/install` into a folder of the
/// sandbox.
struct Installation {
  let sandbox: Sandbox
  let prefix: String

  init(in sandbox: Sandbox) throws {
    self.sandbox = sandbox
    prefix = sandbox.file("prefix")
    try File.makeDirectory(prefix)
    try Self.installed.get().write(to: prefix)
  }

  /// What `scripts/install` installs. Without optimization it takes seconds to make the manual pages.
  private static let installed = Result { () throws -> FolderImage in
    let sandbox = try Sandbox(clone: nil)
    let prefix = sandbox.file("prefix")
    let outcome = try run([prefix], in: sandbox)
    try #require(outcome.status == 0, "\(outcome.testDescription)")
    return try FolderImage(of: prefix)
  }

  /// Installs over what is installed.
  func installAgain() throws -> Outcome { try Self.run([prefix], in: sandbox) }

  func remove() throws -> Outcome { try Self.run(["--remove", prefix], in: sandbox) }

  /// The variables with which shells find the installed files.
  var environment: [String: String] {
    [
      "PATH": "\(prefix)/bin:/usr/bin:/bin", "prefix": prefix, "LC_ALL": "C.UTF-8",
      "XDG_DATA_DIRS": "\(prefix)/share:/usr/share",
    ]
  }

  private static func run(_ words: [String], in sandbox: Sandbox) throws -> Outcome {
    // The binary under test is installed without a build. A build would wait for the lock of the
    // test build, which waits for this test.
    let variables = ["COMMITDIARY_BINARY": sandbox.program]
    return Outcome(
      try Child.run(
        [root + "/scripts/install"] + words, in: sandbox.directory,
        environment: sandbox.environment.adding(variables), deadline: Sandbox.timeout))
  }

  private static let root = (0..<3).reduce("\(#filePath)") { path, _ in File.directory(of: path) }
}
