import FaultPlan
import Testing

@Suite struct OptionsTests {
  @Test func `a seed that is given is the seed of the first round`() {
    let options = Options(["20", "--seed", "7"], anySeed: 1)
    #expect(options?.rounds == 20)
    #expect(options?.seed == 7)
  }

  @Test func `without a seed chooses one`() {
    #expect(Options(["20"], anySeed: 9)?.seed == 9)
  }

  @Test(arguments: [[], ["0"], ["-1"], ["x"], ["1", "--seed"], ["1", "--sed", "2"], ["1", "2"]])
  func `refuses other arguments`(words: [String]) {
    #expect(Options(words, anySeed: 1) == nil)
  }
}
