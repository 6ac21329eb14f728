import Diary

/// A component with its properties, and the components inside of it.
struct CalendarComponent {
  var name: String
  var properties: [CalendarProperty] = []

  func first(_ name: String) -> CalendarProperty? { properties.first { $0.name == name } }
  func all(_ name: String) -> [CalendarProperty] { properties.filter { $0.name == name } }
  /// The first property with the name, unless it is empty.
  func text(_ name: String) -> String? {
    first(name).flatMap { $0.value.isEmpty ? nil : $0.unescaped }
  }
}

/// What is in a calendar.
enum CalendarUnit {
  case component(CalendarComponent)
  /// Of the calendar itself.
  case property(CalendarProperty)
}

/// Divides a file of iCalendar into its components.
struct CalendarComponents {
  private var lines: LineReader
  /// A line that was read too early, and its number.
  private var pending: (bytes: [UInt8], line: Int)?
  /// The number of the last line.
  private var line = 0
  private var isInCalendar = false
  private var hasCalendar = false
  private var isAtEnd = false

  init(_ source: ByteSource) {
    lines = LineReader(source)
  }

  mutating func next() throws -> (CalendarUnit, line: Int)? {
    while !isAtEnd {
      guard let (bytes, line) = try nextLine() else {
        isAtEnd = true
        if isInCalendar { throw ExchangeError(.cutShort, line: self.line) }
        if !hasCalendar { throw ExchangeError(.otherFormat, line: self.line) }
        return nil
      }
      if let unit = try unit(bytes, line) { return (unit, line) }
    }
    return nil
  }

  /// The rest of the file cannot be read.
  private mutating func end(_ reason: ExchangeError.Reason, _ line: Int) -> ExchangeError {
    isAtEnd = true
    return ExchangeError(reason, line: line)
  }

  /// A line that is not empty. A line break before a space or a tab does not end it. The parts are
  /// joined as bytes, because a part may end inside of a character.
  private mutating func nextLine() throws -> (bytes: [UInt8], line: Int)? {
    if let line = pending.take() { return line }
    while var bytes = try lines.nextBytes() {
      line = lines.line
      while let first = try lines.peek(), first == 0x20 || first == 0x09 {
        let more = try lines.nextBytes() ?? []
        if bytes.count <= SourceFile.limit { bytes += more.dropFirst() }
      }
      if !bytes.isEmpty { return (bytes, line) }
    }
    return nil
  }

  /// What begins on the line; `nil` if nothing does.
  private mutating func unit(_ bytes: [UInt8], _ line: Int) throws -> CalendarUnit? {
    if let name = Self.name(bytes, after: "BEGIN:") {
      // Some programs write components without a calendar around them.
      guard isInCalendar || Self.topLevel.contains(name) else { throw end(.otherFormat, line) }
      hasCalendar = true
      guard name == "VCALENDAR" else { return .component(try component(name, line)) }
      defer { isInCalendar = true }
      // The calendar before it has no end.
      if isInCalendar { throw ExchangeError(.cutShort, line: line) }
      return nil
    }
    guard isInCalendar else {
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return nil }
      throw end(hasCalendar ? .badLine(typed: Self.shown(bytes)) : .otherFormat, line)
    }
    if Self.name(bytes, after: "END:") == "VCALENDAR" {
      isInCalendar = false
      return nil
    }
    let property = try property(bytes, line)
    if property.name == "END" {
      throw ExchangeError(.badLine(typed: Self.shown(bytes)), line: line)
    }
    if property.name == "VERSION", property.value.hasPrefix("1") { throw end(.otherFormat, line) }
    return .property(property)
  }

  private func property(
    _ bytes: [UInt8], _ line: Int
  ) throws(ExchangeError) -> CalendarProperty {
    if bytes.count > SourceFile.limit { throw .tooLong(line: line) }
    guard var property = CalendarProperty(try bytes.text(line: line)) else {
      throw ExchangeError(.badLine(typed: Self.shown(bytes)), line: line)
    }
    property.line = line
    return property
  }

  private static func shown(_ bytes: [UInt8]) -> String {
    String(String(decoding: bytes.prefix(60), as: UTF8.self).prefix(40))
  }

  /// The name of the component that begins or ends on the line, in upper case.
  private static func name(_ bytes: [UInt8], after keyword: String) -> String? {
    guard bytes.count > keyword.utf8.count, bytes.count < 100,
      zip(bytes, keyword.utf8).allSatisfy({ $0 == $1 || $0 & 0xDF == $1 })
    else { return nil }
    return String(decoding: bytes.dropFirst(keyword.utf8.count), as: UTF8.self).trimmed.uppercased()
  }

  /// The components of a calendar. They are in no other component.
  private static let topLevel: Set = [
    "VCALENDAR", "VEVENT", "VFREEBUSY", "VJOURNAL", "VTIMEZONE", "VTODO",
  ]

  /// Reads up to the end of a component. What is damaged in it is thrown at its end.
  private mutating func component(_ name: String, _ start: Int) throws -> CalendarComponent {
    let isKept = ["VJOURNAL", "VTODO", "VTIMEZONE"].contains(name)
    var component = CalendarComponent(name: name)
    var open = [name]
    // The lines of a component inside of this one.
    var inner: [String] = []
    var size = 0
    var failure: ExchangeError?
    func fail(_ reason: ExchangeError.Reason, _ line: Int) {
      failure = failure ?? ExchangeError(reason, line: line)
    }
    while !open.isEmpty {
      guard let (bytes, line) = try nextLine() else {
        isInCalendar = false
        throw ExchangeError(.cutShort, line: start)
      }
      size += bytes.count
      if size > SourceFile.limit { failure = failure ?? .tooLong(line: start) }
      let begun = Self.name(bytes, after: "BEGIN:")
      let ended = Self.name(bytes, after: "END:")
      if let other = begun ?? ended, Self.topLevel.contains(other), begun != nil || other != name {
        pending = (bytes, line)
        throw ExchangeError(.cutShort, line: start)
      }
      if let begun { open.append(begun) }
      if let ended {
        guard let index = open.lastIndex(of: ended) else {
          fail(.badLine(typed: Self.shown(bytes)), line)
          continue
        }
        if index < open.count - 1 { fail(.cutShort, start) }
        open.removeSubrange(index...)
        if open.isEmpty { break }
      }
      let isSummary = open.count == 1 && bytes.count < 1000 && bytes.first.map { $0 & 0xDF } == 0x53
      guard failure == nil, isKept || isSummary else { continue }
      do {
        let property = try property(bytes, line)
        if open.count > 1 || ended != nil { inner.append(property.text) }
        if let ended, open.count == 1 {
          component.properties.append(CalendarProperty(component: ended, lines: inner))
          inner = []
        } else if open.count == 1 {
          component.properties.append(property)
        }
      } catch {
        if isKept { failure = error }
      }
    }
    if let failure { throw failure }
    return component
  }
}
