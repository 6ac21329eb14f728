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
  case needs(String, String)
  /// The argument at `position`, counted from 1, is not UTF-8.
  case notText(position: Int)
}

extension ArgumentError: Explained {
  public var explanation: Explanation {
    Explanation(message, hint: hint, status: .usage)
  }

  private var message: Message {
    switch self {
    case .unknownOption(let option, _, _, _): .optionUnknown(option: option)
    case .unknownCommand(let word, let command, _):
      // The program's name is in front of every error.
      .commandUnknown(
        word: (command.split(separator: " ").dropFirst() + [word[...]]).joined(separator: " "))
    case .missingCommand(let group): .commandMissing(command: group)
    case .missingValue(let option, _, _): .valueMissing(option: option)
    case .unexpectedValue(let value, let option): .valueUnexpected(option: option, value: value)
    case .badValue(let value, let name, _): .valueBad(value: value, name: name)
    case .missingArgument(let placeholder, _): .wordMissing(name: placeholder)
    case .unexpectedArgument(let word, _), .unquotedValue(let word, _, _):
      .wordUnexpected(word: word)
    case .missingOption(let option, _): .optionMissing(option: option)
    case .exclusive(let first, let second): .optionsExclusive(first: first, second: second)
    case .needs(let first, let second): .optionNeeds(first: first, second: second)
    case .notText(let position): .wordNotText(position: position)
    }
  }

  private var hint: Message? {
    switch self {
    case .unknownOption(_, _, let nearest?, _): .hintDidYouMean(name: nearest)
    case .unknownOption(let option, _, _, let owner?):
      .hintOptionOf(option: option, command: owner)
    case .unknownOption(let option, _, _, _) where option.contains(where: \.isWhitespace):
      .hintDashes
    case .unknownOption(_, let command, _, _): .hintSeeHelp(command: command)
    case .unknownCommand(_, let command, let nearest):
      switch nearest.count {
      case 0: .hintSeeHelp(command: command)
      case 1: .hintDidYouMean(name: nearest[0])
      default: .hintDidYouMeanOneOf(names: MessageArgument.enumeration(nearest))
      }
    case .missingCommand(let group): .hintSeeHelp(command: group)
    case .missingValue(let option, _, let next?):
      .hintValueAttached(value: next, option: option.hasPrefix("--") ? option + "=" : option)
    case .missingValue(let option, let placeholder, nil):
      .hintValue(option: option, name: placeholder)
    case .unexpectedValue(_, let option): .hintNoValue(option: option)
    case .badValue(let value, _, .choices(let choices)):
      if let nearest = Spelling.nearest(to: value, in: choices) {
        .hintDidYouMean(name: nearest)
      } else {
        .expectChoices(choices: MessageArgument.enumeration(choices))
      }
    case .badValue(_, _, .expected(let sentence)): sentence
    case .missingArgument(_, let usage), .unexpectedArgument(_, let usage),
      .missingOption(_, let usage):
      .hintUsage(usage: usage.argument)
    case .unquotedValue(_, let option, let value): .hintQuotes(option: option, value: value)
    case .exclusive: .hintExclusive
    case .needs(_, let second): .hintAddOption(option: second)
    case .notText: .hintNotText
    }
  }
}
