import Diary
import JSON
import Testing

/// Machines that share a diary through a bare repository in a folder. Each has its own home.
struct SyncStage {
  struct Machine: SandboxUser {
    let sandbox: Sandbox

    init() throws {
      sandbox = try Sandbox(clone: nil)
      // Otherwise each change starts another process.
      try run("config", "set", "sync.auto", "false")
    }

    /// What fails, with its status.
    func failure(_ words: String..., environment: [String: String] = [:]) throws -> Outcome {
      let outcome = try sandbox.run(words, environment: environment)
      try #require(outcome.status != 0, "\(outcome.testDescription)")
      return outcome
    }

    /// Runs a shell script in the folder of the machine.
    @discardableResult
    func shell(_ script: String) throws -> String {
      try sandbox.shell("cd '\(sandbox.path)' && \(script)")
    }

    /// The recovery key of an encrypted sharing.
    func key() throws -> String {
      try #require(json("sync", "key", "show")["recoveryKey"]?.string)
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

  /// Another machine, which has joined.
  func joined() throws -> Machine {
    let machine = try Machine()
    try machine.run("sync", "join", remote, "--plain")
    return machine
  }

  /// A machine with the data of the first one, as if its folder was copied.
  func copyOfFirst() throws -> Machine {
    let copy = try Machine()
    try copy.shell("rm -rf data && cp -r '\(first.sandbox.path)/data' .")
    return copy
  }

  /// Starts an encrypted sharing, with the keys in files.
  ///
  /// - Returns: the recovery key.
  @discardableResult
  func share(at remote: String? = nil) throws -> String {
    let remote = remote ?? self.remote
    let key = try #require(
      first.json("sync", "init", remote, "--store", "file")["recoveryKey"]?.string)
    try join(second, with: key, at: remote)
    try first.run("sync")
    return key
  }

  func join(_ machine: Machine, with key: String, at remote: String? = nil) throws {
    try machine.run(
      "sync", "join", remote ?? self.remote, "--store", "file", input: key)
  }

  /// Changes what is at the remote with a shell script.
  func change(_ script: String) throws {
    try first.shell(
      """
      rm -rf work && git clone -q -b commitdiary remote.git work && cd work && \(script) &&
        git add -A && git -c user.name=x -c user.email=x -c core.compression=1 commit -qm x &&
        git push -q origin commitdiary
      """)
  }

  /// Exchanges until both have everything.
  func exchange() throws { try sync(first, second, first) }

  /// Lets these machines exchange, one after the other.
  func sync(_ machines: Machine...) throws {
    for machine in machines { try machine.run("sync") }
  }

  /// Expects the texts of the notes on both machines.
  func expectBodies(_ bodies: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try first.bodies() == bodies, sourceLocation: sourceLocation)
    #expect(try second.bodies() == bodies, sourceLocation: sourceLocation)
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

/// A suite about machines that share a diary.
protocol SyncSuite {
  var stage: SyncStage { get }
}

extension SyncSuite {
  typealias Machine = SyncStage.Machine

  var first: Machine { stage.first }
  var second: Machine { stage.second }
  var remote: String { stage.remote }
}
