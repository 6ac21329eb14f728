public import Diary

/// Something to say, before anybody knows in which language: a key of the catalogs and what stands
/// in its places. The constructors, one a message, are made from `Localization/en.po`.
public struct Message: Hashable, Sendable {
  public let key: MessageKey
  let arguments: [Argument]

  struct Argument: Hashable, Sendable {
    var name: String
    var value: MessageArgument
  }

  init(_ key: MessageKey, _ arguments: [(String, MessageArgument)] = []) {
    self.key = key
    self.arguments = arguments.map { Argument(name: $0.0, value: $0.1) }
  }

  func argument(_ name: some StringProtocol) -> MessageArgument? {
    arguments.first { $0.name == name }?.value
  }
}

/// What can stand in a place of a message. Each is written as the reader's language writes it.
public enum MessageArgument: Hashable, Sendable {
  /// What a person, a file or another program wrote: never translated, never transliterated.
  case text(String)
  case number(Int)
  case day(Day)
  indirect case message(Message)
  /// `a, b, and c`
  case list([MessageArgument])
  /// `a, b, c`: choices and names, without a word before the last.
  case enumeration([MessageArgument])

  public static func enumeration(_ items: some Sequence<String>) -> MessageArgument {
    .enumeration(items.map { .text($0) })
  }
}

/// A type whose values can stand in a message.
public protocol MessageValue {
  var argument: MessageArgument { get }
}

extension MessageArgument: MessageValue {
  public var argument: MessageArgument { self }
}

extension String: MessageValue {
  public var argument: MessageArgument { .text(self) }
}

extension Substring: MessageValue {
  public var argument: MessageArgument { .text(String(self)) }
}

extension Int: MessageValue {
  public var argument: MessageArgument { .number(self) }
}

extension Day: MessageValue {
  public var argument: MessageArgument { .day(self) }
}

extension Message: MessageValue {
  public var argument: MessageArgument { .message(self) }
}

extension Array: MessageValue where Element: MessageValue {
  public var argument: MessageArgument { .list(map(\.argument)) }
}
