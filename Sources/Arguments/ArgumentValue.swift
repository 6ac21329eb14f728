public import Localization

/// A type that can be parsed from an argument, with its placeholder, choices and completion.
public protocol ArgumentValue: SendableMetatype {
  /// The thrown problem does not name the option; the parser adds that.
  init(argument: String) throws(ArgumentProblem)
  /// The placeholder of a value in help, without `<` and `>`.
  static var placeholder: DisplayText { get }
  /// All possible values, or an empty list if there are too many.
  static var choices: [String] { get }
  static var completion: CompletionKind { get }
  /// How many of the words, from the first one on, form one value in the reader's language or in
  /// any other; 0 if none do. It is `nil` for a value of one word.
  static var wordCount: WordCount? { get }
}

public typealias WordCount = @Sendable (_ words: [String], Reader) -> Int

extension ArgumentValue {
  public static var choices: [String] { [] }
  public static var completion: CompletionKind { choices.isEmpty ? .nothing : .choices }
  public static var wordCount: WordCount? { nil }
}

/// Why an argument is not valid.
public enum ArgumentProblem: Error, Hashable {
  case choices([String])
  /// A full sentence, such as “Write a number, 0 or more.”
  case expected(Message)
}

extension String: ArgumentValue {
  public init(argument: String) { self = argument }
  public static var placeholder: DisplayText { .message(.placeholderText) }
}

extension Int: ArgumentValue {
  public init(argument: String) throws(ArgumentProblem) {
    guard let number = Int(argument) else { throw .expected(.expectNumber) }
    self = number
  }

  public static var placeholder: DisplayText { .message(.placeholderNumber) }
}

/// An enumeration of strings uses its cases as choices.
extension ArgumentValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  public init(argument: String) throws(ArgumentProblem) {
    guard let value = Self(rawValue: argument) else { throw .choices(Self.choices) }
    self = value
  }

  public static var choices: [String] { allCases.map(\.rawValue) }

  /// The choices, such as `auto|always|never`, if that is short.
  public static var placeholder: DisplayText {
    let joined = choices.joined(separator: "|")
    return joined.utf8.count <= 20 ? .literal(joined) : .message(.placeholderName)
  }
}

extension Message {
  static func number(in range: ClosedRange<Int>) -> Message {
    // A billion is an upper bound that only keeps sums from overflowing.
    range.upperBound >= 1_000_000_000
      ? .expectNumberFrom(lowest: range.lowerBound)
      : .expectNumberBetween(lowest: range.lowerBound, highest: range.upperBound)
  }
}

/// An error in the command line, with what is needed for a hint. Options are spelled as they were
/// typed; command paths begin with the program's name.
public enum ArgumentError: Error, Hashable {
  case unknownOption(String, of: String, nearest: String?, owner: String?)
  case unknownCommand(String, of: String, nearest: [String])
  case missingCommand(of: String)
  /// - Parameter next: the option that was given instead of a value.
  case missingValue(of: String, placeholder: DisplayText, next: String?)
  case unexpectedValue(String, of: String)
  case badValue(String, of: DisplayText, ArgumentProblem)
  case missingArgument(DisplayText, usage: UsageLine)
  case unexpectedArgument(String, usage: UsageLine)
  /// The argument follows the value of an option, which may have several words: `value` has all of
  /// them.
  case unquotedValue(String, of: String, value: String)
  case missingOption(String, usage: UsageLine)
  case exclusive(String, String)
  /// The argument at `position`, counted from 1, is not UTF-8.
  case notText(position: Int)
}

extension ArgumentError: Explained {
  public var explanation: Explanation {
    let (message, hint) = sentences
    return Explanation(message, hint: hint, status: .usage)
  }

  private var sentences: (Message, hint: Message) {
    switch self {
    case .unknownOption(let option, let command, let nearest, let owner):
      let isText = option.contains(where: \.isWhitespace)
      let hint =
        nearest.map { Message.hintDidYouMean(name: $0) }
        ?? owner.map { .hintOptionOf(option: option, command: $0) }
        ?? (isText ? .hintDashes : .tryCommand(command: "\(command) --help"))
      return (.optionUnknown(option: option), hint)
    case .unknownCommand(let word, let command, let nearest):
      let hint: Message =
        switch nearest.count {
        case 0: .tryCommand(command: "\(command) --help")
        case 1: .hintDidYouMean(name: nearest[0])
        default: .hintDidYouMeanOneOf(names: MessageArgument.enumeration(nearest))
        }
      // The program's name is in front of every error.
      let words = command.split(separator: " ").dropFirst() + [word[...]]
      return (.commandUnknown(word: words.joined(separator: " ")), hint)
    case .missingCommand(let group):
      return (.commandMissing(command: group), .tryCommand(command: "\(group) --help"))
    case .missingValue(let option, let placeholder, let next):
      let attached = option.hasPrefix("--") ? option + "=" : option
      return (
        .valueMissing(option: option),
        next.map { .hintValueAttached(value: $0, option: attached) }
          ?? .hintValue(option: option, name: placeholder)
      )
    case .unexpectedValue(let value, let option):
      return (.valueUnexpected(option: option, value: value), .hintNoValue(option: option))
    case .badValue(let value, let name, .choices(let choices)):
      let nearest = Spelling.nearest(to: value, in: choices)
      return (
        .valueBad(value: value, name: name),
        nearest.map { .hintDidYouMean(name: $0) }
          ?? .expectChoices(choices: MessageArgument.enumeration(choices))
      )
    case .badValue(let value, let name, .expected(let sentence)):
      return (.valueBad(value: value, name: name), sentence)
    case .missingArgument(let placeholder, let usage):
      return (.wordMissing(name: placeholder), .hintUsage(usage: usage.argument))
    case .unexpectedArgument(let word, let usage):
      return (.wordUnexpected(word: word), .hintUsage(usage: usage.argument))
    case .unquotedValue(let word, let option, let value):
      return (.wordUnexpected(word: word), .hintQuotes(option: option, value: value))
    case .missingOption(let option, let usage):
      return (.optionMissing(option: option), .hintUsage(usage: usage.argument))
    case .exclusive(let first, let second):
      return (.optionsExclusive(first: first, second: second), .hintExclusive)
    case .notText(let position): return (.wordNotText(position: position), .hintNotText)
    }
  }
}
