import Diary
import JSON

/// The part of an entry of Day One that a journal has a place for.
struct DayOneEntry {
  var item: EntryItem
  /// The name of the time zone if it is not known.
  var unknownZone: String?

  static let starredTag = "starred"
  /// The members with files. The files are left out.
  static let media: [(name: String, kind: LeftOut.Kind)] = [
    ("photos", .photo), ("videos", .video), ("audios", .audio), ("pdfAttachments", .file),
  ]

  /// - Parameter time: the user's time zone, for entries without a known one.
  init(_ value: JSONValue, time: CivilTime) throws(ExchangeError) {
    guard let moment = try Self.instant("creationDate", of: value) else {
      throw ExchangeError(.missing(field: "creationDate"))
    }
    var zone = time
    if let name = value["timeZone"]?.nonEmptyString {
      if let known = time.inZone(name) { zone = known } else { unknownZone = name }
    }
    let created = zone.moment(moment)
    guard Day.calendar.contains(created.day) else {
      throw ExchangeError(.badDate(field: "creationDate", typed: "\(moment)"))
    }
    let isAllDay = value["isAllDay"]?.bool == true
    item = EntryItem(
      day: created.day, time: isAllDay ? nil : created.time, text: try Self.text(value),
      createdAt: created,
      updatedAt: try Self.instant("modifiedDate", of: value).map { zone.moment($0) },
      weather: Self.weather(value))
  }

  private static func instant(
    _ name: String, of value: JSONValue
  ) throws(ExchangeError) -> Instant? {
    guard let typed = try value.text(name) else { return nil }
    guard let instant = Instant(rfc3339: typed) else {
      throw ExchangeError(.badDate(field: name, typed: typed))
    }
    return instant
  }

  private static func text(_ value: JSONValue) throws(ExchangeError) -> Text {
    let typed =
      try value.text("text") ?? value["richText"]?.string.map(DayOneText.plain(richText:)) ?? ""
    if typed.utf8.contains(0) { throw ExchangeError(.hasNUL) }
    let tags = value["tags"]?.array?.compactMap(\.string) ?? []
    let star = value["starred"]?.bool == true ? [starredTag] : []
    return DayOneText.entryText(
      typed, tags: Tag.names(tags + star).filter { !$0.isEmpty })
  }

  /// The weather if the temperature or the sky is known.
  private static func weather(_ value: JSONValue) -> DayWeather? {
    guard let weather = value["weather"] else { return nil }
    let temperature = weather["temperatureCelsius"]?.lenientNumber
    let sky = weather["conditionsDescription"]?.string.flatMap(Sky.init(english:))
    guard temperature != nil || sky != nil else { return nil }
    let location = value["location"]
    let place = location?["localityName"]?.nonEmptyString ?? location?["placeName"]?.string ?? ""
    return DayWeather(place: place, temperature: temperature, code: sky?.rawValue)
  }

  /// Whether it has anything to keep: a text, or a tag, a place or files.
  static func isEmpty(_ value: JSONValue, text: Text) -> Bool {
    let names = media.map(\.name) + ["weather", "location"]
    return text.isEmpty && text.tags.isEmpty
      && !names.contains {
        value[$0]?.object?.isEmpty == false || value[$0]?.array?.isEmpty == false
      }
  }
}

extension Sky {
  private static let byName = Dictionary(
    uniqueKeysWithValues: allCases.map { ("\($0)".lowercased(), $0) }
  ).merging([
    "sunny": .clear, "mostlyclear": .mainlyClear, "mostlysunny": .mainlyClear,
    "cloudy": .overcast, "mostlycloudy": .overcast, "foggy": .fog, "thunderstorms": .thunderstorm,
  ]) { $1 }

  /// The condition by its English name, in any case: `Light Rain`.
  fileprivate init?(english name: String) {
    guard let sky = Self.byName[name.lowercased().filter(\.isLetter)] else { return nil }
    self = sky
  }

  /// `Light Rain`
  var english: String {
    var words = ""
    for letter in "\(self)" {
      words += words.isEmpty ? letter.uppercased() : letter.isUppercase ? " \(letter)" : "\(letter)"
    }
    return words
  }
}

/// The text of an entry in Day One is Markdown in which most punctuation is escaped.
enum DayOneText {
  /// The text with its first line as the title. Day One makes it a heading. A photo is not a title.
  static func entryText(_ text: String, tags: [String] = []) -> Text {
    let plain = unescaped(text)
    var entry = Text(written: plain, tags: tags)
    if entry.title.hasPrefix("# ") {
      entry.title = String(entry.title.dropFirst(2).trimmed)
    } else if entry.title.hasPrefix("![](dayone-moment:") {
      (entry.title, entry.body) = ("", String(plain.trimmed))
    }
    return entry
  }

  /// - Parameter hasHeading: whether the title is to be a heading. It becomes one too if the text would
  ///   have another title without.
  static func written(_ text: Text, hasHeading: Bool = true) -> String {
    let title = text.title.isEmpty || !hasHeading ? text.title : "# \(text.title)"
    let space = text.title.isEmpty || text.body.isEmpty ? "" : "\n\n"
    let written = escaped(title + space + text.body)
    if hasHeading || entryText(written).title == text.title { return written }
    return self.written(text)
  }

  /// The text of an entry that has only rich text.
  static func plain(richText: String) -> String {
    let value = try? JSONParser.parse(Array(richText.utf8))
    return (value?["contents"]?.array ?? []).compactMap { $0["text"]?.string }.joined()
  }

  /// Removes the backslashes before punctuation, but not in code.
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(backslash) else { return text }
    return replacing(text) { next, output in
      output.append(next)
      return 2
    }
  }

  /// Escapes the backslashes that `unescaped` would remove.
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(backslash) else { return text }
    return replacing(text) { _, output in
      output += [backslash, backslash]
      return 1
    }
  }

  private static let backslash = UInt8(ascii: "\\")
  private static let backtick = UInt8(ascii: "`")

  /// Passes each punctuation character that follows a backslash outside of code to `replace`, which
  /// returns how many bytes it has replaced.
  private static func replacing(
    _ text: String, _ replace: (UInt8, inout [UInt8]) -> Int
  ) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count)
    var isInFence = false
    for line in Array(text.utf8).split(separator: 0x0A, omittingEmptySubsequences: false) {
      if !output.isEmpty || line.startIndex > 0 { output.append(0x0A) }
      let isFence = line.drop { $0 == 0x20 }.starts(with: [backtick, backtick, backtick])
      if isFence { isInFence.toggle() }
      if isFence || isInFence {
        output += line
      } else {
        append(line, to: &output, replace)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func append(
    _ line: ArraySlice<UInt8>, to output: inout [UInt8],
    _ replace: (UInt8, inout [UInt8]) -> Int
  ) {
    var position = line.startIndex
    let lastTick = line.lastIndex(of: backtick) ?? line.startIndex
    while position < line.endIndex {
      let byte = line[position]
      if byte == backslash, position + 1 < line.endIndex, line[position + 1].isPunctuation {
        position += replace(line[position + 1], &output)
      } else if byte == backtick, position < lastTick,
        let end = line[(position + 1)...].firstIndex(of: backtick)
      {
        output += line[position...end]
        position = end + 1
      } else {
        output.append(byte)
        position += 1
      }
    }
  }
}

extension UInt8 {
  /// Whether Markdown allows a backslash before it.
  fileprivate var isPunctuation: Bool {
    (0x21...0x7E).contains(self) && !isASCIILetterOrDigit
  }
}
