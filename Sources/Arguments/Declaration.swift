public import Localization

/// The declaration of a command, used by the parser, help, completion and manual. The name is in
/// the command tree, so that a run creates only the declaration of its own command.
public struct Declaration<Options>: Sendable {
  public var summary: Message
  public var details: Message?
  public var examples: [Example]
  public var rules: [Rule]
  public var parameters: [Parameter<Options>]

  public init(
    _ summary: Message, details: Message? = nil, examples: [Example] = [], rules: [Rule] = [],
    _ parameters: [Parameter<Options>] = []
  ) {
    self.summary = summary
    self.details = details
    self.examples = examples
    self.rules = rules
    self.parameters = parameters
  }
}

/// An example, without the name of the program.
public struct Example: Hashable, Sendable {
  public var words: String
  public var meaning: Message

  public init(_ words: String, _ meaning: Message) {
    self.words = words
    self.meaning = meaning
  }
}

/// A rule for the options of a command, by their long names.
public enum Rule: Hashable, Sendable {
  /// At most one of the options may be given.
  case exclusive([String])
  /// The first option may only be given together with the second.
  case needs(String, String)
}

/// The parts of a declaration that do not depend on the type of the options.
struct DeclarationDescription: Sendable {
  var summary: Message
  var details: Message?
  var examples: [Example]
  var rules: [Rule]
  var parameters: [ParameterDescription]

  init<Options>(_ declaration: Declaration<Options>) {
    summary = declaration.summary
    details = declaration.details
    examples = declaration.examples
    rules = declaration.rules
    parameters = declaration.parameters.map(\.description)
  }

  var positionals: [ParameterDescription] { parameters.filter(\.isPositional) }
  var options: [ParameterDescription] { parameters.filter { !$0.isPositional } }
}
