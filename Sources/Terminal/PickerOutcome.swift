/// The result of a picker.
public enum PickerOutcome: Hashable, Sendable {
  /// The `id` of the chosen item.
  case picked(Int)
  /// The user canceled with Escape.
  case cancelled
  /// The user pressed Ctrl-C: the program exits with status 130.
  case interrupted
}
