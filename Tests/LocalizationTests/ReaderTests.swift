import Diary
import Testing

@testable import Localization

@Suite struct ReaderTests {
  static let day = Day(iso: "2026-11-21") ?? Day(number: 0)
  static let evening = TimeOfDay(hour: 17, minute: 4)

  // MARK: The language

  @Test(arguments: [
    ("LANG=ko_KR.UTF-8", "ko"), ("LANG=ja_JP.UTF-8", "ja"), ("LANG=en_US.UTF-8", "en"),
    ("LANG=C", "en"),
    ("LANG=fr_FR.UTF-8", "en"), ("LANGUAGE=sv:fr:ja:ko LANG=de_DE.UTF-8", "ja"),
    ("LANG=de_AT.UTF-8", "de"),
    ("LANGUAGE=en:ko LANG=ko_KR.UTF-8", "en"),
    ("LANG=ko_KR.EUC-KR", "en"), ("LC_CTYPE=C LANG=ko_KR.UTF-8", "en"),
  ])
  func `uses the first language with a catalog`(
    _ variables: String, _ language: String
  ) {
    #expect(Reader(variables).language == language)
  }

  @Test func `falls back to ASCII English without a Unicode charset`() {
    let reader = Reader("LANG=ko_KR.EUC-KR")
    #expect(!reader.isUnicode)
    #expect(reader.date(Self.day) == "Nov 21, 2026")
  }

  // MARK: Messages

  @Test(arguments: [
    (0, "0 notes"), (1, "1 note"), (2, "2 notes"), (-1, "-1 note"), (1234, "1,234 notes"),
    (1_000_000, "1,000,000 notes"),
    (.max, "9,223,372,036,854,775,807 notes"),
  ])
  func `selects the plural form`(_ count: Int, _ text: String) {
    #expect(Reader("LANG=en_US.UTF-8").say(.countNotes(count: count)) == text)
  }

  @Test func `languages without a plural use one form`() throws {
    for language in ["ko", "ja"] {
      let catalog = try #require(Catalog.of(language))
      #expect([0, 1, 2, 11].map(catalog.pluralForm) == [0, 0, 0, 0])
    }
  }

