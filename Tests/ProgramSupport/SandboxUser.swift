import Diary
import JSON
import Testing

extension Sandbox {
  /// Runs the program with `--json`, which must succeed, and returns the document.
  @discardableResult
  func json(
    _ words: [String], environment: [String: String] = [:], in folder: String? = nil
  ) throws -> JSONValue {
    try run(words + ["--json"], environment: environment, in: folder).success().json()
  }

  @discardableResult
  func json(
    _ words: String..., environment: [String: String] = [:], in folder: String? = nil
  ) throws -> JSONValue {
    try json(words, environment: environment, in: folder)
  }

  /// What git prints, without the last line break.
  @discardableResult
  func git(_ command: String, in folder: String? = nil) throws -> String {
    String(try shell("cd '\(folder ?? directory)' && git \(command)").trimmed)
  }
}

/// A suite, or a machine of one, whose commands must succeed.
protocol SandboxUser {
  var sandbox: Sandbox { get }
  /// The working directory of the commands.
  var folder: String? { get }
}

extension SandboxUser {
  var folder: String? { nil }

  /// Runs the program, which must succeed.
  @discardableResult
  func run(
    _ words: [String], environment: [String: String] = [:], input: String? = nil,
    in folder: String? = nil
  ) throws -> Outcome {
    try sandbox.run(
      words, environment: environment, input: input.map { Array($0.utf8) },
      in: folder ?? self.folder
    ).success()
  }

  @discardableResult
  func run(
    _ words: String..., environment: [String: String] = [:], input: String? = nil,
    in folder: String? = nil
  ) throws -> Outcome {
    try run(words, environment: environment, input: input, in: folder)
  }

  @discardableResult
  func json(_ words: String..., environment: [String: String] = [:]) throws -> JSONValue {
    try sandbox.json(words, environment: environment, in: folder)
  }

  @discardableResult
  func git(_ command: String) throws -> String { try sandbox.git(command, in: folder) }

  /// Adds a note to a repository that is not cloned, and returns its id.
  @discardableResult
  func note(_ body: String, _ more: String...) throws -> String {
    let added = try sandbox.json(
      ["notes", "add", "--repo", "o/r", "--no-commit", "--body", body] + more, in: folder)
    return try #require(added["id"]?.string)
  }

  /// The texts of the notes, sorted.
  func bodies(_ more: String...) throws -> [String] {
    try sandbox.notes(more, in: folder).compactMap { $0["body"]?.string }.sorted()
  }
}

/// Expects these members of an object, among others.
func expect(
  _ value: JSONValue?, has members: KeyValuePairs<String, JSONValue?>,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for (name, member) in members {
    #expect(value?[name] == member, "\(name) of \(value as Any)", sourceLocation: sourceLocation)
  }
}
