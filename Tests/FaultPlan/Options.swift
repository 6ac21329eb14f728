/// The options on the command line.
public struct Options: Hashable, Sendable {
  public var rounds: Int
  /// The seed of the first round. Each later round uses the next number.
  public var seed: UInt64

  public static let usage = "fault-driver ROUNDS [--seed SEED]"

  /// `nil` if the arguments are not valid.
  ///
  /// - Parameter anySeed: the seed to use if none is given.
  public init?(_ words: some Sequence<String>, anySeed: @autoclosure () -> UInt64) {
    var rest = Array(words)[...]
    guard let rounds = rest.popFirst().flatMap(Int.init), rounds > 0 else { return nil }
    self.rounds = rounds
    switch rest.popFirst() {
    case nil: seed = anySeed()
    case "--seed":
      guard let seed = rest.popFirst().flatMap(UInt64.init), rest.isEmpty else { return nil }
      self.seed = seed
    default: return nil
    }
  }
}
