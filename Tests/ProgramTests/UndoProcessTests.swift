import JSON
import Testing

@testable import ProgramSupport

extension StressTests {
  /// Changes, undo and redo by processes that run at the same time.
  @Suite struct UndoProcessTests {
    @Test func `two processes change and take back, and nothing is lost or taken back twice`()
      async throws
    {
      let sandbox = try Sandbox(clone: nil)
      try sandbox.run("todo", "add", "kept")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<2 {
          group.addTask {
            var chance = SeededGenerator(seed: UInt64(writer))
            for step in 0..<25 {
              let commands = [
                ["todo", "add", "w\(writer)-\(step)"], ["jot", "w\(writer)-\(step)"],
                ["todo", "done", "1"], ["todo", "reopen", "1"], ["undo"], ["redo"],
              ]
              let words = commands.randomElement(using: &chance) ?? []
              let outcome = try sandbox.run(words)
              // There may be nothing to take back, or to make again.
              #expect([0, 3].contains(outcome.status), "\(words) \(outcome.testDescription)")
            }
          }
        }
        try await group.waitForAll()
      }
      let list = try sandbox.run("todo", "list", "--open", "--json").json()["todos"]?.array ?? []
      let numbers = list.compactMap { $0["number"]?.integer }
      #expect(numbers.count == list.count && Set(numbers).count == numbers.count)
      // Everything can be taken back, the last change first.
      while try sandbox.run("undo").status == 0 {}
      #expect(try sandbox.run("todo", "list", "--all", "--json").json()["todos"]?.array == [])
      #expect(try sandbox.run("diary", "list", "--json").json()["entries"]?.array == [])
      #expect(try sandbox.run("doctor").output.contains("journal"))
    }
  }
}
