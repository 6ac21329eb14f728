import Diary

/// A line of a component, `NAME;PARAMETER=VALUE:VALUE`, or a component inside of it, as it is written.
struct CalendarProperty {
  /// In upper case.
  let name: String
  /// Where it begins in the file; 0 if it was not read from one.
  var line = 0
  let isComponent: Bool
  /// Not folded. A component has several lines, with `\n` between them.
  let text: String
  private let parameters: Substring
  /// With its escapes.
  let value: Substring

  init?(_ text: String) {
    let bytes = text.utf8
    guard
      let end = bytes.firstIndex(where: {
        !$0.isASCIILetterOrDigit && !"-_.".utf8.contains($0)
      }), end > bytes.startIndex, [UInt8(ascii: ":"), UInt8(ascii: ";")].contains(bytes[end])
    else { return nil }
    var isQuoted = false
    let outside = bytes[end...].firstIndex {
      if $0 == UInt8(ascii: "\"") { isQuoted.toggle() }
      return $0 == UInt8(ascii: ":") && !isQuoted
    }
    guard let colon = outside ?? bytes[end...].firstIndex(of: UInt8(ascii: ":")) else { return nil }
    name = text[..<end].uppercased()
    isComponent = false
    self.text = text
    parameters = text[end..<colon]
    value = text[bytes.index(after: colon)...]
  }

  init(_ name: String, parameters: String = "", value: String) {
    self.name = name
    isComponent = false
    text = "\(name)\(parameters):\(value)"
    self.parameters = parameters[...]
    self.value = value[...]
  }

  /// A component inside of another one.
  init(component name: String, lines: [String]) {
    self.name = name
    isComponent = true
    text = lines.joined(separator: "\n")
    parameters = ""
    value = ""
  }

  /// A text that was kept under a name; `nil` if it is not a property or component with this name.
  init?(kept text: String, as name: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let properties = lines.compactMap { CalendarProperty(String($0)) }
    guard let first = properties.first, properties.count == lines.count,
      !text.utf8.contains(0), !text.utf8.contains(UInt8(ascii: "\r"))
    else { return nil }
    if lines.count == 1, first.name == name, name != "BEGIN", name != "END" {
      self = first
      return
    }
    var open: [String] = []
    for (index, property) in properties.enumerated() {
      if property.name == "BEGIN" { open.append(property.value.uppercased()) }
      if property.name == "END", open.popLast() != property.value.uppercased() { return nil }
      if open.isEmpty != (index == properties.count - 1) { return nil }
    }
    guard first.value.uppercased() == name else { return nil }
    self.init(component: name, lines: lines.map(String.init))
  }

  func parameter(_ name: String) -> String? {
    var isQuoted = false
    for part in parameters.split(whereSeparator: {
      if $0 == "\"" { isQuoted.toggle() }
      return $0 == ";" && !isQuoted
    }) {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, sides[0].uppercased() == name else { continue }
      return sides[1].filter { $0 != "\"" }
    }
    return nil
  }

  /// The name of a component that is a time zone.
  var zoneName: String? {
    text.split(separator: "\n").lazy.compactMap { CalendarProperty(String($0)) }
      .first { $0.name == "TZID" }?.unescaped
  }

  /// The value without escapes.
  var unescaped: String { Self.unescaped(value.utf8) }

  /// The parts of a list, without escapes.
  var list: [String] {
    var isEscaped = false
    return value.utf8.split(omittingEmptySubsequences: true) { byte in
      defer { isEscaped = byte == UInt8(ascii: "\\") && !isEscaped }
      return byte == UInt8(ascii: ",") && !isEscaped
    }.map { Self.unescaped($0) }
  }

  private static func unescaped(_ value: some Collection<UInt8>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(value.count)
    var isEscaped = false
    for byte in value {
      switch byte {
      case UInt8(ascii: "\\") where !isEscaped:
        isEscaped = true
        continue
      case UInt8(ascii: "n") where isEscaped, UInt8(ascii: "N") where isEscaped:
        bytes.append(UInt8(ascii: "\n"))
      // Only a damaged file has this inside a line. It is written as a line break.
      case UInt8(ascii: "\r"): bytes += Array((isEscaped ? "\\\n" : "\n").utf8)
      case _ where isEscaped && !#"\;,"#.utf8.contains(byte): bytes += [UInt8(ascii: "\\"), byte]
      default: bytes.append(byte)
      }
      isEscaped = false
    }
    if isEscaped { bytes.append(UInt8(ascii: "\\")) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text as a value. All line breaks are written in the same way.
  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var previous: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","):
        bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n") where previous == UInt8(ascii: "\r"): break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): bytes += Array("\\n".utf8)
      case 0: break
      default: bytes.append(byte)
      }
      previous = byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The property as it stands in a file: at most 75 bytes in each line.
  var folded: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 80 / 75 + 2)
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      var column = 0
      var rest = line[...]
      while let first = rest.first {
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        if column + length > 75 {
          bytes += Array("\r\n ".utf8)
          column = 1
        }
        bytes += rest.prefix(length)
        rest = rest.dropFirst(length)
        column += length
      }
      bytes += Array("\r\n".utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A date, which may have a time: `20261121`, `20261121T103000`, or `20261121T013000Z` in UTC.
struct CalendarTime {
  var day: Day
  /// The time of the day in seconds.
  private var second: Int?
  private var isUTC = false
  private var zone: String?

  init?(_ property: CalendarProperty) {
    let bytes = Array(property.value.utf8)
    guard [8, 15, 16].contains(bytes.count), let date = Day(digits: property.value.prefix(8)) else {
      return nil
    }
    day = date
    zone = property.parameter("TZID")
    guard bytes.count > 8 else { return }
    guard bytes[8] == UInt8(ascii: "T"), let hour = Int(digits: bytes[9..<11]),
      let minute = Int(digits: bytes[11..<13]), let second = Int(digits: bytes[13..<15]),
      hour < 24, minute < 60, second <= 60, bytes.count == 15 || bytes[15] == UInt8(ascii: "Z")
    else { return nil }
    self.second = hour * 3600 + minute * 60 + min(second, 59)
    isUTC = bytes.count == 16
    // In the user's time zone, the date may be outside of the calendar.
    if isUTC, !(Day.calendar.lowerBound + 1..<Day.calendar.upperBound).contains(date) { return nil }
  }

  /// The date and time as written; those in UTC in the user's time zone.
  func wall(_ time: CivilTime) -> (day: Day, time: TimeOfDay?) {
    guard let second else { return (day, nil) }
    guard isUTC else {
      return (day, TimeOfDay(hour: second / 3600, minute: second / 60 % 60))
    }
    let moment = moment(time)
    return (moment.day, moment.time)
  }

  func moment(_ time: CivilTime) -> Moment {
    guard let second else { return time.noon(of: day) }
    guard isUTC else {
      return (zone.flatMap(time.inZone) ?? time).moment(
        on: day, at: TimeOfDay(hour: second / 3600, minute: second / 60 % 60), second: second % 60)
    }
    return time.moment(
      Instant(secondsSince1970: Int64(day.number) * 86_400 + Int64(second)))
  }

  /// The time zone, if its offset is needed and not known.
  func unknownZone(_ time: CivilTime) -> String? {
    guard second != nil, !isUTC else { return nil }
    return zone.flatMap { time.inZone($0) == nil ? $0 : nil }
  }
}
