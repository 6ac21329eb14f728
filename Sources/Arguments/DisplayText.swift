public import Localization

/// A word that either waits for its language or is the same in all of them.
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
