public import Diary
import JSON

/// Reads journals of Day One: a JSON file, a folder or archive with several of them and their media,
/// or the entries of Day One Classic, which are property lists.
public struct DayOneReader: ItemReader {
  public private(set) var left = LeftOut()
  private let time: CivilTime
  private var files: ArraySlice<SourceFile> = []
  private var entries: JSONEntries?
  private var journal = ""
  private let sourceName: String

  /// The name of the field with the name of the journal.
  public static let journalField = "journal"

  public init(_ source: Source, time: CivilTime, now: Moment) throws {
    self.time = time
    sourceName = source.name
    guard source.isFolder else {
      files = source.files[...]
      return
    }
    let isClassic = source.files.contains(where: Self.isClassic)
    for file in source.files {
      if try Self.isClassic(file) || Self.isJournal(file) {
        files.append(file)
      } else if !Self.isMedium(file) {
        left.add(.file, file.path)
      } else if isClassic {
        left.add(.photo, file.path)
      }
    }
    if files.isEmpty { throw ExchangeError(.otherFormat) }
  }

  public static func recognizes(_ source: Source, beginning: String) -> Bool {
    if source.isFolder {
      return source.files.contains { isClassic($0) || (try? isJournal($0)) == true }
    }
    return isJournal(beginning)
      || beginning.contains("<plist")
        && beginning.contains("<key>Creation Date</key>")
  }

  private static func isClassic(_ file: SourceFile) -> Bool { file.path.hasSuffix(".doentry") }

  private static func isJournal(_ file: SourceFile) throws -> Bool {
    try file.path.hasSuffix(".json") && isJournal(file.beginning())
  }

  private static func isJournal(_ beginning: String) -> Bool {
    let text = beginning.withoutByteOrderMark.filter { !$0.isWhitespace }
    return text.hasPrefix("{\"metadata\":{\"version\":") && text.contains("\"entries\":[")
      || text.hasPrefix("{\"entries\":[") && text.contains("\"creationDate\":")
  }

  /// The files of entries are counted by the entries, except in Day One Classic.
  private static func isMedium(_ file: SourceFile) -> Bool {
    let folders = file.path.split(separator: "/").dropLast()
    return folders.contains { ["photos", "videos", "audios", "pdfs"].contains($0) }
  }

  public mutating func next() throws -> Item? {
    while true {
      if let element = try entries?.next() {
        if let item = try item(element.value, at: element.place) { return item }
        continue
      }
      entries = nil
      guard let file = files.popFirst() else { return nil }
      journal = Self.journal(of: file.path.isEmpty ? sourceName : file.path)
      guard try isPropertyList(file) else {
        entries = try JSONEntries(file)
        continue
      }
      let value = try PropertyList.parse(file)
      if let item = try item(Self.modern(value), at: ItemPlace(file: file.path, line: 1)) {
        return item
      }
    }
  }

  private func isPropertyList(_ file: SourceFile) throws -> Bool {
    try Self.isClassic(file) || file.beginning().first { !$0.isWhitespace } == "<"
  }

  /// `Travel` for `Travel.json` and for an entry in `Travel.dayone/entries`.
  private static func journal(of path: String) -> String {
    let parts = path.split(separator: "/")
    let folder = parts.last { $0.hasSuffix(".dayone") }
    let name = folder ?? parts.last ?? ""
    return String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
  }

  private mutating func item(_ value: JSONValue, at place: ItemPlace) throws -> Item? {
    let entry = try DayOneEntry(value, time: time, at: place)
    for (name, kind) in DayOneEntry.media {
      for medium in value[name]?.array ?? [] { left.add(kind, Self.name(of: medium)) }
    }
    if DayOneEntry.isEmpty(value, text: entry.item.text) {
      left.add(.unknown, value["uuid"]?.string)
      return nil
    }
    if let zone = entry.unknownZone { left.add(.unknownZone, zone) }
    let members = (value.object ?? []) + [.init(Self.journalField, .string(journal))]
    return Item(.entry(entry.item), key: value["uuid"]?.nonEmptyString, fields: members, at: place)
  }

  private static func name(of medium: JSONValue) -> String? {
    let name = medium["filename"] ?? medium["pdfName"]
    guard name?.nonEmptyString == nil, let sum = medium["md5"]?.string else {
      return name?.nonEmptyString ?? medium["identifier"]?.string
    }
    let type = medium["type"] ?? medium["format"]
    return type?.string.map { "\(sum).\($0)" } ?? sum
  }
}

// MARK: Day One Classic

extension DayOneReader {
  private static let names = [
    "Creation Date": "creationDate", "Entry Text": "text", "Starred": "starred", "Tags": "tags",
    "Time Zone": "timeZone", "UUID": "uuid", "Location": "location", "Weather": "weather",
    "Locality": "localityName", "Place Name": "placeName", "Country": "country",
    "Administrative Area": "administrativeArea", "Latitude": "latitude",
    "Longitude": "longitude", "Celsius": "temperatureCelsius",
    "Description": "conditionsDescription",
  ]

  /// An entry of Day One Classic under the names of today. Other members keep their names.
  private static func modern(_ value: JSONValue) -> JSONValue {
    guard let members = value.object else { return value }
    return .object(
      members.map { member in
        let name = names[member.name] ?? member.name
        switch member.name {
        case "Location", "Weather": return .init(name, modern(member.value))
        case "Celsius":
          return .init(name, member.value.lenientNumber.map(JSONValue.number) ?? member.value)
        default: return .init(name, member.value)
        }
      })
  }
}
