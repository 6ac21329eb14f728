import Platform
import Testing

/// Random numbers that repeat for the same seed (SplitMix64). `COMMITDIARY_TEST_SEED` repeats a
/// run.
struct SeededGenerator: RandomNumberGenerator {
  let seed: UInt64
  private var state: UInt64

  init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  init() {
    let given = Environment.current["COMMITDIARY_TEST_SEED"].flatMap { UInt64($0) }
    seed = given ?? .random(in: 0 ... .max)
    state = seed
  }

  /// The comment for every expectation that depends on random numbers.
  var comment: Comment { "COMMITDIARY_TEST_SEED=\(seed)" }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
