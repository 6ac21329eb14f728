/// Chooses delays that are spread over a run, whatever the current speed of the machine is.
///
/// A delay is between zero and slightly more than the estimated duration of the run. Every attempt
/// adjusts the estimate, so that about one in four comes after the work is done.
struct Aim {
  private var longest: Duration
  private(set) var shots = 0
  private var late = 0

  /// - Parameter usual: the duration of an undisturbed run.
  init(usual: Duration) { longest = usual * 1.15 }

  func delay(using chance: inout some RandomNumberGenerator) -> Duration {
    longest * Double.random(in: 0...1, using: &chance)
  }

  mutating func learn(cameTooLate: Bool) {
    shots += 1
    late += cameTooLate ? 1 : 0
    longest = longest * (cameTooLate ? 0.94 : 1.02)
  }

  /// Whether some attempts came before the end of the work and some after it.
  var wasSpread: Bool { late > 0 && late < shots }
}
