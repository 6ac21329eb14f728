import App
import Journal

extension BrowseSource {
  /// The version of the text that a command may change; `nil` if it changes none.
  func textBefore(
    _ words: [String], in state: BrowseState
  ) async -> (text: EditedText, version: Int)? {
    let days = DayExpressionReader(context: state.context)
    guard let text = EditedText(words, today: state.today, day: { days.day($0) }) else {
      return nil
    }
    return (try? await version(of: text)).map { (text, $0) }
  }

  /// How to undo the change of a text; `nil` if it has not changed.
  func undo(
    _ words: [String], to before: (text: EditedText, version: Int)?
  ) async -> Change? {
    guard let before, let now = try? await version(of: before.text), now != before.version else {
      return nil
    }
    return Change(
      words: words, undo: before.text.restoring(before.version),
      redo: before.text.restoring(now))
  }
}
