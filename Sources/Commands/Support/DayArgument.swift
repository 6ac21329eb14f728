import Arguments
import Context
import Diary
import Localization

/// A day as it was typed. It is parsed later, when the language and the date are known.
struct DayArgument: ArgumentValue {
  let text: String

  init(argument: String) { text = argument }

  static var placeholder: DisplayText { .message(.placeholderDay) }
  static var completion: CompletionKind { .days }
  static var wordCount: WordCount? {
    { words, reader in
      Self.count(of: words) { DayExpression($0, reader: reader) != nil }
    }
  }

  /// How many of the words, from the first one on, form one value: as many as possible.
  static func count(of words: [String], where isValue: (String) -> Bool) -> Int {
    // No phrase for a day and a time has more words.
    let longest = min(words.count, 12)
    return (0..<longest).reversed().first { isValue(words[...$0].joined(separator: " ")) }
      .map { $0 + 1 } ?? 0
  }
}

/// A day or a span as it was typed, such as `2026-11` or `last week`.
struct SpanArgument: ArgumentValue {
  let text: String

  init(argument: String) { text = argument }

  static var placeholder: DisplayText { .message(.placeholderSpan) }
  static var completion: CompletionKind { .spans }
  static var wordCount: WordCount? {
    { words, reader in
      DayArgument.count(of: words) { SpanExpression($0, reader: reader) != nil }
    }
  }
}

/// A day, a time or both, as typed.
struct MomentArgument: ArgumentValue {
  let text: String

  init(argument: String) { text = argument }

  static var placeholder: DisplayText { .message(.placeholderTime) }
  static var completion: CompletionKind { .days }
  static var wordCount: WordCount? {
    { words, reader in
      DayArgument.count(of: words) { MomentExpression($0, reader: reader) != nil }
    }
  }
}

extension Parameter {
  /// `--since`: the first day of a span.
  static func since(
    _ help: Message = .optionSince,
    _ write: @escaping @Sendable (inout Options, SpanArgument) -> Void
  ) -> Parameter {
    .option(
      "since", placeholder: .message(.placeholderDay), help: help, suggestedFor: ["from", "after"],
      write)
  }

  /// `--until`: the last day of a span.
  static func until(
    _ help: Message = .optionUntil,
    _ write: @escaping @Sendable (inout Options, SpanArgument) -> Void
  ) -> Parameter {
    .option(
      "until", placeholder: .message(.placeholderDay), help: help, suggestedFor: ["to", "before"],
      write)
  }
}

extension Parameter {
  /// `--tag`: each of several tags.
  static func tag(
    _ help: Message, _ write: @escaping @Sendable (inout Options, String) -> Void
  ) -> Parameter {
    .option("tag", help: help, arity: .repeated, completion: .tags, write)
  }
}

/// A span as an argument, or its ends as options.
struct SpanOptions {
  var span: SpanArgument?
  var since: SpanArgument?
  var until: SpanArgument?

  var isGiven: Bool { span != nil || since != nil || until != nil }

  /// The number of a to-do, if it was typed instead of a span: not a year, and nothing else.
  var number: String? {
    guard let text = span?.text, since == nil, until == nil else { return nil }
    let digits = text.drop { "#＃".contains($0) }
    return (1...3).contains(digits.count) && digits.allSatisfy(\.isWholeNumber) ? text : nil
  }

  static func parameters<Options>(
    _ path: any WritableKeyPath<Options, SpanOptions> & Sendable, help: Message,
    since: Message = .optionSince
  ) -> [Parameter<Options>] {
    [
      .positional("span", .phrase, help: help) { $0[keyPath: path].span = $1 },
      .since(since) { $0[keyPath: path].since = $1 },
      .until { $0[keyPath: path].until = $1 },
    ]
  }

  /// The ends of the span. An end that was not given is `nil`.
  ///
  /// - Parameter direction: where a day of an argument and the end of the options are looked for.
  func ends(
    in app: App, towards direction: DayExpression.Direction = .past
  ) throws -> (since: Day?, until: Day?) {
    guard let span else {
      return try app.calendar.ends(since?.text, until?.text, towards: direction)
    }
    try checkAlone()
    let days = try app.calendar.span(span.text, towards: direction)
    return (days.lowerBound, days.upperBound)
  }

  /// - Parameter other: another option that the span cannot be used with, if it was given.
  func checkAlone(besides other: String? = nil) throws {
    guard let span else { return }
    let option = other ?? (since != nil ? "--since" : until != nil ? "--until" : nil)
    guard let option else { return }
    throw Explanation(
      .optionsExclusive(first: option, second: span.text), hint: .hintExclusive, status: .usage)
  }
}

extension App {
  func day(_ word: DayArgument, towards direction: DayExpression.Direction = .past) throws -> Day {
    try calendar.day(word.text, towards: direction)
  }

  /// The day that was typed, else today.
  func dayOrToday(_ word: DayArgument?) throws -> Day {
    try word.map { try day($0) } ?? clock.today
  }

  /// The day of a to-do list. A bare weekday means the next one, because to-dos are planned ahead.
  func listDay(_ word: DayArgument?) throws -> Day {
    try word.map { try day($0, towards: .future) } ?? clock.today
  }

  /// The ends of a span. An end that was not given is `nil`.
  func span(_ since: SpanArgument?, _ until: SpanArgument?) throws -> (since: Day?, until: Day?) {
    try calendar.ends(since?.text, until?.text)
  }
}
