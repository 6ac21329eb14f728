public import Localization

/// The description of a flag, an option or a positional argument, without the closure that assigns
/// its value.
public struct ParameterDescription: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case flag
    case option(Arity)
    case positional(Count)
  }

  /// How many values an option takes.
  public enum Arity: Hashable, Sendable {
    /// One value; if the option is repeated, the last one wins.
    case one
    /// One value each time; the option can be repeated.
    case repeated
    /// All words up to the next option, at least one; with `=`, only that word.
    case upToNextOption
  }

  /// How many words a positional argument takes.
  public enum Count: Hashable, Sendable {
    case required, optional, oneOrMore, any
    /// All words together are one value, such as `last friday`; it may be missing.
    case phrase

    var isRequired: Bool { self == .required || self == .oneOrMore }
    var isMany: Bool { self == .oneOrMore || self == .any || self == .phrase }
  }

  public var kind: Kind
  /// The name; for an option, without dashes.
  public var name: String
  public var short: Character?
  public var placeholder: DisplayText
  public var help: Message
  public var isRequired: Bool
  public var isHidden: Bool
  public var choices: [String]
  public var completion: CompletionKind
  /// Names of options of other programs for which this one is suggested.
  var suggestedFor: [String] = []
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

  /// Whether help lists the choices, because the placeholder does not show them.
  var namesChoices: Bool {
    !choices.isEmpty && placeholder != .literal(choices.joined(separator: "|"))
  }
}
