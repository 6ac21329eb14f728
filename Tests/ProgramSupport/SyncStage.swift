import Diary
import JSON
import Testing

/// Machines that share a diary through a bare repository in a folder. Each has its own home.
struct SyncStage {
  struct Machine {
    let sandbox: Sandbox

    init() throws {
      sandbox = try Sandbox(clone: nil)
      // Otherwise each change starts another process.
      try run("config", "set", "sync.auto", "false")
    }

    @discardableResult
    func run(_ words: String...) throws -> Outcome {
      let outcome = try sandbox.run(words)
      try outcome.success()
      return outcome
    }

    @discardableResult
    func json(_ words: String...) throws -> JSONValue {
      let outcome = try sandbox.run(words + ["--json"])
      try outcome.success()
      return try outcome.json()
    }

    /// What fails, with its status.
    func failure(_ words: String..., environment: [String: String] = [:]) throws -> Outcome {
      let outcome = try sandbox.run(words, environment: environment)
      try #require(outcome.status != 0, "\(words) \(outcome.testDescription)")
      return outcome
    }

    /// The texts of notes.
    func bodies(_ more: String...) throws -> [String] {
      let notes = try sandbox.run(["notes", "list", "--limit", "0", "--json"] + more).json()
      return (notes["notes"]?.array ?? []).compactMap { $0["body"]?.string }.sorted()
    }

    @discardableResult
    func note(_ body: String, _ more: String...) throws -> String {
      let outcome = try sandbox.run(
        ["notes", "add", "--repo", "o/r", "--no-commit", "--body", body, "--json"] + more)
      return try #require(try outcome.json()["id"]?.string, "\(outcome.testDescription)")
    }

    func entry(_ day: String) throws -> String {
      try json("diary", "show", day)["body"]?.string ?? ""
    }

    /// The texts of the open to-dos in the order of the list, with their numbers.
    func toDos() throws -> [String] {
      (try json("todo", "list", "--open")["todos"]?.array ?? []).map {
        "\($0["number"]?.integer ?? 0) \($0["text"]?.string ?? "")"
      }
    }
  }

  let first: Machine
  let second: Machine
  let remote: String

  /// - Parameter isShared: whether both machines have joined.
  init(isShared: Bool = true) throws {
    first = try Machine()
    second = try Machine()
    remote = first.sandbox.file("remote.git")
    guard isShared else { return }
    try first.run("sync", "init", remote, "--plain")
    try second.run("sync", "join", remote, "--plain")
  }

  /// Exchanges until both have everything.
  func exchange() throws {
    try first.run("sync")
    try second.run("sync")
    try first.run("sync")
  }

  @discardableResult
  func git(_ command: String) throws -> String {
    String(try first.sandbox.shell("git --git-dir='\(remote)' \(command)").trimmed)
  }

  /// Everything in the commits that the remote reaches.
  func remoteContents() throws -> String {
    try first.sandbox.shell(
      """
      git --git-dir='\(remote)' rev-list --objects --all | cut -d' ' -f1 |
        git --git-dir='\(remote)' cat-file --batch
      """)
  }
}
