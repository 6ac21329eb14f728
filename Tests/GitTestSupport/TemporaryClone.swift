public import Git
public import Platform
import TestSupport
import Testing

/// A temporary folder with clones made by git, independent of the user's git configuration.
public final class TemporaryClone {
  public let path: String
  public var environment: Environment

  /// Creates a clone in `clone`. If `options` is `nil`, none is created.
  public init(_ options: [String]? = []) throws {
    path = "\(TemporaryFolder.parent)/commitdiary-\(UInt64.random(in: 0 ... .max))"
    try File.makeDirectory(path)
    environment = Environment([
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": path, "GIT_CONFIG_GLOBAL": "\(path)/config",
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "저자", "GIT_AUTHOR_EMAIL": "a@example.com",
      "GIT_COMMITTER_NAME": "C", "GIT_COMMITTER_EMAIL": "c@example.com",
      "GIT_AUTHOR_DATE": "1700000000 +0900", "GIT_COMMITTER_DATE": "1700000100 +0000",
      "GIT_CEILING_DIRECTORIES": TemporaryFolder.parent,
    ])
    try File.writeAtomically(Array("[init]\n\tdefaultBranch = main\n".utf8), to: file("config"))
    if let options { try git(["init", "-q"] + options + ["clone"], in: path) }
  }

  deinit { _ = try? Child.run(["rm", "-rf", path], environment: environment) }

  public func file(_ name: String) -> String { "\(path)/\(name)" }

  @discardableResult
  public func git(_ arguments: [String], in directory: String? = nil) throws -> String {
    let result = try Child.run(
      ["git"] + arguments, in: directory ?? file("clone"), environment: environment,
      deadline: .seconds(60))
    try #require(result.status.isSuccess, "\(arguments): \(result.errorText)")
    return result.text.split(separator: "\n").last.map(String.init) ?? ""
  }

  /// Commits a file, and returns the id of the commit.
  @discardableResult
  public func commit(
    _ message: String, file name: String = "file", text: String? = nil, at seconds: Int? = nil,
    options: [String] = []
  ) throws -> String {
    if let seconds {
      environment["GIT_AUTHOR_DATE"] = "\(seconds) +0900"
      environment["GIT_COMMITTER_DATE"] = "\(seconds + 100) +0000"
    }
    try File.writeAtomically(Array((text ?? message).utf8), to: file("clone/\(name)"))
    try git(["add", name])
    try git(["commit", "-q", "-m", message] + options)
    return try git(["rev-parse", "HEAD"])
  }

  /// Creates commits with exactly these messages, a second apart.
  public func importCommits(_ messages: [[UInt8]]) throws {
    var script: [UInt8] = []
    for (number, message) in messages.enumerated() {
      let head = """
        commit refs/heads/main
        author 저자 <a@example.com> \(number + 1) +0900
        committer C <c@example.com> \(number + 1) +0000
        data \(message.count)

        """
      script += Array(head.utf8) + message + Array("\n\n".utf8)
    }
    let result = try Child.run(
      ["git", "fast-import", "--quiet"], in: file("clone"), environment: environment,
      input: script)
    try #require(result.status.isSuccess, "\(result.errorText)")
  }

  public func clone(_ name: String = "clone") throws -> Clone {
    try Clone.findWithGit(from: file(name), environment: environment)
  }
}
