public import Localization

/// A text that is translated, or the same in all languages.
public enum DisplayText: Hashable, Sendable {
  case literal(String)
  case message(Message)

  public func text(for reader: Reader) -> String {
    switch self {
    case .literal(let text): text
    case .message(let message): reader.say(message)
    }
  }
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
