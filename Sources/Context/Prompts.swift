package import Localization
import Platform
package import Terminal

/// Asks the user at the terminal.
protocol Prompter: Sendable {
  /// `nil` if the user ends the input or gives no clear answer.
  ///
  /// - Parameter answer: the answer that Enter gives.
  func confirm(
    prompt: String, defaultAnswer answer: Bool, yes: [String], no: [String]
  ) throws(TerminalError) -> Bool?
  /// Reads a line; `nil` if the user ends the input.
  func ask(prompt: String) throws(TerminalError) -> String?
  /// Reads a line without showing what is typed.
  func askSecret(prompt: String) throws(TerminalError) -> String?
  /// Reads a line that the user can edit.
  func edit(_ line: LineEditor, on screen: Screen) throws(TerminalError) -> LineAnswer
  func pick(_ picker: Picker, on screen: Screen) throws(TerminalError) -> PickerOutcome
  /// Opens a file in the editor, and waits until the editor exits.
  func edit(
    _ words: [String], in directory: String?, environment: Environment
  ) async throws(ChildError) -> ChildStatus
}

/// The terminal that the program was started in.
struct TerminalPrompter: Prompter {
  func confirm(
    prompt: String, defaultAnswer answer: Bool, yes: [String], no: [String]
  ) throws(TerminalError) -> Bool? {
    try TerminalPrompt.confirm(prompt: prompt, defaultAnswer: answer, yes: yes, no: no)
  }

  func ask(prompt: String) throws(TerminalError) -> String? {
    try TerminalPrompt.ask(prompt: prompt)
  }

  func askSecret(prompt: String) throws(TerminalError) -> String? {
    try TerminalPrompt.askSecret(prompt: prompt)
  }

  func edit(_ line: LineEditor, on screen: Screen) throws(TerminalError) -> LineAnswer {
    try line.run(on: screen)
  }

  func pick(_ picker: Picker, on screen: Screen) throws(TerminalError) -> PickerOutcome {
    try picker.run(on: screen)
  }

  func edit(
    _ words: [String], in directory: String?, environment: Environment
  ) async throws(ChildError) -> ChildStatus {
    try await Child.onTerminal(words, in: directory, environment: environment)
  }
}

/// Questions to the user, if the session is interactive.
package struct Prompts: Sendable {
  let prompter: any Prompter
  package let streams: Streams
  package let options: RunOptions
  package let reader: Reader
  package let output: Output

  /// Whether questions can be asked: input and output are terminals, and `--no-input` is not given.
  package var isInteractive: Bool {
    !options.hasNoInput && readsFromTerminal && output.errorScreen.isTerminal
  }

  /// Whether standard input is a terminal, so that the user would have to type it.
  package var readsFromTerminal: Bool { streams.isTerminal(.input) }

  /// Asks before something is removed. If the session is not interactive, `--yes` is required.
  package func confirm(_ question: Message) throws {
    if options.assumesYes { return }
    guard isInteractive else { throw Explanation.cannotConfirm }
    let prompt = output.errorScreen.question(reader.say(question) + " " + reader.say(.yesOrNo))
    let answer = try prompter.confirm(
      prompt: prompt, defaultAnswer: false, yes: words(.yesWords), no: words(.noWords))
    guard answer == true else { throw Explanation.declined }
  }

  /// Asks a question whose answer removes nothing. No clear answer means no.
  ///
  /// - Parameter answer: the answer that Enter gives.
  package func confirms(_ question: Message, orElse answer: Bool) throws -> Bool {
    let choices = reader.say(answer ? .yesOrNoYes : .yesOrNo)
    let prompt = output.errorScreen.question(reader.say(question) + " " + choices)
    return try prompter.confirm(
      prompt: prompt, defaultAnswer: answer, yes: words(.yesWords), no: words(.noWords)) ?? false
  }

  /// Asks for a line; `nil` if the user ends the input.
  package func ask(_ question: Message) throws -> String? {
    try prompter.ask(prompt: output.errorScreen.question(reader.say(question)))
  }

  /// Whether the terminal can show a line while it is edited.
  package var canEditLines: Bool { !output.errorScreen.isDumb }

  /// Asks for a line that the user can edit, starting with `text`.
  package func edit(_ text: String, prompt: String) throws -> LineAnswer {
    guard canEditLines else { return .entered(try prompter.ask(prompt: prompt) ?? "") }
    return try prompter.edit(LineEditor(prompt: prompt, text: text), on: output.errorScreen)
  }

  package func askSecret(_ question: Message) throws -> String? {
    try prompter.askSecret(prompt: output.errorScreen.question(reader.say(question)))
  }

  /// The accepted answers, from a message that separates them with bars.
  package func words(_ message: Message) -> [String] {
    reader.say(message).split(separator: "|").map(String.init)
  }

  /// Lets the user choose an item.
  ///
  /// - Parameters:
  ///   - feed: loads more items while the picker is open.
  ///   - option: the option with which the choice can be given if the session is not interactive.
  /// - Returns: the index of the item.
  package func pick(
    _ title: Message, from items: [PickerItem], and feed: PickerFeed? = nil, option: String
  ) throws -> Int {
    guard isInteractive else { throw Explanation.cannotChoose(option: option) }
    let picker = Picker(
      title: reader.say(title), items: items, feed: feed, hint: reader.say(.pickerKeys),
      emptyText: reader.say(.pickerEmpty))
    switch try prompter.pick(picker, on: output.screen) {
    case .picked(let index): return index
    case .cancelled: throw Explanation.declined
    case .interrupted: throw Interrupted()
    }
  }
}
