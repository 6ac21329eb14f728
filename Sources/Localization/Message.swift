public import Diary

/// A message that is not translated yet: its key in the catalogs, and the values of its
/// placeholders. The constructors, one for each message, are generated from `Localization/en.po`.
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
