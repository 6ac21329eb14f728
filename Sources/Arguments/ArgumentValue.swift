public import Localization

/// A type that reads itself from one word, and knows what to say of such words.
public protocol ArgumentValue: SendableMetatype {
  /// Fails without naming the option: the parser adds that.
  init(argument: String) throws(ArgumentProblem)
  /// What stands for a value in help, without the `<` and `>`.
  static var placeholder: DisplayText { get }
  /// All values, where they can be counted.
  static var choices: [String] { get }
  static var completion: CompletionKind { get }
}

extension ArgumentValue {
  public static var choices: [String] { [] }
  public static var completion: CompletionKind { choices.isEmpty ? .nothing : .choices }
}

/// What a word should have been.
public enum ArgumentProblem: Error, Hashable {
  case choices([String])
  /// A whole sentence, such as “Write a number, 0 or more.”
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

/// An enumeration of strings is its choices.
extension ArgumentValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  public init(argument: String) throws(ArgumentProblem) {
    guard let value = Self(rawValue: argument) else { throw .choices(Self.choices) }
    self = value
  }

  public static var choices: [String] { allCases.map(\.rawValue) }

  /// `auto|always|never`, as long as that is short.
  public static var placeholder: DisplayText {
    let joined = choices.joined(separator: "|")
    return joined.utf8.count <= 20 ? .literal(joined) : .message(.placeholderName)
  }
}

extension Message {
  static func number(in range: ClosedRange<Int>) -> Message {
    range.upperBound == .max
      ? .expectNumberFrom(lowest: range.lowerBound)
      : .expectNumberBetween(lowest: range.lowerBound, highest: range.upperBound)
  }
}
