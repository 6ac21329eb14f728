import Platform

/// Rounds of a test with random input: a fixed number in every run, or as many as fit into the time
/// that `scripts/fuzz` sets.
public enum Fuzz {
  /// The time for each test.
  private static let time = Duration.seconds(
    Environment.current.nonEmpty("COMMITDIARY_FUZZ_SECONDS").flatMap { Double($0) } ?? 0)

  /// The random numbers of a test. They are the same in every run unless a seed is set.
  private static func beginning(_ number: UInt64) -> Seeded {
    let seed = Environment.current.nonEmpty("COMMITDIARY_FUZZ_SEED").flatMap { UInt64($0) } ?? 0
    return Seeded(number &+ seed &* 1_000)
  }

  /// - Parameter number: a number that is different for each test.
  public static func rounds(
    _ number: UInt64, atLeast count: Int, _ body: (inout Seeded) throws -> Void
  ) rethrows {
    var random = beginning(number)
    let end = ContinuousClock.now + time
    var done = 0
    while done < count || ContinuousClock.now < end {
      done += 1
      try body(&random)
    }
  }

  public static func rounds(
    _ number: UInt64, atLeast count: Int, _ body: (inout Seeded) async throws -> Void
  ) async rethrows {
    var random = beginning(number)
    let end = ContinuousClock.now + time
    var done = 0
    while done < count || ContinuousClock.now < end {
      done += 1
      try await body(&random)
    }
  }
}
