public import Diary

/// The person who reads: their language, and how they write dates and numbers.
public struct Reader: Sendable {
  public let catalog: Catalog
  /// Where a message is not in `catalog`.
  let english: Catalog
  /// Whether the program's own words may hold letters and signs outside ASCII.
  public let isUnicode: Bool
  let region: LanguageTag?
  /// In whose language dates are written.
  private let calendar: Catalog

  public init(_ preference: LanguagePreference) {
    let english = Catalog.of("en")!  // The compiler of the catalogs does not run without it.
    let chosen = preference.languages.lazy.compactMap { Catalog.of($0.language) }.first
    self.english = english
    isUnicode = preference.isUTF8
    // A catalog whose letters cannot be shown helps nobody.
    catalog = preference.isUTF8 ? chosen ?? english : english
    region = preference.region
    let ofDates = preference.region.flatMap { Catalog.of($0.language) }
    calendar = preference.hasDatesOfTheirOwn && preference.isUTF8 ? ofDates ?? catalog : catalog
  }

  /// `ko`
  public var language: String { catalog.language }

  public var names: LanguageNames { catalog.names() }

  var calendarNames: LanguageNames { calendar.names() }

  /// The day on which this reader's weeks begin.
  public var firstWeekday: Weekday {
    let territory = region?.territory ?? region.flatMap { Self.usualTerritory(of: $0.language) }
    return firstWeekdayBesidesMonday(in: territory ?? names.territory) ?? .monday
  }

  /// For a language that there is no catalog of, the world's own `001`, where weeks begin on Monday.
  private static func usualTerritory(of language: String) -> String {
    Catalog.of(language)?.names().territory ?? "001"
  }

  /// Numbers by the territory, if it speaks the language that the words are in.
  var forms: RegionalForms { forms(of: catalog) }

  var calendarForms: RegionalForms { forms(of: calendar) }

  private func forms(of catalog: Catalog) -> RegionalForms {
    catalog.forms(region?.language == catalog.language ? region?.territory ?? "" : "")
  }
}

// MARK: Saying

extension Reader {
  /// A piece of a message: the program's own words, or what stands in a place of it.
  public enum Piece: Hashable, Sendable {
    case words(String)
    case value(name: String, text: String)
  }

  /// `message` in the reader's language.
  public func say(_ message: Message) -> String {
    var text = ""
    for piece in pieces(of: message) {
      switch piece {
      case .words(let words): text += words
      case .value(_, let value): text += value
      }
    }
    return text
  }

  /// `message` in pieces, for whoever gives the values a style of their own.
  public func pieces(of message: Message) -> [Piece] {
    let template = template(of: message)
    if message.arguments.isEmpty && !template.utf8.contains(UInt8(ascii: "{")) {
      return [.words(own(template))]
    }
    return MessageTemplate(template).parts.map { part in
      switch part {
      case .words(let words):
        return .words(own(words))
      case .place(let name):
        let value = message.argument(name).map(write) ?? "{\(name)}"
        return .value(name: name, text: value)
      case .particle(let name, let forms):
        let value = message.argument(name).map(write) ?? ""
        return .words(KoreanParticle.fitting(value, of: forms))
      }
    }
  }

  private func template(of message: Message) -> String {
    var count = 1
    if case .number(let number)? = message.argument("count") { count = number }
    return catalog.text(message.key, catalog.pluralForm(abs(count)))
      ?? english.text(message.key, english.pluralForm(abs(count))) ?? message.key.rawValue
  }

  private func write(_ argument: MessageArgument) -> String {
    switch argument {
    case .text(let text): text
    case .number(let number): write(number)
    case .day(let day): date(day)
    case .message(let message): say(message)
    case .list(let items): list(items.map(write))
    }
  }

  /// The program's own words, in ASCII where the terminal takes no more.
  func own(_ words: String) -> String {
    isUnicode ? words : ASCII.spelled(words)
  }

  /// `a, b, and c`, as the language joins them.
  public func list(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    let separators = names.listSeparators.map(own)
    if items.count == 2 { return items[0] + separators[0] + last }
    return items.dropLast().joined(separator: separators[1]) + separators[2] + last
  }
}
