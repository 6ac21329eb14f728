import Localization
import Terminal

extension Session {
  /// Asks before something is taken away. Where there is nobody to ask, `--yes` must say it.
  func confirm(_ question: Message) throws {
    if globals.saysYes { return }
    guard isInteractive else { throw AskingError.nobodyToConfirm }
    let prompt = reader.say(question) + " " + reader.say(.yesOrNo) + " "
    let answer = try Question.confirm(
      prompt: visible(prompt), defaultAnswer: false, yes: words(.yesWords), no: words(.noWords))
    guard answer == true else { throw AskingError.declined }
  }

  /// Alternatives that can be typed, from a message that has them between bars.
  func words(_ message: Message) -> [String] {
    reader.say(message).split(separator: "|").map(String.init)
  }

  /// Lets the person choose; `missing` is the option that says it where nobody can be asked.
  func pick(
    _ title: Message, from items: [PickerItem], and feed: PickerFeed? = nil, missing: String
  ) throws -> Int {
    guard isInteractive else { throw AskingError.nobodyToChoose(missing: missing) }
    let picker = Picker(
      title: reader.say(title), items: items, feed: feed, hint: reader.say(.pickerKeys),
      emptyText: reader.say(.pickerEmpty))
    switch try picker.run(on: screen) {
    case .picked(let index): return index
    case .cancelled: throw AskingError.declined
    case .interrupted: throw Interrupted()
    }
  }
}

/// Ctrl-C.
struct Interrupted: Error, Explained {
  var message = Message.interrupted

  var explanation: Explanation { Explanation(message, status: .interrupted) }
}
