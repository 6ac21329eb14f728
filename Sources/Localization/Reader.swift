public import Diary

/// Formats messages, dates and numbers for the user: in their language, and in the formats of their
/// region.
public struct Reader: Sendable {
  public let catalog: Catalog
  /// The catalogs to search, in this order, for a message that is not in `catalog`. The last one is
  /// English.
  private let fallbacks: [Catalog]
  /// Whether the program's own text may contain characters outside ASCII.
  public let isUnicode: Bool
  let region: LanguageTag?
  /// What the commands that messages name must have too, to do the same as this run: `--journal work`.
  public var options = ""
  /// The catalog for dates, whose language may differ from that of messages.
  private let calendar: Catalog
  /// The reader's languages for days that are typed, their own first.
  private let typed: [Catalog]

  public init(_ preference: LanguagePreference) {
    // Without UTF-8, the letters of other languages cannot be shown.
    let catalogs = preference.isUTF8 ? preference.languages.flatMap(Catalog.serving) : []
    let calendar =
      preference.hasOwnDateLanguage && preference.isUTF8
      ? preference.region.flatMap { Catalog.serving($0).first } : nil
    self.init(
      catalogs: catalogs, calendar: calendar, region: preference.region,
      isUnicode: preference.isUTF8)
  }

  /// - Parameter catalogs: the best first. English is always added at the end.
  init(catalogs: [Catalog], calendar: Catalog? = nil, region: LanguageTag?, isUnicode: Bool = true)
  {
    let english = Catalog.of("en")!  // The catalogs cannot be compiled without it.
    let catalog = catalogs.first ?? english
    self.catalog = catalog
    fallbacks = catalogs.dropFirst().prefix { $0.name != english.name } + [english]
    self.calendar = calendar ?? catalog
    typed = [catalog, self.calendar] + catalogs + [english]
    self.region = region
    self.isUnicode = isUnicode
  }

  /// The tag of the language, with a script or a territory if the catalog is for one: `ko`, `zh-Hant`.
  public var language: String { String(catalog.name.map { $0 == "_" ? "-" : $0 }) }

  public var names: LanguageNames { catalog.names() }

  var calendarNames: LanguageNames { calendar.names() }

  /// The day on which this reader's weeks begin.
  public var firstWeekday: Weekday {
    let name = firstWeekdays.value(of: territory)
    return Weekday.allCases.first { "\($0)" == name } ?? .monday
  }

  /// The territory of the reader's locale, or the likely one of their language.
  private var territory: String {
    guard let region else { return names.territory }
    return region.territory ?? Self.usualTerritory(of: region)
  }

  /// The territory that is likely for a language without one. It is `001`, the world, if CLDR knows
  /// none; weeks begin on Monday there.
  private static func usualTerritory(of tag: LanguageTag) -> String {
    LanguageTag.likelyTerritory(of: tag.language, in: tag.script) ?? "001"
  }

  /// The formats of the reader's territory in the language of the messages. In Germany, English
  /// numbers are also written as `12.345`.
  var forms: RegionalForms { forms(of: catalog) }

  var calendarForms: RegionalForms { forms(of: calendar) }

  private func forms(of catalog: Catalog) -> RegionalForms {
    catalog.forms(region?.territory ?? "")
  }

  /// What a text that was typed means in the first language that understands it.
  func meaning<Meaning>(of text: String, _ read: (DayWords, TypedText) -> Meaning?) -> Meaning? {
    let text = TypedText(text)
    // Every reading of a text is tried, so the length is limited; no real date is as long.
    guard !text.text.isEmpty, text.text.utf8.count <= 200 else { return nil }
    let order = dateOrders.value(of: territory) ?? "dmy"
    for catalog in languages(of: text) {
      let words = DayWords.of(catalog, in: region?.territory ?? "", order: order)
      if let meaning = read(words, text) { return meaning }
    }
    return nil
  }

  /// The languages in which a text is read: the reader's own, that of dates, the others that they prefer,
  /// then English. In Latin letters every short word is a weekday in some language, so only a text in
  /// another script is read in the languages of others too: those that are written in one.
  func languages(of typed: TypedText) -> [Catalog] {
    let isLatin = typed.text.unicodeScalars.allSatisfy { $0.value < 0x250 }
    let others = isLatin ? [] : Catalog.names.compactMap(Catalog.of).filter { !$0.isLatin }
    var names: Set<String> = []
    return (self.typed + others).filter { names.insert($0.name).inserted }
  }

  /// The alternatives between the bars of a message, in all languages.
  public func alternatives(of message: Message) -> Set<Substring> {
    Set(
      Catalog.names.compactMap { Catalog.of($0)?.text(message.key, 0) }
        .flatMap { $0.split(separator: "|") })
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
    pieces(of: message).map { piece in
      switch piece {
      case .literal(let text), .value(_, let text): text
      }
    }.joined()
  }

  /// `message` in pieces, for callers that give the values their own style.
  public func pieces(of message: Message) -> [Piece] {
    let template = template(of: message)
    if message.arguments.isEmpty && !template.utf8.contains(UInt8(ascii: "{")) {
      return [.literal(withOptions(own(template)))]
    }
    return MessageTemplate(template).parts.map { part in
      switch part {
      case .literal(let text):
        return .literal(withOptions(own(text)))
      case .placeholder(let name):
        let value = message.argument(name).map(write) ?? "{\(name)}"
        return .value(name: name, text: name.hasPrefix("command") ? withOptions(value) : value)
      case .particle(let name, let forms):
        let value = message.argument(name).map(write) ?? ""
        return .literal(KoreanParticle.fitting(value, of: forms))
      }
    }
  }

  /// Adds the options to the commands of this program in a text. They stand in quotation marks, behind a
  /// colon, or alone.
  private func withOptions(_ text: String) -> String {
    let name = "commitdiary "
    guard !options.isEmpty, text.contains(name) else { return text }
    var (result, rest) = ("", text[...])
    while let found = rest.firstRange(of: name) {
      let before = rest[..<found.lowerBound]
      result += before + name
      rest = rest[found.upperBound...]
      let isCommand =
        before.last.map { "“「„«\"'`".contains($0) } ?? result.dropLast(name.count).isEmpty
      if isCommand || before.hasSuffix(": ") || before.hasSuffix(", ") { result += options + " " }
    }
    return result + rest
  }

  private func template(of message: Message) -> String {
    var count = 1
    if case .number(let number)? = message.argument("count") { count = number }
    for catalog in [catalog] + fallbacks {
      if let text = catalog.text(message.key, catalog.pluralForm(abs(count))) { return text }
    }
    return message.key.name
  }

  public func write(_ argument: MessageArgument) -> String {
    switch argument {
    case .text(let text): text
    case .number(let number): write(number)
    case .day(let day): date(day)
    case .message(let message): say(message)
    case .list(let items): list(items.map(write))
    case .enumeration(let items): enumeration(items.map(write))
    case .joined(let parts): parts.map(write).joined()
    }
  }

  /// Text of the program's own, in ASCII if the terminal shows nothing else.
  func own(_ text: String) -> String {
    isUnicode ? text : ASCII.spelled(text)
  }

  /// `a, b, and c`, joined by the rules of the language.
  public func list(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    let separators = names.listSeparators.map(own)
    if items.count == 2 { return items[0] + separators[0] + last }
    return items.dropLast().joined(separator: separators[1]) + separators[2] + last
  }

  /// `a, b, c`, joined with the separator of the language.
  public func enumeration(_ items: [String]) -> String {
    items.joined(separator: enumerationSeparator)
  }

  public var enumerationSeparator: String { own(names.listSeparators[1]) }
}
