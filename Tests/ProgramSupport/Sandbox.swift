import Glibc
import JSON
import Platform
import TestSupport
import Testing

/// A temporary home directory for the program, with a clone in it.
final class Sandbox {
  let path: String
  /// The path of the program, if it is run in its own process.
  let program: String
  var environment: Environment
  /// How the program is run.
  let launcher: any Launcher

  /// - Parameters:
  ///   - clone: the folder name of the clone; `nil` for none.
  ///   - image: the contents of another home directory with such a clone.
  ///   - now: the current time, if it matters.
  ///   - zone: the time zone, if it matters.
  init(
    clone: String? = "clone", image: FolderImage? = nil, at now: String? = nil,
    in zone: String? = nil
  ) throws {
    launcher = Launch.current
    program = try launcher.program()
    // Sockets are in it, and the path of a socket has at most 107 bytes.
    let number = UInt64.random(in: 0..<1_000_000_000_000)
    path = "\(TemporaryFolder.parent)/commitdiary-program-\(number)"
    environment = Environment.sandboxed(in: path).adding([
      "GIT_AUTHOR_NAME": "저자", "GIT_AUTHOR_EMAIL": "author@example.com",
      "GIT_COMMITTER_NAME": "Committer", "GIT_COMMITTER_EMAIL": "committer@example.com",
      "GIT_AUTHOR_DATE": "1700000000 +0900", "GIT_COMMITTER_DATE": "1700000100 +0000",
    ])
    if let now { environment["COMMITDIARY_NOW"] = now }
    if let zone { environment["TZ"] = zone }
    directory = "\(path)/\(clone ?? "home")"
    // Some tests run the program as another user, who needs access.
    try File.makeDirectory(path, permissions: 0o755)
    if let image {
      try image.write(to: path)
      return
    }
    try File.makeDirectory(file("home"))
    if clone != nil {
      try File.makeDirectory(directory)
      try Self.clone.get().write(to: directory)
    }
  }

  /// A clone with one commit, which git creates only once.
  private static let clone = Result { () throws -> FolderImage in
    let sandbox = try Sandbox(clone: nil)
    try sandbox.shell(
      """
      git init -q -b main made && cd made
      git commit -q --allow-empty -m 'The first commit'
      """)
    return try FolderImage(of: sandbox.file("home/made"))
  }

  /// A clone of `octocat/hello` on November 21, 2026, with a second commit and more by `commits`.
  static func withOrigin(commits: String = "") throws -> Sandbox {
    let sandbox = try Sandbox()
    sandbox.environment["COMMITDIARY_NOW"] = "2026-11-21T09:00:00+09:00"
    try sandbox.shell(
      """
      git remote add origin https://github.com/octocat/hello.git
      git commit -q --allow-empty -m 'The second commit'
      \(commits)
      """)
    return sandbox
  }

  deinit { TemporaryFolder.remove(path) }

  /// The working directory of the program: the clone.
  private(set) var directory: String

  func file(_ name: String) -> String { "\(path)/\(name)" }

  var data: String { file("data/commitdiary") }
  var journal: String { data + "/journal.sqlite" }
  var drafts: String { file("state/commitdiary/drafts") }
}

extension Sandbox {
  /// Longer than any run takes, even on a slow machine.
  static let timeout = Duration.seconds(45)

  @discardableResult
  func run(
    _ words: [String], environment more: [String: String] = [:], input: [UInt8]? = nil,
    in folder: String? = nil, as user: OtherUser? = nil
  ) throws -> Outcome {
    let environment = environment.adding(more)
    var outcome =
      if let user {
        try BinaryLauncher().run(
          words, environment: environment, input: input, in: folder ?? directory
        ) { try user.command(for: $0, in: self) }
      } else {
        try launcher.run(words, environment: environment, input: input, in: folder ?? directory)
      }
    outcome.words = words
    return outcome
  }

  @discardableResult
  func run(
    _ words: String..., environment: [String: String] = [:], input: [UInt8]? = nil,
    in folder: String? = nil, as user: OtherUser? = nil
  ) throws -> Outcome {
    try run(words, environment: environment, input: input, in: folder, as: user)
  }

  /// Runs a shell script in which `$commitdiary` is the program and `$sandbox` this folder.
  @discardableResult
  func script(
    _ text: String, environment more: [String: String] = [:], input: [UInt8]? = nil
  ) throws -> Outcome {
    let names = ["commitdiary": program, "sandbox": path]
    return Outcome(
      try Child.run(
        ["sh", "-c", text], in: directory,
        environment: environment.adding(names).adding(more), input: input,
        deadline: Self.timeout))
  }

  /// Waits until a file that another process writes ends with a line break, and returns its text.
  func awaitedText(of path: String) throws -> String {
    let end = ContinuousClock.now + Self.timeout
    while true {
      let text = (try? File.read(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
      if text.hasSuffix("\n") { return text }
      try #require(ContinuousClock.now < end, "\(path) has not come")
      Pause.milliseconds(20)
    }
  }

  /// Runs a shell script that must succeed.
  @discardableResult
  func shell(_ text: String, environment: [String: String] = [:]) throws -> String {
    let outcome = try script(text, environment: environment)
    try #require(outcome.status == 0, "\(text): \(outcome.testDescription)")
    return outcome.output
  }

  /// Commits as the user, on this author date, which `committed` makes the commit date too.
  func commit(_ message: String, at date: String, committed: Bool = false) throws {
    try shell(
      """
      git config user.email author@example.com
      git commit -q --allow-empty -m "$message"
      """,
      environment: ["message": message, "GIT_AUTHOR_DATE": date].merging(
        committed ? ["GIT_COMMITTER_DATE": date] : [:]
      ) { $1 })
  }

  /// Writes a file, with the directories in which it is.
  func write(_ text: String, to path: String) throws {
    try File.makeDirectory(File.directory(of: path))
    try File.writeAtomically(Array(text.utf8), to: path)
  }

  /// Writes an executable shell script, such as an editor, and returns its path.
  func makeScript(_ name: String, _ text: String) throws -> String {
    try ExecutableFile.write("#!/bin/sh\n\(text)\n", to: file(name))
    return file(name)
  }
}

extension Sandbox {
  /// Arguments that add a note without using the clone.
  static let anywhere = ["notes", "add", "--repo", "github.com/octocat/hello", "--no-commit"]

  /// Adds a note, and returns its id.
  @discardableResult
  func add(_ words: String...) throws -> String { try add(words) }

  @discardableResult
  func add(_ words: [String]) throws -> String {
    try #require(json(Sandbox.anywhere + words)["id"]?.string)
  }

  /// All notes, as the program lists them.
  func notes(_ words: String..., in folder: String? = nil) throws -> [JSONValue] {
    try notes(words, in: folder)
  }

  func notes(_ words: [String], in folder: String? = nil) throws -> [JSONValue] {
    try #require(json(["notes", "list", "--limit", "0"] + words, in: folder)["notes"]?.array)
  }

  /// The file names in the drafts folder.
  func draftNames() -> [String] { (try? File.list(drafts)) ?? [] }

  /// The texts of the drafts.
  func draftTexts() throws -> [String] {
    try draftNames().filter { $0.hasSuffix(".md") }.map {
      String(decoding: try File.read("\(drafts)/\($0)"), as: UTF8.self)
    }
  }
}
