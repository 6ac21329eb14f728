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
  init(_ value: JSONValue, time: CivilTime, at place: ItemPlace) throws(ExchangeError) {
    guard let moment = try Self.instant("creationDate", of: value, at: place) else {
      throw ExchangeError(.missing(field: "creationDate"), at: place)
    }
    var zone = time
    if let name = value["timeZone"]?.nonEmptyString {
      if let known = time.inZone(name) { zone = known } else { unknownZone = name }
    }
    let created = zone.moment(moment)
    guard Day.calendar.contains(created.day) else {
      throw ExchangeError(.badDate(field: "creationDate", typed: "\(moment)"), at: place)
    }
    let isAllDay = value["isAllDay"]?.bool == true
    item = EntryItem(
      day: created.day, time: isAllDay ? nil : created.time, text: try Self.text(value, at: place),
      createdAt: created,
      updatedAt: try Self.instant("modifiedDate", of: value, at: place).map { zone.moment($0) },
      weather: Self.weather(value))
  }

  private static func instant(
    _ name: String, of value: JSONValue, at place: ItemPlace
  ) throws(ExchangeError) -> Instant? {
    guard let value = value[name], value != .null else { return nil }
    guard let typed = value.string else { throw ExchangeError(.missing(field: name), at: place) }
    guard let moment = Moment(rfc3339: typed) else {
      throw ExchangeError(.badDate(field: name, typed: typed), at: place)
    }
    return moment.instant
  }

  private static func text(
    _ value: JSONValue, at place: ItemPlace
  ) throws(ExchangeError) -> Text {
    var text = value["text"] ?? .null
    if text == .null, let rich = value["richText"]?.string {
      text = .string(DayOneText.plain(richText: rich))
    }
    guard text == .null || text.string != nil else {
      throw ExchangeError(.missing(field: "text"), at: place)
    }
    let typed = text.string ?? ""
    if typed.utf8.contains(0) { throw ExchangeError(.hasNUL, at: place) }
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