  @Test func `messages are ASCII when needed, values unchanged`() {
    let message = Message.valueUnexpected(option: "--옵션", value: "“회고…”")
    #expect(
      Reader("LANG=C").say(message) == #"--옵션 does not take a value, but was given "“회고…”""#)
    #expect(
      Reader("LANG=C.UTF-8").say(message) == "--옵션 does not take a value, but was given ““회고…””")
  }

  @Test func `splits a message into text and values`() {
    #expect(
      Reader("LANG=C").pieces(of: .noteEdited(day: Self.day, version: 1200)) == [
        .literal("edited "), .value(name: "day", text: "Nov 21, 2026"), .literal(", version "),
        .value(name: "version", text: "1,200"),
      ])
    #expect(Reader("LANG=C").pieces(of: .interrupted) == [.literal("Interrupted.")])
  }

  @Test func `nests messages and keeps braces in values`() {
    let reader = Reader("LANG=en_US.UTF-8")
    let inner = Message.countNotes(count: 2)
    #expect(reader.say(.noteAmbiguousHint(candidates: inner)) == "Choose one of these: 2 notes")
    #expect(reader.say(.noteAmbiguousHint(candidates: "{count}")) == "Choose one of these: {count}")
    #expect(reader.say(Message(.noteAmbiguousHint)) == "Choose one of these: {candidates}")
  }

  @Test func `every message has an English text`() throws {
    let english = try #require(Catalog.of("en"))
    for key in MessageKey.allCases { #expect(english.text(key, 0)?.isEmpty == false, "\(key)") }
  }

  @Test(arguments: ["ko", "ja", "de"])
  func `every placeholder of a translation is in the English text`(_ language: String) throws {
    func placeholders(_ text: String) -> Set<String> {
      Set(
        MessageTemplate(text).parts.compactMap { part in
          switch part {
          case .literal: nil
          case .placeholder(let name), .particle(let name, _): name
          }
        })
    }
    let english = try #require(Catalog.of("en"))
    let catalog = try #require(Catalog.of(language))
    for key in MessageKey.allCases where !key.name.hasPrefix("dayWords") {
      guard let text = catalog.text(key, 0), let one = english.text(key, 0) else { continue }
      // The form for one may leave the number out.
      let original = placeholders(one).union(placeholders(english.text(key, 1) ?? one))
      #expect(placeholders(text).isSubset(of: original), "\(key)")
    }
  }

  // MARK: Incomplete languages, and languages with other rules

  /// A catalog with a few messages, as the compiler would generate it.
  private static func catalog(
    _ name: String, _ texts: [MessageKey: String] = [:], like other: String = "en",
    names: @escaping @Sendable (inout LanguageNames) -> Void = { _ in },
    forms: @escaping @Sendable (inout RegionalForms) -> Void = { _ in }
  ) throws -> Catalog {
    let other = try #require(Catalog.of(other))
    return Catalog(
      name: name, text: { key, _ in texts[key] }, pluralForm: { _ in 0 },
      names: {
        var changed = other.names()
        names(&changed)
        return changed
      },
      forms: { territory in
        var changed = other.forms(territory)
        forms(&changed)
        return changed
      })
  }

  @Test func `untranslated messages use the next language, then English`() throws {
    let reader = Reader(
      catalogs: [
        try Self.catalog("pt_BR", [.interrupted: "Interrompido."]),
        try Self.catalog("pt", [.interrupted: "Parado.", .searchNothing: "Nada."]),
      ], region: nil)
    #expect(reader.language == "pt-BR")
    #expect(reader.say(.interrupted) == "Interrompido.")
    #expect(reader.say(Message(.searchNothing)) == "Nada.")
    #expect(reader.say(.countNotes(count: 2)) == "2 notes")
  }

  @Test func `uses the sizes and digit groups of the language`() throws {
    let reader = Reader(
      catalogs: [
        try Self.catalog(
          "es", names: { $0.sizes[1] = "{0} ko" },
          forms: {
            $0.minimumDigitsToGroup = 5
            $0.groupSeparator = "."
          })
      ], region: nil)
    #expect(reader.write(1234) == "1234" && reader.write(12_345) == "12.345")
    #expect(reader.write(bytes: 4200) == "4.2 ko" && reader.write(bytes: 12) == "12 B")
  }

  @Test func `writes and reads periods of the day`() throws {
    let periods = ["凌晨", "上午", "中午", "下午", "晚上"]
    let hours = (0..<24).map { periods[$0 < 5 ? 0 : $0 < 12 ? 1 : $0 < 13 ? 2 : $0 < 18 ? 3 : 4] }
    let reader = Reader(
      catalogs: [
        try Self.catalog(
          "zh_Hant", like: "ja", names: { $0.dayPeriods = hours },
          forms: {
            $0.time = "Bh:mm"
            $0.dateAndTime = "y年M月d日 Bh:mm"
          })
      ], region: nil)
    #expect(reader.time(TimeOfDay(hour: 19, minute: 5)) == "晚上7:05")
    for hour in 0..<24 {
      let time = TimeOfDay(hour: hour, minute: 5)
      #expect(TimeOfDay(reader.time(time), reader: reader) == time)
    }
    let moment = Moment(Instant(secondsSince1970: 1_795_000_000), offset: 0)
    let written = reader.dateAndTime(moment)
    #expect(DayExpression(written, reader: reader) == .day(moment.day), "\(written)")
  }

  // MARK: Lists and numbers

  @Test(arguments: [
    ("en_US", [], ""), ("en_US", ["a"], "a"), ("en_US", ["a", "b"], "a and b"),
    ("en_US", ["a", "b", "c"], "a, b, and c"),
    ("en_US", ["a", "b", "c", "d"], "a, b, c, and d"), ("ko_KR", ["가", "나", "다"], "가, 나 및 다"),
    ("ja_JP", ["あ", "い", "う"], "あ、い、う"),
  ])
  func `joins lists by the language's rules`(
    _ locale: String, _ items: [String], _ text: String
  ) {
    #expect(Reader("LANG=\(locale).UTF-8").list(items) == text)
    #expect(
      Reader("LANG=\(locale).UTF-8").say(.noteAmbiguousHint(candidates: items)).hasSuffix(text))
  }

  @Test(arguments: [("en_US", "a, b, c"), ("ko_KR", "a, b, c"), ("ja_JP", "a、b、c")])
  func `lists choices without a conjunction`(_ locale: String, _ text: String) {
    let reader = Reader("LANG=\(locale).UTF-8")
    #expect(reader.enumeration(["a", "b", "c"]) == text)
    let message = Message.expectChoices(choices: MessageArgument.enumeration(["a", "b", "c"]))
    #expect(reader.say(message).contains(text))
  }

  @Test(arguments: [
    ("en_US.UTF-8", 0, "0"), ("en_US.UTF-8", 999, "999"), ("en_US.UTF-8", 1000, "1,000"),
    ("en_US.UTF-8", -1000, "-1,000"),
    ("en_US.UTF-8", -123, "-123"), ("en_US.UTF-8", .min, "-9,223,372,036,854,775,808"),
    ("ko_KR.UTF-8", 12_345, "12,345"),
    ("en_DE.UTF-8", 12_345, "12.345"), ("de_DE.UTF-8", 12_345, "12.345"),
    ("en_IN.UTF-8", 123_456_789, "12,34,56,789"), ("hi_IN.UTF-8", 1234, "1,234"),
    ("en_SE.UTF-8", 12_345, "12\u{A0}345"),
    ("en_SE.ISO-8859-1", 12_345, "12 345"),
  ])
  func `groups digits by the territory's rules`(_ locale: String, _ number: Int, _ text: String) {
    #expect(Reader("LANG=\(locale)").write(number) == text)
  }

  @Test(arguments: [
    ("en_US", 74, "7.4"), ("en_US", -4, "-0.4"), ("en_US", 0, "0.0"), ("en_US", 12_345, "1,234.5"),
    ("en_DE", 74, "7,4"),
    ("en_US", -12_345, "-1,234.5"),
  ])
  func `uses the territory's decimal separator`(_ locale: String, _ tenths: Int, _ text: String) {
    #expect(Reader("LANG=\(locale).UTF-8").write(tenths: tenths) == text)
  }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1550, "1.5 kB"), (999_999, "999.9 kB"),
    (1_000_000, "1.0 MB"),
    (4_200_000, "4.2 MB"), (3_100_000_000, "3.1 GB"), (7_000_000_000_000, "7.0 TB"),
    (2_000_000_000_000_000, "2,000.0 TB"),
  ])
  func `uses decimal units for bytes`(_ bytes: Int, _ text: String) {
    #expect(Reader("LANG=en_US.UTF-8").write(bytes: bytes) == text)
  }

  // MARK: Dates

  struct Dates: CustomTestStringConvertible {
    var locale: String
    var dates: [String]
    var testDescription: String { locale }
  }

  @Test(arguments: [
    Dates(
      locale: "en_US",
      dates: [
        "Nov 21, 2026", "Sat, Nov 21, 2026", "Nov 21", "Sat, Nov 21", "November 2026",
        "5:04 PM",
      ]),
    Dates(
      locale: "en_GB",
      dates: ["21 Nov 2026", "Sat, 21 Nov 2026", "21 Nov", "Sat 21 Nov", "November 2026", "17:04"]),
    Dates(
      locale: "ko_KR",
      dates: [
        "2026년 11월 21일", "2026년 11월 21일 (토)", "11월 21일", "11월 21일 (토)", "2026년 11월", "오후 5:04",
      ]),
    Dates(
      locale: "ja_JP",
      dates: ["2026年11月21日", "2026年11月21日(土)", "11月21日", "11月21日(土)", "2026年11月", "17:04"]),
    Dates(
      locale: "de_DE",
      dates: [
        "21. Nov. 2026", "Sa. 21. Nov. 2026", "21. Nov.", "Sa. 21. Nov.", "November 2026", "17:04",
      ]),
  ])
  func `formats dates by the territory's rules`(_ example: Dates) {
    let reader = Reader("LANG=\(example.locale).UTF-8")
    let written = [
      reader.date(Self.day), reader.dateWithWeekday(Self.day), reader.monthAndDay(Self.day),
      reader.monthAndDayWithWeekday(Self.day), reader.yearAndMonth(Self.day),
      reader.time(Self.evening),
    ]
    #expect(written == example.dates)
  }

  @Test func `formats a moment in the writer's time zone, in ASCII if needed`() throws {
    let moment = try #require(Moment(rfc3339: "2026-11-21T23:30:00+09:00"))
    #expect(Reader("LANG=C").dateAndTime(moment) == "Nov 21, 2026 at 11:30 PM")
    #expect(Reader("LANG=ko_KR.UTF-8").dateAndTime(moment) == "2026년 11월 21일 오후 11:30")
    #expect(
      Reader("LC_TIME=en_GB.UTF-8 LANG=en_US.UTF-8").dateAndTime(moment) == "21 Nov 2026 at 23:30")
  }

  @Test(
    arguments: [
      ("LANG=de_DE.UTF-8", .monday), ("LANG=ko_KR.UTF-8", .sunday), ("LANG=en_US.UTF-8", .sunday),
      ("LANG=en_GB.UTF-8", .monday),
      ("LANG=ja_JP.UTF-8", .sunday), ("LANG=ar_EG.UTF-8", .saturday), ("LANG=C", .sunday),
      ("LC_TIME=de_DE LANG=en_US.UTF-8", .monday),
      ("LANG=ko", .sunday), ("LANG=fr", .monday), ("LANG=xx_ZZ", .monday),
    ] as [(String, Weekday)])
  func `the territory decides the first weekday`(
    _ variables: String, _ weekday: Weekday
  ) {
    #expect(Reader(variables).firstWeekday == weekday)
  }
}

