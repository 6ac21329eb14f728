import JSON
import Platform
import Testing

@testable import ProgramSupport

/// Pipes, devices and folders in place of the files that the program reads by itself. The program
/// never waits for them.
@Suite struct SpecialFileProcessTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox(clone: nil) }

  @Test(arguments: SpecialFile.kinds)
  func `skips a draft that is not a regular file, and doctor names it`(
    kind: String
  ) throws {
    for name in ["note-a.json", "note-b.md", "note-b.kept"] {
      try sandbox.put(kind, at: "\(sandbox.drafts)/\(name)")
    }
    let about = #"{"repository":"github.com/o/n","startedAt":"2026-11-21T00:00:00Z"}"#
    try File.writeAtomically(Array(about.utf8), to: sandbox.drafts + "/note-b.json")
    let doctor = try sandbox.run("doctor", "--offline")
    #expect(doctor.status == 1, "\(doctor.testDescription)")
    #expect(doctor.output.contains(sandbox.drafts + "/note-a.json"), "\(doctor.testDescription)")
    let editor = try sandbox.editor("printf 'Written' > \"$1\"")
    let written = try sandbox.onTerminal(
      "notes", "add", "--repo", "github.com/o/n", "--no-commit", environment: editor)
    #expect(written.status == 0, "\(written.testDescription)")
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
    #expect(lines.contains { $0.hasSuffix("other is neither a file nor a folder") }, "\(lines)")
    #expect(lines.filter { $0.contains("64 MiB") }.count == 1, "\(lines)")
  }
}
