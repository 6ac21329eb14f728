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
