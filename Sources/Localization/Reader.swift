public import Diary

/// The person who reads: their language, and how they write dates and numbers.
public struct Reader: Sendable {
  public let catalog: Catalog
  /// Where a message is not in `catalog`, these are asked in turn; the last of them is English.
  private let fallbacks: [Catalog]
  /// Whether the program's own words may hold letters and signs outside ASCII.
  public let isUnicode: Bool
  let region: LanguageTag?
  /// In whose language dates are written.
  private let calendar: Catalog
  private let typedLanguages = TypedLanguages()

  public init(_ preference: LanguagePreference) {
    // A catalog whose letters cannot be shown helps nobody.
    let chosen = preference.isUTF8 ? preference.languages.flatMap(Catalog.serving) : []
    let ofDates =
      preference.hasDatesOfTheirOwn && preference.isUTF8
      ? preference.region.flatMap { Catalog.serving($0).first } : nil
    self.init(
      catalogs: chosen, calendar: ofDates, region: preference.region,
      isUnicode: preference.isUTF8)
  }

  /// - Parameter catalogs: best first; English stands behind them in any case.
  init(catalogs: [Catalog], calendar: Catalog? = nil, region: LanguageTag?, isUnicode: Bool = true)
  {
    let english = Catalog.of("en")!  // The compiler of the catalogs does not run without it.
    let catalog = catalogs.first ?? english
    self.catalog = catalog
    fallbacks = catalogs.dropFirst().prefix { $0.name != english.name } + [english]
    self.calendar = calendar ?? catalog
    self.region = region
    self.isUnicode = isUnicode
  }

  /// `ko`, or `zh-Hant`.
  public var language: String { catalog.language }

  public var names: LanguageNames { catalog.names() }

  var calendarNames: LanguageNames { calendar.names() }

  /// The day on which this reader's weeks begin.
  public var firstWeekday: Weekday {
    let territory = region?.territory ?? region.flatMap { Self.usualTerritory(of: $0) }
    return firstWeekdayBesidesMonday(in: territory ?? names.territory) ?? .monday
  }

  /// For a language that there is no catalog of, the world's own `001`, where weeks begin on Monday.
  private static func usualTerritory(of tag: LanguageTag) -> String {
    likelyTerritory(of: tag.language, in: tag.script) ?? "001"
  }

  /// Numbers as the reader's territory writes them in the language of the words: in Germany, English
  /// has `12.345` too.
  var forms: RegionalForms { forms(of: catalog) }

  var calendarForms: RegionalForms { forms(of: calendar) }

  private func forms(of catalog: Catalog) -> RegionalForms {
    catalog.forms(region?.territory ?? "")
  }

  /// The words for days in all languages that this reader may type them in, the own one first.
  var dayWords: [DayWords] {
    typedLanguages.words {
      var words: [DayWords] = []
      for catalog in [catalog, calendar] + fallbacks
      where !words.contains(where: { $0.catalog.name == catalog.name }) {
        words.append(DayWords(catalog, forms: forms(of: catalog)))
      }
      return words
    }
  }
}

// MARK: Messages

extension Reader {
  /// A part of a message: literal text, or the value of a placeholder.
  public enum Piece: Hashable, Sendable {
    case literal(String)
    case value(name: String, text: String)
  }

  /// `message` in the reader's language.
  public func say(_ message: Message) -> String {
    var text = ""
    for piece in pieces(of: message) {
      switch piece {
      case .literal(let literal): text += literal
      case .value(_, let value): text += value
      }
    }
    return text
  }

  /// `message` in pieces, for callers that give the values their own style.
  public func pieces(of message: Message) -> [Piece] {
    let template = template(of: message)
    if message.arguments.isEmpty && !template.utf8.contains(UInt8(ascii: "{")) {
      return [.literal(own(template))]
    }
    return MessageTemplate(template).parts.map { part in
      switch part {
      case .literal(let text):
        return .literal(own(text))
      case .placeholder(let name):
        let value = message.argument(name).map(write) ?? "{\(name)}"
        return .value(name: name, text: value)
      case .particle(let name, let forms):
        let value = message.argument(name).map(write) ?? ""
        return .literal(KoreanParticle.fitting(value, of: forms))
      }
    }
  }

  private func template(of message: Message) -> String {
    var count = 1
    if case .number(let number)? = message.argument("count") { count = number }
    for catalog in [catalog] + fallbacks {
      if let text = catalog.text(message.key, catalog.pluralForm(abs(count))) { return text }
    }
    return message.key.rawValue
  }

  private func write(_ argument: MessageArgument) -> String {
    switch argument {
    case .text(let text): text
    case .number(let number): write(number)
    case .day(let day): date(day)
    case .message(let message): say(message)
    case .list(let items): list(items.map(write))
    case .enumeration(let items): enumeration(items.map(write))
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

  /// `a, b, c`, with the sign between them that the language has for it.
  public func enumeration(_ items: [String]) -> String {
    items.joined(separator: own(names.listSeparators[1]))
  }
}
