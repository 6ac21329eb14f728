public import Diary

/// A version of a record that has a number: with another text than the one before, or about another commit.
public struct TextVersion: Hashable, Sendable {
  public var number: Int
  public var state: RecordState
  public var savedAt: Moment

  public init(number: Int, state: RecordState, savedAt: Moment) {
    self.number = number
    self.state = state
    self.savedAt = savedAt
  }

  public var text: Text { state.text }
  public var commit: Commit? { state.place?.commit }
}
