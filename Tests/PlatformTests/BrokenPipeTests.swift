import CTestSupport
import Testing

@Suite struct BrokenPipeTests {
  @Test func `a broken pipe does not end the process`() {
    #expect(broken_pipes_are_ignored() == 1)
  }
}
