import Glibc
import JSON
import Platform
import Testing

@testable import ProgramSupport

/// The program in services and containers, which lack what other systems have.
@Suite struct BareSystemTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    sandbox.environment["COMMITDIARY_NOW"] = "2026-11-21T09:00:00+09:00"
  }

  // MARK: HOME

  @Test(arguments: ["-u HOME", "HOME="])
  func `finds the home directory in the password file`(options: String) throws {
    let entry = try #require(getpwuid(getuid())).pointee
    let home = String(cString: entry.pw_dir)
    let outcome = try sandbox.script(
      "exec env -u XDG_CONFIG_HOME \(options) \"$commitdiary\" doctor --offline --json")
    let checks = try outcome.json()["checks"]?.array ?? []
    let settings = checks.first { $0["name"] == "config" }?["detail"]?.string
    #expect(
      settings?.contains("\(home)/.config/commitdiary/config.json") == true,
      "\(outcome.testDescription)")
  }

  @Test func `refuses a relative home directory`() throws {
    for words in [["jot", "kept nowhere"], ["mcp"], ["lsp"]] {
      try sandbox.run(words, environment: ["HOME": "here"], input: []).expectRefusal(2)
    }
    #expect(!File.exists(sandbox.directory + "/here"))
  }

  // MARK: /proc

  private static let canHideProcesses =
    getuid() == 0
    && (try? Child.run(
      ["unshare", "-m", "mount", "-t", "tmpfs", "none", "/proc"],
      environment: Environment(["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"])
    ).status.isSuccess) == true
  private static let reason = "needs the right to mount a file system"

  /// Runs the program where `/proc`, `/sys` and `/dev/shm` are empty, as in a minimal container.
  private func runBare(_ words: String...) throws -> Outcome {
    // The folder of the tests may be in one of them.
    let places = ["/proc", "/sys", "/dev/shm"].filter { !sandbox.path.hasPrefix($0 + "/") }
    let script = """
      for place in \(places.joined(separator: " ")); do mount -t tmpfs none "$place" || exit 99; done
      exec "$@"
      """
    return Outcome(
      try Child.run(
        ["unshare", "-m", "sh", "-c", script, "sh", sandbox.program] + words,
        in: sandbox.directory, environment: sandbox.environment, deadline: Sandbox.timeout))
  }

  @Test(.enabled(if: canHideProcesses, "\(reason)"))
  func `has its arguments without /proc`() throws {
    let added = try runBare("notes", "add", "--body", "two  words 회고", "--json").json()
    let id = try #require(added["id"]?.string)
    #expect(added["body"] == "two  words 회고")
    #expect(try runBare("notes", "delete", id, "--yes").status == 0)
    #expect(try sandbox.notes().isEmpty)
    try runBare("notes", "delete", "nothing", "--yes").expectRefusal(3)
    try runBare("--bogus").expectRefusal(2)
    #expect(try runBare("--version").output.hasPrefix("commitdiary "))
  }

  @Test(.enabled(if: canHideProcesses, "\(reason)"))
  func `reads clones and knows its own file without /proc`() throws {
    let commits = try runBare("commits", "--json").json()["commits"]?.array
    #expect(commits?.first?["message"] == "The first commit")
    #expect(try runBare("hook", "install").status == 0)
    let hook = try sandbox.text(of: sandbox.directory + "/.git/hooks/post-rewrite")
    #expect(hook.contains(File.realPath(sandbox.program) ?? "-"))
    #expect(try runBare("today").output.contains("Nov 21, 2026"))
  }
}
