import Testing

@testable import ProgramSupport

/// The times at which the stress tests kill the program.
@Suite struct AimTests {
  @Test(arguments: [0.25, 0.5, 1, 2, 4])
  func `some kills come before the end of the work and some after it, at any speed`(
    slowness: Double
  ) {
    for seed in 1...200 as ClosedRange<UInt64> {
      var chance = SeededGenerator(seed: seed)
      var aim = Aim(usual: .milliseconds(100))
      var kills: [Double] = []
      for _ in 1...13 {
        let place = aim.delay(using: &chance) / (.milliseconds(100) * slowness)
        aim.learn(cameTooLate: place > 1)
        kills.append(place)
      }
      #expect(aim.wasSpread, "\(slowness) \(seed)")
      // Neither half of the work is left out.
      #expect(kills.contains { $0 < 0.5 } && kills.contains { 0.5..<1 ~= $0 }, "\(kills)")
    }
  }
}
