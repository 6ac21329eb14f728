public import Localization

/// The usage of a command: `commitdiary notes show [options] <id>`.
public struct UsageLine: Hashable, Sendable {
  public enum Part: Hashable, Sendable {
    /// Text to type literally.
    case word(String)
    /// `<id>`
    case value(DisplayText)
    /// Brackets, dots and bars, which are not typed.
    case sign(String)
    /// A placeholder for a list: `options`, `command`.
    case kind(Message)
  }

  /// The words of the line, each made of one or more parts.
  public var words: [[Part]]

  public func text(for reader: Reader) -> String { reader.write(argument) }
}

extension UsageLine {
  init(path: String, _ declaration: DeclarationDescription) {
    words = path.split(separator: " ").map { [.word(String($0))] }
    let options = declaration.options
    words += options.filter(\.isRequired).map { $0.usage }
    if !options.allSatisfy(\.isRequired) {
      words.append([.sign("["), .kind(.usageOptions), .sign("]")])
    }
    words += declaration.positionals.map(\.usage)
  }

  /// The usage of a group or of the program.
  init(group path: String, isCommandOptional: Bool = false) {
    let command = [Part.kind(.placeholderCommand)]
    words = path.split(separator: " ").map { [.word(String($0))] }
    words.append(isCommandOptional ? [.sign("[")] + command + [.sign("]")] : command)
  }

  /// The line as an argument of a message, which is translated later.
  var argument: MessageArgument {
    .joined(Array(words.map { $0.map(\.argument) }.joined(separator: [.text(" ")])))
  }
}

extension UsageLine.Part {
  var argument: MessageArgument {
    switch self {
    case .word(let word): .text(word)
    case .value(let placeholder): .joined([.text("<"), placeholder.argument, .text(">")])
    case .sign(let sign): .text(sign)
    case .kind(let kind): .joined([.text("<"), .message(kind), .text(">")])
    }
  }
}

extension ParameterDescription {
  /// `[<id>…]`, `--to <day>`
  var usage: [UsageLine.Part] {
    switch kind {
    case .flag: [.word(spelling)]
    case .option(.upToNextOption): [.word(spelling), .sign(" "), .value(placeholder), .sign("...")]
    case .option: [.word(spelling), .sign(" "), .value(placeholder)]
    case .positional(.required): [.value(placeholder)]
    case .positional(.optional), .positional(.phrase):
      [.sign("["), .value(placeholder), .sign("]")]
    case .positional(.oneOrMore): [.value(placeholder), .sign("...")]
    case .positional(.any): [.sign("["), .value(placeholder), .sign("]...")]
    }
  }
}

/// A text that is translated, or the same in all languages.
public enum DisplayText: Hashable, Sendable {
  case literal(String)
  case message(Message)

  public func text(for reader: Reader) -> String { reader.write(argument) }
}

extension DisplayText: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self = .literal(text) }
}

extension DisplayText: MessageValue {
  public var argument: MessageArgument {
    switch self {
    case .literal(let text): .text(text)
    case .message(let message): .message(message)
    }
  }
}

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
  public var isRequired = false
  public var choices: [String] = []
  public var completion = CompletionKind.nothing
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
