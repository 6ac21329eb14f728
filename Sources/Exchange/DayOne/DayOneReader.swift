public import Diary
import JSON

/// Reads journals of Day One: a JSON file, or a folder or archive with several of them and their
/// media.
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
    for file in source.files {
      if try Self.isJournal(file) {
        files.append(file)
      } else if !Self.isMedium(file) {
        left.add(.file, file.path)
      }
    }
    if files.isEmpty { throw ExchangeError(.otherFormat) }
  }

  public static func recognizes(_ source: Source, beginning: String) -> Bool {
    source.isFolder
      ? source.files.contains { (try? isJournal($0)) == true } : isJournal(beginning)
  }

  private static func isJournal(_ file: SourceFile) throws -> Bool {
    try file.path.hasSuffix(".json") && isJournal(file.beginning())
  }

  private static func isJournal(_ beginning: String) -> Bool {
    let text = beginning.withoutByteOrderMark.filter { !$0.isWhitespace }
    return text.hasPrefix("{\"metadata\":{\"version\":") && text.contains("\"entries\":[")
      || text.hasPrefix("{\"entries\":[") && text.contains("\"creationDate\":")
  }

  /// The files of entries are counted by the entries.
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
      entries = try JSONEntries(file)
    }
  }

  /// `Travel` for `Travel.json`.
  private static func journal(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
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
