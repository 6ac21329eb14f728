import JSON
import Testing

@testable import ProgramSupport

extension StressTests {
  /// Changes, undo and redo by processes that run at the same time.
  @Suite struct UndoProcessTests {
    /// Two writers with different orders of the same commands. There may be nothing to take back or to
    /// make again, or the to-do with the number may be gone: that is status 3.
    private static let writing = """
      writer=1
      while [ $writer -le 2 ]; do
        (
          step=1
          while [ $step -le 40 ]; do
            case $(((step * (writer + 2)) % 7)) in
              0|1) set -- todo add "w$writer-$step" ;;
              2) set -- jot "w$writer-$step" ;;
              3) set -- todo done 1 ;;
              4) set -- todo reopen 1 ;;
              5) set -- undo ;;
              *) set -- redo ;;
            esac
            "$commitdiary" "$@" >/dev/null 2>"$sandbox/err.$writer"
            status=$?
            case $status in 0|3) ;; *) echo "$* exit $status: $(cat "$sandbox/err.$writer")" ;; esac
            step=$((step + 1))
          done
        ) &
        writer=$((writer + 1))
      done
      wait
      """

    @Test func `two processes change and take back at the same time`() throws {
      let sandbox = try Sandbox(clone: nil)
      try sandbox.run("todo", "add", "kept")
      #expect(try sandbox.script(Self.writing).output == "")
      let list = try sandbox.run("todo", "list", "--open", "--json").json()["todos"]?.array ?? []
      let numbers = list.compactMap { $0["number"]?.integer }
      #expect(numbers.count == list.count && Set(numbers).count == numbers.count)
      // Everything can be taken back, the last change first.
      while try sandbox.run("undo").status == 0 {}
      #expect(try sandbox.run("todo", "list", "--all", "--json").json()["todos"]?.array == [])
      #expect(try sandbox.run("diary", "list", "--json").json()["entries"]?.array == [])
    }
  }
}
