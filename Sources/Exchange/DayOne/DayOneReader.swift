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

/// The objects in the array `entries` of a document, one after the other.
struct JSONEntries {
  struct Element {
    /// An object.
    var value: JSONValue
    var place: ItemPlace
  }

  private var elements: JSONElements
  private let file: String
  /// Whether it has a member that such documents have, or is damaged.
  private var isKnown = false

  init(_ file: SourceFile) throws {
    var source = try file.open()
    elements = JSONElements(limit: SourceFile.limit) { try source.next() }
    self.file = file.path
  }

  mutating func next() throws -> Element? {
    while let element = try nextOfAny() {
      guard element.name == "entries" else { continue }
      guard element.isInArray, element.value.object != nil else {
        throw ExchangeError(.noItem, line: element.line, of: file)
      }
      return Element(
        value: element.value, place: ItemPlace(file: file, line: element.line))
    }
    return nil
  }

  private mutating func nextOfAny() throws -> JSONElements.Element? {
    do {
      if let element = try elements.next() {
        if ["entries", "metadata"].contains(element.name) { isKnown = true }
        return element
      }
    } catch let failure as JSONElements.Failure {
      isKnown = true
      switch failure {
      case .syntax(let line): throw ExchangeError(.notJSON, line: line, of: file)
      case .cutShort(let line): throw ExchangeError(.cutShort, line: line, of: file)
      case .tooLong(let line):
        throw ExchangeError(.tooLong(megabytes: SourceFile.limit >> 20), line: line, of: file)
      }
    }
    if isKnown { return nil }
    isKnown = true
    throw ExchangeError(.otherFormat, at: ItemPlace(file: file))
  }
}

extension SourceFile {
  /// The first 4 KB as text, without a byte order mark.
  func beginning() throws -> String {
    var source = try open()
    var bytes: [UInt8] = []
    while bytes.count < 4096, let part = try source.next() { bytes += part }
    return String(decoding: bytes.prefix(4096), as: UTF8.self).withoutByteOrderMark
  }
}

extension String {
  var withoutByteOrderMark: String { hasPrefix("\u{FEFF}") ? String(dropFirst()) : self }
}
