public import Localization

/// A flag, an option or a positional as data: what everybody but the parser's last step needs.
public struct ParameterDescription: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case flag
    case option(Arity)
    case positional(Count)
  }

  /// How many values an option takes.
  public enum Arity: Hashable, Sendable {
    /// One; where it is given again, the last one counts.
    case one
    /// One each time that it is given.
    case repeated
    /// All words up to the next option, at least one; with `=`, that one word.
    case upToNextOption
  }

  /// How many words a positional takes.
  public enum Count: Hashable, Sendable {
    case required, optional, oneOrMore, any

    var isRequired: Bool { self == .required || self == .oneOrMore }
    var isMany: Bool { self == .oneOrMore || self == .any }
  }

  public var kind: Kind
  /// Of an option, without its dashes.
  public var name: String
  public var short: Character?
  public var placeholder: DisplayText
  public var help: Message
  public var isRequired: Bool
  public var isHidden: Bool
  public var choices: [String]
  public var completion: CompletionKind
}

extension ParameterDescription {
  var isPositional: Bool {
    if case .positional = kind { true } else { false }
  }

  var takesValue: Bool { kind != .flag }

  var count: Count? {
    if case .positional(let count) = kind { count } else { nil }
  }

  /// `--tag`
  var spelling: String { "--" + name }

  /// Whether help must say the choices, because the placeholder does not.
  var namesChoices: Bool {
    !choices.isEmpty && placeholder != .literal(choices.joined(separator: "|"))
  }
}
