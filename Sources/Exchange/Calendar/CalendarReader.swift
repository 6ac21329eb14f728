public import Diary
import JSON

/// Reads iCalendar (RFC 5545): one file with many components, or a folder with one item in each file.
///
/// A `VJOURNAL` with a date is an entry, one without is a note, and a `VTODO` is a to-do. A date is
/// taken as it is written, and one in UTC in the user's time zone.
public struct CalendarReader: ItemReader {
  private let time: CivilTime
  private let now: Moment
  private var files: ArraySlice<SourceFile>
  private var file = ""
  private var lines: ContentLines?
  /// A line that was read too early, and its number.
  private var pending: (bytes: [UInt8], line: Int)?
  private var isInCalendar = false
  private var hasCalendar = false
  private var zones: [String: CalendarProperty] = [:]
  private var known: Set<String> = []
  public private(set) var left = LeftOut()

  public init(_ source: Source, time: CivilTime, now: Moment) throws {
    self.time = time
    self.now = now
    files =
      source.isFolder ? source.files.filter { Self.isCalendar($0.path) }[...] : source.files[...]
  }

  public static func recognizes(_ source: Source, beginning: String) -> Bool {
    guard source.isFolder else {
      return isCalendar(source.name)
        || beginning.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix(15).uppercased()
          == "BEGIN:VCALENDAR"
    }
    let files = source.files.filter { !isHidden($0.path) }
    return files.contains { isCalendar($0.path) }
      && files.allSatisfy { isCalendar($0.path) || ["color", "displayname"].contains($0.name) }
  }

  private static func isCalendar(_ path: String) -> Bool {
    !isHidden(path) && [".ics", ".ical"].contains { path.lowercased().hasSuffix($0) }
  }

  private static func isHidden(_ path: String) -> Bool {
    path.split(separator: "/").contains { $0.hasPrefix(".") }
  }

  public mutating func next() throws -> Item? {
    while lines != nil || !files.isEmpty {
      if lines == nil { try openFile() }
      do {
        guard let (bytes, line) = try nextLine() else {
          try closeFile()
          continue
        }
        if let item = try item(bytes, line) { return item }
      } catch var error as ExchangeError {
        error.place.file = file
        throw error
      }
    }
    return nil
  }

  private mutating func openFile() throws {
    guard let next = files.popFirst() else { return }
    (file, pending, zones) = (next.path, nil, [:])
    (isInCalendar, hasCalendar) = (false, false)
    lines = ContentLines(try next.open())
  }

  private mutating func closeFile() throws {
    defer { lines = nil }
    let line = lines?.line ?? 0
    if isInCalendar { throw ExchangeError(.cutShort, line: line) }
    if !hasCalendar { throw ExchangeError(.otherFormat, line: line) }
  }

  private mutating func skipFile(_ reason: ExchangeError.Reason, _ line: Int) -> ExchangeError {
    lines = nil
    return ExchangeError(reason, line: line)
  }

  private mutating func nextLine() throws -> ([UInt8], Int)? {
    if let line = pending {
      pending = nil
      return line
    }
    do {
      while let bytes = try lines?.next() {
        if !bytes.isEmpty { return (bytes, lines?.line ?? 0) }
      }
      return nil
    } catch {
      // The rest of the file cannot be read.
      lines = nil
      throw error
    }
  }

