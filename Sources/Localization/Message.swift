public import Diary

/// A message that is not translated yet: its key in the catalogs, and the values of its
/// placeholders. The constructors, one for each message, are generated from `Localization/en.po`.
public struct Message: Hashable, Sendable {
  public let key: MessageKey
  /// In the order of `messageParameters`.
  let arguments: [MessageArgument]

  init(_ key: MessageKey) {
    self.key = key
    arguments = []
  }

  init(_ key: MessageKey, _ values: [any MessageValue]) {
    self.key = key
    arguments = values.map(\.argument)
  }

  func argument(_ name: String) -> MessageArgument? {
    if arguments.isEmpty { return nil }
    return zip(messageParameters.all(key), arguments).first { $0.0 == name }?.1
  }
}

/// The value of a placeholder. It is formatted in the reader's language.
public enum MessageArgument: Hashable, Sendable {
  /// A text from the user, a file or another program. It is never translated or transliterated.
  case text(String)
  case number(Int)
  case day(Day)
  indirect case message(Message)
  /// `a, b, and c`
  case list([MessageArgument])
  /// `a, b, c`, for choices and names: like `list`, but without a conjunction before the last item.
  case enumeration([MessageArgument])
  /// The parts with nothing between them.
  case joined([MessageArgument])

  public static func enumeration(_ items: some Sequence<String>) -> MessageArgument {
    .enumeration(items.map { .text($0) })
  }
}

/// A type whose values can be used for placeholders of messages.
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

extension MessageKey {
  /// The name in the catalogs, which is also the code of an error in JSON.
  public var name: String { "\(self)" }
}
