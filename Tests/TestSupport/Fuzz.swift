import Platform

/// Rounds of a test with random input: a fixed number in every run, or as many as fit into the time
/// that `scripts/fuzz` sets.
public enum Fuzz {
  /// The time for each test.
  private static let time = Duration.seconds(
    Environment.current.nonEmpty("COMMITDIARY_FUZZ_SECONDS").flatMap { Double($0) } ?? 0)

  private static let seed =
    Environment.current.nonEmpty("COMMITDIARY_FUZZ_SEED").flatMap { UInt64($0) } ?? 0

  /// The rounds of a test. The random numbers are the same in every run unless a seed is set.
  private struct Rounds {
    var random: Seeded
    let end = ContinuousClock.now + time
    var left: Int

    init(_ number: UInt64, _ count: Int) {
      random = Seeded(number &+ seed &* 1_000)
      left = count
    }

    mutating func begin() -> Bool {
      left -= 1
      return left >= 0 || ContinuousClock.now < end
    }
  }

  /// - Parameter number: a number that is different for each test.
  public static func rounds(
    _ number: UInt64, atLeast count: Int, _ body: (inout Seeded) throws -> Void
  ) rethrows {
    var rounds = Rounds(number, count)
    while rounds.begin() { try body(&rounds.random) }
  }

  public static func rounds(
    _ number: UInt64, atLeast count: Int, _ body: (inout Seeded) async throws -> Void
  ) async rethrows {
    var rounds = Rounds(number, count)
    while rounds.begin() { try await body(&rounds.random) }
  }
}

/// SplitMix64: random numbers that are the same in every run.
public struct Seeded: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  public init(_ seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension Seeded {
  public mutating func one<Item>(of items: [Item]) -> Item {
    items[Int.random(in: 0..<items.count, using: &self)]
  }

  /// A text that is damaged in up to four places: cut off, with parts that are missing, changed or
  /// repeated, and with some of these pieces in place of others.
  public mutating func damaged(
    _ text: some Sequence<UInt8>, with pieces: [String], atLeast least: Int = 0
  ) -> [UInt8] {
    var bytes = Array(text)
    for _ in 0..<Int.random(in: least...4, using: &self) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &self)
      let end = min(bytes.count, place + Int.random(in: 0...40, using: &self))
      switch Int.random(in: 0..<6, using: &self) {
      case 0: bytes.removeSubrange(place...)
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.remove(at: place)
      case 3: bytes[place] = .random(in: 0 ... .max, using: &self)
      case 4: bytes.insert(contentsOf: bytes[place..<end], at: place)
      default:
        let end = min(bytes.count, place + Int.random(in: 0...8, using: &self))
        bytes.replaceSubrange(place..<end, with: Array(one(of: pieces).utf8))
      }
    }
    return bytes
  }
}