  /// The item that begins on the line; `nil` if none does.
  private mutating func item(_ bytes: [UInt8], _ line: Int) throws -> Item? {
    if let name = Self.name(bytes, after: "BEGIN:") {
      // Some programs write components without a calendar around them.
      guard isInCalendar || Self.topLevel.contains(name) else { throw skipFile(.otherFormat, line) }
      hasCalendar = true
      guard name == "VCALENDAR" else { return try item(of: try component(name, line)) }
      defer { isInCalendar = true }
      // The calendar before it has no end.
      if isInCalendar { throw ExchangeError(.cutShort, line: line) }
      return nil
    }
    guard isInCalendar else {
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return nil }
      throw skipFile(hasCalendar ? .badLine(typed: Self.shown(bytes)) : .otherFormat, line)
    }
    if Self.name(bytes, after: "END:") == "VCALENDAR" {
      isInCalendar = false
      return nil
    }
    let property = try property(bytes, line)
    switch property.name {
    case "VERSION" where property.value.hasPrefix("1"): throw skipFile(.otherFormat, line)
    case "VERSION", "PRODID", "CALSCALE": break
    case "END": throw ExchangeError(.badLine(typed: Self.shown(bytes)), line: line)
    default: left.add(.unknown, property.name)
    }
    return nil
  }

  private func property(
    _ bytes: [UInt8], _ line: Int
  ) throws(ExchangeError) -> CalendarProperty {
    if bytes.count > SourceFile.limit {
      throw ExchangeError(.tooLong(megabytes: SourceFile.limit >> 20), line: line)
    }
    if bytes.contains(0) { throw ExchangeError(.hasNUL, line: line) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ExchangeError(.notUTF8, line: line)
    }
    guard var property = CalendarProperty(text) else {
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
    var component = CalendarComponent(name: name, line: start)
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
      if size > SourceFile.limit { fail(.tooLong(megabytes: SourceFile.limit >> 20), start) }
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

  private mutating func item(of component: CalendarComponent) throws -> Item? {
    let title = component.text("SUMMARY").map { ToDo.line($0) }
    switch component.name {
    case "VJOURNAL", "VTODO": break
    case "VTIMEZONE":
      let zone = CalendarProperty(
        component: "VTIMEZONE",
        lines: ["BEGIN:VTIMEZONE"] + component.properties.map(\.text) + ["END:VTIMEZONE"])
      if let name = zone.zoneName { zones[name] = zone }
      return nil
    case "VEVENT", "VFREEBUSY":
      left.add(.event, title)
      return nil
    default:
      left.add(.unknown, component.name)
      return nil
    }
    if component.first("RECURRENCE-ID") != nil {
      // An occurrence that differs from the others of its series.
      left.add(.unknown, title)
      return nil
    }
    if component.text("STATUS")?.uppercased() == "CANCELLED" {
      left.add(.deleted, title)
      return nil
    }
    let id = component.text("UID")
    if let id, !known.insert(id).inserted {
      let line = component.first("UID")?.line ?? component.line
      throw ExchangeError(.duplicateUUID(typed: id), line: line)
    }
    let values = try CalendarValues(component, time)
    guard !values.content.text.isEmpty else {
      throw ExchangeError(.noText, line: component.line)
    }
    countParts(of: component)
    let content = values.content(doneAt: now, time)
    return Item(
      content, key: id, fields: fields(of: component, CalendarValues(content), id: id),
      at: ItemPlace(file: file, line: component.line))
  }

  private func fields(
    of component: CalendarComponent, _ values: CalendarValues, id: String?
  ) -> [JSONValue.Member] {
    let written = CalendarWriter.properties(of: values, id: id ?? "", stamp: nil, time)
    let names = Set(component.properties.compactMap { $0.parameter("TZID") })
    let zones = names.sorted().compactMap { self.zones[$0]?.text }.map { JSONValue.string($0) }
    let kept = CalendarFields.fields(
      of: component, written: written, keepsAll: values.content.updatedAt == nil)
    return kept
      + (zones.isEmpty ? [] : [JSONValue.Member("VTIMEZONE", .array(zones))])
  }

  /// Counts the attachments, and the times in unknown time zones.
  private mutating func countParts(of component: CalendarComponent) {
    for property in component.properties {
      switch property.name {
      case "ATTACH": left.add(property.attachmentKind, property.attachmentName)
      case "COMPLETED", "CREATED", "LAST-MODIFIED":
        if let zone = CalendarTime(property)?.unknownZone(time) { left.add(.unknownZone, zone) }
      default: break
      }
    }
  }
}

extension CalendarProperty {
  fileprivate var attachmentName: String? {
    if let name = parameter("FILENAME") ?? parameter("X-FILENAME") { return name }
    if parameter("VALUE")?.uppercased() == "BINARY" { return parameter("FMTTYPE") }
    return value.prefix(1000).split(separator: "/").last.map { String($0.prefix(80)) }
  }

  fileprivate var attachmentKind: LeftOut.Kind {
    let type = parameter("FMTTYPE")?.lowercased() ?? ""
    let ending = attachmentName?.lowercased().split(separator: ".").last ?? ""
    let photos = ["gif", "heic", "jpeg", "jpg", "png", "webp"]
    if type.hasPrefix("image/") || photos.contains(String(ending)) { return .photo }
    return type.hasPrefix("video/") ? .video : type.hasPrefix("audio/") ? .audio : .file
  }
}
