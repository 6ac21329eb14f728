public import Localization

/// The declaration of a command, used by the parser, help, completion and manual. The name is in
/// the command tree, so that a run creates only the declaration of its own command.
public struct Declaration<Options>: Sendable {
  let description: DeclarationDescription
  let parameters: [Parameter<Options>]
  public let terminal: TerminalUse<Options>

  /// - Parameter exclusive: the long names of options of which at most one may be given.
  public init(
    _ summary: Message, details: Message? = nil, examples: [Example] = [],
    exclusive: [[String]] = [], terminal: TerminalUse<Options> = .unused,
    _ parameters: [Parameter<Options>] = []
  ) {
    description = DeclarationDescription(
      summary: summary, details: details, examples: examples, exclusive: exclusive,
      parameters: parameters.map(\.description))
    self.parameters = parameters
    self.terminal = terminal
  }
}

/// Whether a command asks questions or opens an editor, for a caller that draws on the terminal itself.
public enum TerminalUse<Options>: Sendable {
  case unused
  case always
  /// Before something is removed, unless the user agrees in advance.
  case confirmation
  /// Unless the options have the text.
  case editor(unless: @Sendable (Options) -> Bool)
}

/// An example, without the name of the program.
public struct Example: Hashable, Sendable {
  public var words: String
  /// `nil` if the words say it.
  public var meaning: Message?

  public init(_ words: String, _ meaning: Message? = nil) {
    self.words = words
    self.meaning = meaning
  }
}

/// The parts of a declaration that do not depend on the type of the options.
struct DeclarationDescription: Sendable {
  var summary: Message
  var details: Message?
  var examples: [Example]
  /// The long names of options of which at most one may be given.
  var exclusive: [[String]]
  var parameters: [ParameterDescription]

  var positionals: [ParameterDescription] { parameters.filter(\.isPositional) }
  var options: [ParameterDescription] { parameters.filter { !$0.isPositional } }
}

/// A flag, an option or a positional argument: its description, and a closure that assigns a parsed
/// value.
public struct Parameter<Options>: Sendable {
  public let description: ParameterDescription
  /// How many words form one value; `nil` for one word.
  var wordCount: WordCount?
  /// The word is empty for a flag.
  let write: @Sendable (inout Options, String) throws(ArgumentProblem) -> Void
}

extension Parameter {
  public static func flag(
    _ name: String, short: Character? = nil, help: Message,
    _ write: @escaping @Sendable (inout Options) -> Void
  ) -> Parameter {
    Parameter(
      description: ParameterDescription(
        kind: .flag, name: name, short: short, placeholder: "", help: help)
    ) { options, _ in write(&options) }
  }

  /// - Parameters:
  ///   - placeholder: the placeholder of the value in help; by default that of the kind of
  ///     completions or of the type.
  ///   - completion: the kind of completions; by default that of the type.
  ///   - suggestedFor: names of options of other programs for which this one is suggested.
  public static func option<Value: ArgumentValue>(
    _ name: String, short: Character? = nil, placeholder: DisplayText? = nil, help: Message,
    arity: ParameterDescription.Arity = .one, completion: CompletionKind? = nil,
    isRequired: Bool = false, suggestedFor: [String] = [],
    _ write: @escaping @Sendable (inout Options, Value) -> Void
  ) -> Parameter {
    reading(
      Value.self,
      as: ParameterDescription(
        kind: .option(arity), name: name, short: short,
        placeholder: placeholder ?? completion?.placeholder ?? Value.placeholder, help: help,
        isRequired: isRequired, choices: Value.choices,
        completion: completion ?? Value.completion, suggestedFor: suggestedFor),
      write)
  }

  /// An option with a number in `range`.
  public static func option(
    _ name: String, short: Character? = nil, in range: ClosedRange<Int>, help: Message,
    _ write: @escaping @Sendable (inout Options, Int) -> Void
  ) -> Parameter {
    Parameter(
      description: ParameterDescription(
        kind: .option(.one), name: name, short: short, placeholder: Int.placeholder, help: help)
    ) { (options, word) throws(ArgumentProblem) in
      guard let number = try? Int(argument: word), range.contains(number) else {
        throw .expected(.number(in: range))
      }
      write(&options, number)
    }
  }

  /// - Parameter name: the name in rules; help shows the placeholder.
  public static func positional<Value: ArgumentValue>(
    _ name: String, _ count: ParameterDescription.Count = .required,
    placeholder: DisplayText? = nil,
    help: Message, completion: CompletionKind? = nil,
    _ write: @escaping @Sendable (inout Options, Value) -> Void
  ) -> Parameter {
    reading(
      Value.self,
      as: ParameterDescription(
        kind: .positional(count), name: name, placeholder: placeholder ?? Value.placeholder,
        help: help, isRequired: count.isRequired, choices: Value.choices,
        completion: completion ?? Value.completion),
      write)
  }

  private static func reading<Value: ArgumentValue>(
    _ type: Value.Type, as description: ParameterDescription,
    _ write: @escaping @Sendable (inout Options, Value) -> Void
  ) -> Parameter {
    Parameter(description: description, wordCount: type.wordCount) {
      (options, word) throws(ArgumentProblem) in
      write(&options, try Value(argument: word))
    }
  }
}
