import Glibc
import JSON
import Platform
import StandIn
import TestSupport
import Testing

@testable import ProgramSupport

/// The checks of the account and the network.
@Suite struct DoctorProcessTests {
  private let stage: DoctorStage
  private var sandbox: Sandbox { stage.sandbox }
  private var gitHub: GitHubStandIn { stage.gitHub }

  init() throws { stage = try DoctorStage() }

  @Test func `reports no problem on a complete setup`() throws {
    let service = try sandbox.useKeyring()
    try sandbox.logIn()
    let found = try stage.examine(status: 0)
    #expect(
      found.keys.sorted() == [
        "clones", "config", "drafts", "git", "journal", "keyring", "limits", "locale", "network",
        "terminal", "token",
      ])
    #expect(found["keyring"] == DoctorStage.Finding(isFine: true, detail: "secrets can be saved"))
    #expect(found["token"] == DoctorStage.Finding(isFine: true, detail: "octocat on github.com"))
    #expect(found["network"]?.detail.hasPrefix("github.com responded in ") == true)
    #expect(found["limits"]?.detail.contains("of 5,000 requests left until") == true)
    // The check of the keyring has left no secret behind.
    #expect(try service.numberOfItems() == 1)
  }

  @Test(arguments: [
    ("Asia/Nowhere", true), ("Asia/Seoul", false), ("KST-9", false), ("UTC", false),
  ])
  func `names a time zone that is not on this machine`(zone: String, isNamed: Bool) throws {
    let found = try stage.examine("--offline", status: 0, environment: ["TZ": zone])
    #expect(found["locale"]?.isFine == true)
    #expect(found["locale"]?.detail.contains("unknown time zone: \(zone)") == isNamed)
    #expect((found["locale"]?.hint != nil) == isNamed)
  }

  @Test func `reports a locked keyring that stores a token`() throws {
    let service = try sandbox.useKeyring()
    try service.lock()
    #expect(try stage.examine(status: 0)["keyring"]?.detail == "the keyring is locked")
    try service.restart(.keyring(password: "pw"))
    try sandbox.logIn()
    try service.lock()
    let found = try stage.examine(status: 1)
    #expect(found["keyring"]?.isFine == false && found["keyring"]?.hint != nil)
    #expect(found["token"]?.isFine == false)
    #expect(found["network"]?.isFine == true)
  }
}

/// Pipes, devices and folders in place of the files that the program reads by itself. The program
/// never waits for them.
@Suite struct SpecialFileProcessTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(clone: nil) }

  @Test(arguments: SpecialFile.kinds)
  func `skips a draft that is not a regular file, and doctor names it`(kind: String) throws {
    for name in ["note-a.json", "note-b.md", "note-b.kept"] {
      try sandbox.put(kind, at: "\(sandbox.drafts)/\(name)")
    }
    let about = #"{"repository":"github.com/o/n","startedAt":"2026-11-21T00:00:00Z"}"#
    try File.writeAtomically(Array(about.utf8), to: sandbox.drafts + "/note-b.json")
    let doctor = try sandbox.run("doctor", "--offline").expect(1)
    #expect(doctor.output.contains(sandbox.drafts + "/note-a.json"), "\(doctor.testDescription)")
    let editor = try sandbox.editor("printf 'Written' > \"$1\"")
    try sandbox.onTerminal(
      "notes", "add", "--repo", "github.com/o/n", "--no-commit", environment: editor
    ).expect(0)
  }

  @Test func `reads a named pipe and cuts off an endless one`() throws {
    let script = """
      exec 2>&1
      printf 'from a pipe' > text
      mkfifo named && cat text > named &
      until [ -p named ]; do sleep 0.01; done
      "$commitdiary" diary write 2026-11-01 --quiet --file named
      cat text | "$commitdiary" diary write 2026-11-02 --quiet --file /dev/stdin
      cat text | "$commitdiary" diary write 2026-11-03 --quiet --file -
      bash -c '"$commitdiary" diary write 2026-11-04 --quiet --file <(cat text)'
      bash -c '"$commitdiary" import todotxt <(cat text) --json' | grep -c '"todos": 1'
      "$commitdiary" diary write --file /dev/zero
      echo $?
      "$commitdiary" import todotxt /dev/zero
      echo $?
      mkfifo other && timeout 10 "$commitdiary" import todotxt other
      echo $?
      """
    let lines = try sandbox.script(script).output.split(separator: "\n")
    #expect(lines.prefix(5) == ["2026-11-01", "2026-11-02", "2026-11-03", "2026-11-04", "1"])
    #expect(lines.dropFirst(5).filter { $0 == "2" }.count == 3, "\(lines)")
    #expect(lines.contains { $0.hasSuffix("other: not a regular file") }, "\(lines)")
    #expect(lines.filter { $0.contains("64 MiB") }.count == 1, "\(lines)")
  }
}

/// The program in services and containers, which lack what other systems have.
@Suite struct BareSystemTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(at: "2026-11-21T09:00:00+09:00") }

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
