/// How choosing ended.
public enum PickerOutcome: Hashable, Sendable {
  /// The `id` of the item that was chosen.
  case picked(Int)
  /// Escape: nothing is to be done.
  case cancelled
  /// Ctrl-C: the program is to end, with 130.
  case interrupted
}
