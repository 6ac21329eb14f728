import JSON
import Testing

@testable import ProgramSupport

extension StressTests {
  @Suite struct ConcurrencyTests {
    /// Each writer is a process that runs the program repeatedly.
    private static let writers = 8
    private static let notesEach = 100

    private static let writing = """
      writer=1
      while [ $writer -le \(writers) ]; do
        (
          count=1
          while [ $count -le \(notesEach) ]; do
            "$commitdiary" $add --body "writer $writer, note $count" --quiet \
              >>"$sandbox/out.$writer" 2>>"$sandbox/err.$writer" || echo "exit $?" >>"$sandbox/failed"
            count=$((count + 1))
          done
        ) &
        writer=$((writer + 1))
      done
      wait
      cat "$sandbox/failed" "$sandbox"/err.* 2>/dev/null
      """

    @Test(arguments: ["notes add", "notes add --repo github.com/octocat/hello --no-commit"])
    func `eight processes writing to a new journal lose nothing`(words: String) throws {
      let sandbox = try Sandbox()
      try sandbox.script(Self.writing, environment: ["add": words]).expectExactly(output: "")

      let acknowledged = try sandbox.shell("cat \"$sandbox\"/out.*").split(separator: "\n")
      #expect(acknowledged.count == Self.writers * Self.notesEach)
      let notes = try sandbox.notes()
      #expect(Set(notes.compactMap { $0["id"]?.string }) == Set(acknowledged.map(String.init)))
      let expected = (1...Self.writers).flatMap { writer in
        (1...Self.notesEach).map { "writer \(writer), note \($0)" }
      }
      #expect(Set(notes.compactMap { $0["body"]?.string }) == Set(expected))
      #expect(notes.count == expected.count)
      #expect(try sandbox.integrity() == ["ok"])
    }

    @Test func `paragraphs added by eight processes at once are all kept`() throws {
      let sandbox = try Sandbox()
      try sandbox.shell(
        """
        for writer in 1 2 3 4 5 6 7 8; do
          (
            for count in 1 2 3 4 5 6 7 8 9 10; do
              "$commitdiary" diary write 2026-11-21 --body "writer $writer, $count" --quiet \
                >>"$sandbox/out" || echo "exit $?" >>"$sandbox/failed"
            done
          ) &
        done
        wait
        test ! -e "$sandbox/failed"
        """)
      let entry = try sandbox.json("diary", "show", "2026-11-21")
      let text = "\(entry["title"]?.string ?? "")\n\n\(entry["body"]?.string ?? "")"
      let paragraphs = text.split(separator: "\n\n").map(String.init)
      let expected = (1...8).flatMap { writer in (1...10).map { "writer \(writer), \($0)" } }
      #expect(paragraphs.count == expected.count)
      #expect(Set(paragraphs) == Set(expected))
      let history = try sandbox.json("diary", "history", "2026-11-21")
      #expect(history["versions"]?.array?.compactMap { $0["version"]?.integer } == Array(1...80))
      #expect(try sandbox.integrity() == ["ok"])
    }

    @Test func `concurrent edits of a note become versions or exit with 1`() throws {
      let sandbox = try Sandbox()
      let id = try sandbox.add("--title", "counter", "--body", "0")
      try sandbox.shell(
        """
        for writer in 1 2 3 4; do
          (
            count=1
            while [ $count -le 25 ]; do
              text="$writer.$count"
              "$commitdiary" notes edit "$id" --body "$text" --quiet >>"$sandbox/out.$writer" \
                2>>"$sandbox/err.$writer"
              echo "$? $text" >>"$sandbox/ended.$writer"
              count=$((count + 1))
            done
          ) &
        done
        wait
        """, environment: ["id": id])
      let ended = try sandbox.shell("cat \"$sandbox\"/ended.*").split(separator: "\n")
      #expect(ended.count == 100)
      #expect(ended.allSatisfy { $0.hasPrefix("0 ") || $0.hasPrefix("1 ") }, "\(ended)")
      let accepted = ended.filter { $0.hasPrefix("0 ") }.map { String($0.dropFirst(2)) }
      let history = try sandbox.json("notes", "history", id)["versions"]?.array
      let texts = try #require(history).compactMap { $0["body"]?.string }
      #expect(texts.first == "0")
      #expect(Set(texts.dropFirst()) == Set(accepted))
      #expect(texts.count == accepted.count + 1)
      #expect(history?.compactMap { $0["version"]?.integer } == Array(1...texts.count))
    }
  }
}
