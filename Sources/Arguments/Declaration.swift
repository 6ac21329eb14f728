public import Localization

/// All that parser, help, completion and manual know of a command. It has no name in it: the tree
/// has the names, so that nothing but the command that was asked for is declared in a run.
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

/// A line to try, without the name of the program in front.
public struct Example: Hashable, Sendable {
  public var words: String
  public var meaning: Message

  public init(_ words: String, _ meaning: Message) {
    self.words = words
    self.meaning = meaning
  }
}

/// What must hold between the options of one command, by their long names.
public enum Rule: Hashable, Sendable {
  /// At most one of them.
  case exclusive([String])
  /// The first only together with the second.
  case needs(String, String)
}

/// The part of a declaration that does not depend on the type of its options.
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