@Suite struct DatePatternTests {
  @Test(arguments: [
    ("y-MM-dd", "2026-03-05"), ("yy/M/d", "26/3/5"), ("EEE EEEE EEEEE ccc", "Thu Thursday T Thu"),
    ("MMM MMMM LLLL LLL", "Mar March March Mar"),
    ("HH:mm h:mm a", "00:07 12:07 AM"), ("K k kk", "0 24 24"),
    ("'at' h 'o''clock'", "at 12 o'clock"), ("''y''", "'2026'"),
    ("d 'open", "5 open"), ("Q?", "Q?"), ("", ""), ("y年M月d日", "2026年3月5日"),
  ])
  func `interprets CLDR date patterns`(_ pattern: String, _ text: String)
    throws
  {
    let names = Reader("LANG=en_US.UTF-8").names
    let day = try #require(Day(iso: "2026-03-05"))
    #expect(
      DatePattern(pattern).formatted(day, TimeOfDay(hour: 0, minute: 7), names: names) == text)
  }

  @Test(arguments: [
    (0, "12 AM 0 24"), (1, "1 AM 1 1"), (11, "11 AM 11 11"), (12, "12 PM 0 12"), (13, "1 PM 1 13"),
    (23, "11 PM 11 23"),
  ])
  func `12-hour clocks start with 12`(_ hour: Int, _ text: String) {
    let names = Reader("LANG=en_US.UTF-8").names
    let formatted = DatePattern("h a K k").formatted(
      Day(number: 0), TimeOfDay(hour: hour, minute: 0), names: names)
    #expect(formatted == text)
  }
}
