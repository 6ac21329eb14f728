import JSON
import Platform
import Testing

@testable import ProgramSupport

/// Purges beside an editor, and beside another process that exchanges the diary.
@Suite struct SyncPurgeProcessTests {
  private let stage: SyncStage
  private var first: SyncStage.Machine { stage.first }
  private var second: SyncStage.Machine { stage.second }
  private let day = "2026-11-20"

  init() throws { stage = try SyncStage() }

  private func add(_ text: String, on machine: SyncStage.Machine) throws {
    try machine.run("diary", "write", day, "--body", text)
  }

  private func drafts(of machine: SyncStage.Machine) throws -> String {
    try machine.sandbox.shell("cd \"$sandbox\"; cat $(find . -name 'entry-*.md') /dev/null")
  }

  @Test func `what was kept is added to the entry of the day, and shared when it is saved`() throws
  {
    try add("secret", on: first)
    try stage.exchange()
    try first.run("diary", "delete", day, "--purge", "--yes")
    try first.run("sync")
    try add("mine", on: second)
    try second.run("sync")
    // A later purge of the day does not take the draft.
    try add("second secret", on: first)
    try stage.exchange()
    try first.run("diary", "delete", day, "--purge", "--yes")
    try stage.exchange()
    #expect(try drafts(of: second) == "mine\n")
    try add("last", on: second)
    let edited = try second.sandbox.onTerminal(
      "diary", "edit", day, environment: Sandbox.idleEditor, typing: "y\n")
    #expect(edited.status == 0, "\(edited.testDescription)")
    #expect(try drafts(of: second).isEmpty)
    try stage.exchange()
    let entry = try first.json("diary", "show", day)
    #expect(entry["title"] == "last")
    #expect(entry["body"] == "mine")
  }

  @Test func `a purge waits for an exchange that is running, and says so`() throws {
    let id = try first.note("the password")
    try first.run("sync")
    let outcome = try first.sandbox.script(
      """
      cd "$sandbox"
      flock "$(find . -name sync.lock)" sh -c 'touch held; until [ -e released ]; do sleep 0.02; done' &
      until [ -e held ]; do sleep 0.02; done
      "$commitdiary" notes delete \(id) --purge --yes > out 2> err &
      purge=$!
      until grep -q Waiting err; do kill -0 $purge || break; sleep 0.02; done
      touch released
      wait $purge
      echo "status $?"; cat out err; find . -name sync.git; "$commitdiary" sync
      """)
    #expect(outcome.output.contains("status 0"), "\(outcome.testDescription)")
    #expect(outcome.output.contains("An exchange with the remote is running"))
    #expect(!outcome.output.contains("sync.git"), "\(outcome.testDescription)")
    #expect(try !stage.remoteContents().contains("the password"))
  }
}
