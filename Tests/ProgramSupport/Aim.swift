/// Instants all over a run, however fast the machine is just now.
///
/// They lie between nothing and a bit more than the run is thought to take. What was thought is
/// mended by every shot, so that about one in four comes when the work is done.
struct Aim {
  private var longest: Duration
  private(set) var shots = 0
  private var late = 0

  /// - Parameter usual: how long the run takes undisturbed.
  init(usual: Duration) { longest = usual * 1.15 }

  func delay(using chance: inout some RandomNumberGenerator) -> Duration {
    longest * Double.random(in: 0...1, using: &chance)
  }

  mutating func learn(cameTooLate: Bool) {
    shots += 1
    late += cameTooLate ? 1 : 0
    longest = longest * (cameTooLate ? 0.94 : 1.02)
  }

  /// Whether some came before the end of the work, and some after it.
  var wasSpread: Bool { late > 0 && late < shots }
}
