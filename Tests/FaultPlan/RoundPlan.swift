public import TestSupport

/// The start of a round. Everything else is chosen while it runs.
public struct RoundPlan: Hashable, Sendable {
  /// The prepared journal that the round starts with; `nil` for none.
  public var past: Past?
  public var commands: Int
  /// Whether pipes and folders have the names of copies of the journal.
  public var hasSpecialFiles: Bool
  /// Whether there is another journal, and a folder for copies.
  public var hasSecondJournal: Bool
  /// The random numbers after the plan was chosen.
  public var random: Seeded

  public init(seed: UInt64) {
    random = Seeded(seed)
    past =
      Int.random(in: 0..<10, using: &random) < 3 ? nil : Past.allCases.randomElement(using: &random)
    commands = Int.random(in: 3...12, using: &random)
    hasSpecialFiles = Int.random(in: 0..<3, using: &random) == 0
    hasSecondJournal = seed % 2 == 0
  }
}

/// A journal that was in use before the round.
public enum Past: UInt64, CaseIterable, Hashable, Sendable {
  /// Notes, entries and to-dos with versions and deletions.
  case used = 1
  case repaired
  /// With the copy that a migration makes.
  case migrated
  case repairedAndMigrated

  public var isRepaired: Bool { self == .repaired || self == .repairedAndMigrated }
  public var isMigrated: Bool { self == .migrated || self == .repairedAndMigrated }
}
