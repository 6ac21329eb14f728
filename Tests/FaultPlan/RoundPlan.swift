public import TestSupport

/// What a round begins with; all the rest is chosen as it goes.
public struct RoundPlan: Hashable, Sendable {
  /// Which of the journals with a past it begins with; nil for a home without a journal.
  public var past: Past?
  public var commands: Int
  /// What the seed goes on with.
  public var random: Seeded

  public init(seed: UInt64) {
    random = Seeded(seed)
    past =
      Int.random(in: 0..<10, using: &random) < 3 ? nil : Past.allCases.randomElement(using: &random)
    commands = Int.random(in: 3...12, using: &random)
  }
}

/// A journal that was in use before the round.
public enum Past: UInt64, CaseIterable, Hashable, Sendable {
  /// Notes, entries and to-dos with versions and deletions.
  case used = 1
  case repaired
  /// With the copy that a step to a newer schema sets aside.
  case migrated
  case repairedAndMigrated

  public var isRepaired: Bool { self == .repaired || self == .repairedAndMigrated }
  public var isMigrated: Bool { self == .migrated || self == .repairedAndMigrated }
}
