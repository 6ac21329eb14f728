import Glibc
import TestSupport
import Testing

@testable import Platform

extension Sandbox {
  /// Starts the program, kills it with SIGKILL after `delay`, and returns what it has written to
  /// standard output.
  func kill(
    _ words: [String], after delay: Duration, environment more: [String: String] = [:],
    in folder: String? = nil
  ) throws -> [UInt8] {
    var stream = try ChildStream(
      [program] + words, in: folder ?? directory, environment: environment.adding(more),
      whenReleased: .killed)
    usleep(useconds_t(delay / .microseconds(1)))
    stream.child.send(SIGKILL)
    _ = try stream.wait()
    var output: [UInt8] = []
    while let bytes = try stream.next() { output += bytes }
    return output
  }

  /// The median duration of several undisturbed runs.
  func measure(_ work: () throws -> Void) rethrows -> Duration {
    let clock = ContinuousClock()
    let times = try (0..<7).map { _ in try clock.measure { try work() } }
    return times.sorted()[3]
  }
}

/// Chooses delays that are spread over a run, whatever the current speed of the machine is.
///
/// A delay is between zero and slightly more than the estimated duration of the run. Every attempt
/// adjusts the estimate, so that about one in four comes after the work is done.
struct Aim {
  private var longest: Duration
  /// The latest delay as a fraction of the longest.
  private var fraction: Double?
  private(set) var shots = 0
  private var late = 0

  /// - Parameter usual: the duration of an undisturbed run.
  init(usual: Duration) { longest = usual * 1.15 }

  /// Fractions follow each other at the golden ratio, from a random start. So even a few attempts
  /// are spread evenly; random ones leave gaps, and one series in twenty has no late attempt.
  mutating func delay(using chance: inout some RandomNumberGenerator) -> Duration {
    let next = fraction.map { $0 + 0.618_034 } ?? Double.random(in: 0..<1, using: &chance)
    let inside = next.truncatingRemainder(dividingBy: 1)
    fraction = inside
    return longest * inside
  }

  /// Large steps until attempts have come on both sides of the end of the work, because the machine
  /// may have another speed now than when the usual duration was measured. Small steps after that.
  mutating func learn(cameTooLate: Bool) {
    shots += 1
    late += cameTooLate ? 1 : 0
    longest = longest * (cameTooLate ? (wasSpread ? 0.94 : 0.7) : (wasSpread ? 1.02 : 1.25))
  }

  /// Whether some attempts came before the end of the work and some after it.
  var wasSpread: Bool { late > 0 && late < shots }
}

/// Random numbers that repeat for the same seed. `COMMITDIARY_TEST_SEED` repeats a
/// run.
struct SeededGenerator: RandomNumberGenerator {
  let seed: UInt64
  private var numbers: Seeded

  init(seed: UInt64? = nil) {
    let given = Environment.current["COMMITDIARY_TEST_SEED"].flatMap { UInt64($0) }
    self.seed = seed ?? given ?? .random(in: 0 ... .max)
    numbers = Seeded(self.seed)
  }

  /// The comment for every expectation that depends on random numbers.
  var comment: Comment { "COMMITDIARY_TEST_SEED=\(seed)" }

  mutating func next() -> UInt64 { numbers.next() }
}
