import FaultPlan
import Platform
import Testing

@Suite struct OutcomeTests {
  private static let add = PlannedCommand(.notesAdd, ["notes", "add", "--json"])
  private static let purge = PlannedCommand(.notesPurge, ["notes", "delete", "--purge"])

  private func outcome(_ code: Int32, _ output: String = "", errors: String = "") -> Outcome {
    Outcome(
      status: .exited(code), output: Array(output.utf8), errors: errors, isStruck: false)
  }

  @Test func `without a fault requires the expected status`() {
    #expect(Outcome.allowed(Self.add, .none, isStruck: false) == [.exited(0)])
    #expect(
      Outcome.allowed(Self.add, .kill(Kill(.write, at: 90)), isStruck: false) == [.exited(0)])
  }

  @Test func `allows a signal only when it was sent`() {
    #expect(
      Outcome.allowed(Self.add, .kill(Kill(.write, at: 1)), isStruck: true).contains(.signaled(9)))
    #expect(
      Outcome.allowed(Self.add, .error(.noSpace, .write, at: 1, lasts: true), isStruck: true)
        == [.exited(0), .exited(1), .exited(6)])
  }

  @Test func `a purge may wait for a reader, an addition may not`() {
    #expect(
      Outcome.allowed(Self.purge, .reader, isStruck: true) == [.exited(0), .exited(6)])
    #expect(
      Outcome.allowed(Self.purge, .none, isStruck: false, purged: Self.purge.words)
        == [.exited(0), .exited(3)])
    #expect(Outcome.allowed(Self.add, .reader, isStruck: true) == [.exited(0)])
  }

  @Test func `recognizes success by status or started output`() {
    #expect(outcome(0).certainty == .done)
    #expect(outcome(3).certainty == .refused)
    #expect(outcome(6).certainty == .possible)
    #expect(outcome(6, "{").certainty == .done)
  }

  @Test(arguments: [
    (6, "commitdiary: the journal\n  → do this\n", true),
    (6, #"{"error":{"code":"x","message":"y","hint":null}}"#, true),
    (6, "", false),
    (6, "one\ntwo\nthree\n", false),
    (1, "Fatal error: index out of range\n", false),
  ])
  func `requires the error format`(code: Int32, errors: String, isGood: Bool) {
    #expect((outcome(code, errors: errors).complaint(Self.add, .none) == nil) == isGood)
  }

  @Test func `requires valid JSON output`() {
    #expect(outcome(0, "{}").complaint(Self.add, .none) == nil)
    #expect(outcome(0, "{").complaint(Self.add, .none) == "no JSON is answered")
    var list = PlannedCommand(.notesList, ["notes", "list"])
    list.shows = ["here"]
    list.hides = ["gone"]
    #expect(outcome(0, "here").complaint(list, .none) == nil)
    #expect(outcome(0, "there").complaint(list, .none) == nil)
    #expect(outcome(0, "her").complaint(list, .none) == "the answer lacks “here”")
    #expect(outcome(0, "here, gone").complaint(list, .none) == "the answer has “gone”")
  }

  @Test func `recognizes an injected fault in the trace`() {
    #expect(Outcome.isStruck(log: "12 write(1, ...) = -1 EIO (Input/output error) (INJECTED)\n"))
    #expect(Outcome.isStruck(log: "12 +++ killed by SIGKILL +++\n"))
    #expect(!Outcome.isStruck(log: "12 write(1, \"x\", 1) = 1\n"))
  }
}
