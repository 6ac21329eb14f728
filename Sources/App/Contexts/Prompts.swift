public import Localization
import Platform
public import Terminal

/// How questions reach the person at the terminal.
protocol Prompter: Sendable {
  /// `nil` where the person ends the input or cannot decide.
  func confirm(prompt: String, yes: [String], no: [String]) throws(TerminalError) -> Bool?
  /// A line; `nil` where the person ends the input.
  func ask(prompt: String) throws(TerminalError) -> String?
  /// The same, without showing what is typed.
  func askSecret(prompt: String) throws(TerminalError) -> String?
  func pick(_ picker: Picker, on screen: Screen) throws(TerminalError) -> PickerOutcome
  /// Opens a file in the editor, and waits until it is closed.
  func edit(
    _ words: [String], in directory: String?, environment: Environment
  ) async throws(ChildError) -> ChildStatus
}

/// The terminal that the program was started at.
struct TerminalPrompter: Prompter {
  func confirm(prompt: String, yes: [String], no: [String]) throws(TerminalError) -> Bool? {
    try Prompt.confirm(prompt: prompt, defaultAnswer: false, yes: yes, no: no)
  }

  func ask(prompt: String) throws(TerminalError) -> String? { try Prompt.ask(prompt: prompt) }

  func askSecret(prompt: String) throws(TerminalError) -> String? {
    try Prompt.askSecret(prompt: prompt)
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

/// The person who started the program, as far as questions can be asked.
public struct Prompts: Sendable {
  let prompter: any Prompter
  public let streams: Streams
  public let options: RunOptions
  public let reader: Reader
  public let output: Output

  init(
    prompter: any Prompter, streams: Streams, options: RunOptions, reader: Reader, output: Output
  ) {
    self.prompter = prompter
    self.streams = streams
    self.options = options
    self.reader = reader
    self.output = output
  }

  /// Whether there is somebody to ask, and a terminal to ask on.
  public var isInteractive: Bool {
    !options.hasNoInput && readsFromTerminal && output.errorScreen.isTerminal
  }

  /// Whether what is read from standard input would have to be typed.
  public var readsFromTerminal: Bool { streams.isTerminal(.input) }

  /// Asks before something is removed. Where there is nobody to ask, `--yes` must say it.
  public func confirm(_ question: Message) throws {
    if options.assumesYes { return }
    guard isInteractive else { throw PromptError.cannotConfirm }
    let prompt = output.errorScreen.question(reader.say(question) + " " + reader.say(.yesOrNo))
    let answer = try prompter.confirm(
      prompt: prompt, yes: words(.yesWords), no: words(.noWords))
    guard answer == true else { throw PromptError.declined }
  }

  /// Asks for a line; `nil` where the person ends the input.
  public func ask(_ question: Message) throws -> String? {
    try prompter.ask(prompt: output.errorScreen.question(reader.say(question)))
  }

  public func askSecret(_ question: Message) throws -> String? {
    try prompter.askSecret(prompt: output.errorScreen.question(reader.say(question)))
  }

  /// Alternatives that can be typed, from a message that has them between bars.
  public func words(_ message: Message) -> [String] {
    reader.say(message).split(separator: "|").map(String.init)
  }

  /// Lets the person choose; `missing` is the option that says it where nobody can be asked.
  public func pick(
    _ title: Message, from items: [PickerItem], and feed: PickerFeed? = nil, missing: String
  ) throws -> Int {
    guard isInteractive else { throw PromptError.cannotChoose(missing: missing) }
    let picker = Picker(
      title: reader.say(title), items: items, feed: feed, hint: reader.say(.pickerKeys),
      emptyText: reader.say(.pickerEmpty))
    switch try prompter.pick(picker, on: output.screen) {
    case .picked(let index): return index
    case .cancelled: throw PromptError.declined
    case .interrupted: throw Interrupted()
    }
  }
}
