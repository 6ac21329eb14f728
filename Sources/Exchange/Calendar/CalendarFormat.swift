import Diary
import JSON

/// Reads iCalendar (RFC 5545): one file with many components, or a folder with one item in each file.
///
/// A `VJOURNAL` with a date is an entry, one without is a note, and a `VTODO` is a to-do. A date is
/// taken as it is written, and one in UTC in the user's time zone.
struct CalendarFormat: TextFormat {
  var reading: Reading
  private var zones: [String: CalendarProperty] = [:]
  private var known: Set<String> = []

  init(reading: Reading) { self.reading = reading }

  static func recognizes(_ source: Source, beginning: String) -> Bool {
    guard source.isFolder else {
      return isCalendar(SourceFile(path: source.name, []))
        || beginning.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix(15).uppercased()
          == "BEGIN:VCALENDAR"
    }
    let files = source.files.filter { !$0.isHidden }
    return files.contains { isCalendar($0) }
      && files.allSatisfy { isCalendar($0) || ["color", "displayname"].contains($0.name) }
  }

  private static func isCalendar(_ file: SourceFile) -> Bool {
    !file.isHidden && [".ics", ".ical"].contains { file.path.lowercased().hasSuffix($0) }
  }

  func files(of source: Source) -> ArraySlice<SourceFile> {
    source.isFolder ? source.files.filter { Self.isCalendar($0) }[...] : source.files[...]
  }

  mutating func units(of file: SourceFile, at path: String) throws -> Units<CalendarUnit> {
    zones = [:]
    var components = CalendarComponents(try file.open())
    return Units { try components.next() }
  }

  mutating func items(of unit: CalendarUnit, at path: String) throws -> [Item] {
    switch unit {
    case .component(let component):
      return try item(of: component).map { [$0] } ?? []
    case .property(let property):
      if !["VERSION", "PRODID", "CALSCALE"].contains(property.name) {
        left.add(.unknown, property.name)
      }
      return []
    }
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
      throw ExchangeError(.duplicateUUID(typed: id), line: component.first("UID")?.line ?? 0)
    }
    let values = try CalendarValues(component, time)
    if values.content.text.isEmpty { throw ExchangeError(.noText) }
    countParts(of: component)
    let content = values.content(doneAt: now, time)
    return Item(content, key: id, fields: fields(of: component, CalendarValues(content), id: id))
  }

  private func fields(
    of component: CalendarComponent, _ values: CalendarValues, id: String?
  ) -> [JSONValue.Member] {
    let written = CalendarWriter.properties(of: values, id: id ?? "", stamp: nil, time)
    let names = Set(component.properties.compactMap { $0.parameter("TZID") })
    let zones = names.sorted().compactMap { self.zones[$0]?.text }.map { JSONValue.string($0) }
    var kept = CalendarFields.fields(
      of: component, written: written, keepsAll: values.content.updatedAt == nil)
    if !zones.isEmpty { kept.add("VTIMEZONE", .array(zones)) }
    return kept
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
