import Arguments
import Localization

/// A day as it was typed. What it means is known only when the language and the clock are.
struct DayWord: ArgumentValue {
  let text: String

  init(argument: String) { text = argument }

  static var placeholder: Wording { .message(.placeholderDay) }
  static var completion: CompletionKind { .days }
}
