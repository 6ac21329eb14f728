import JSON
import Platform
import TestSupport
import Testing

@testable import ProgramSupport

/// A to-do that was reported as saved is saved, whatever happens to the program.
@Suite struct ToDoDurabilityTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    sandbox.environment["COMMITDIARY_NOW"] = "2026-11-21T09:00:00+09:00"
  }

  @Test func `says a change is saved when its output cannot be written`() throws {
    let outcome = try sandbox.script("\"$commitdiary\" todo add once > /dev/full")
    #expect(
      outcome.status == 1 && outcome.error.contains("was saved"), "\(outcome.testDescription)")
    #expect(try sandbox.run("todo", "list").output.contains("once"))
  }

  @Test func `concurrent processes get distinct numbers`() throws {
    let outcome = try sandbox.script(
      """
      for writer in 1 2 3 4 5 6; do
        (
          for count in 1 2 3 4 5 6 7 8 9 10; do
            "$commitdiary" todo add "writer $writer, $count" --quiet >>"$sandbox/out.$writer" \
              2>>"$sandbox/err.$writer" || echo "exit $?" >>"$sandbox/failed"
          done
        ) &
      done
      wait
      cat "$sandbox/failed" "$sandbox"/err.* 2>/dev/null
      """)
    #expect(outcome.output == "")
    let list = try sandbox.toDos("list")
    #expect(list.map(\.number) == Array(1...60))
    #expect(Set(list.map(\.text)).count == 60)
    // The to-dos of each writer are in the order in which they were written.
    for writer in 1...6 {
      let own = list.filter { $0.text.hasPrefix("writer \(writer),") }.map(\.text)
      #expect(own == (1...10).map { "writer \(writer), \($0)" })
    }
    let printed = try sandbox.shell("cat \"$sandbox\"/out.*").split(separator: "\n")
    #expect(Set(printed).count == 60)
  }
}
