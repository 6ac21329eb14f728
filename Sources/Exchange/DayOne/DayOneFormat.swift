import Diary
import JSON

/// Reads journals of Day One: a JSON file, or a folder or archive with several of them and their
/// media.
struct DayOneFormat: TextFormat {
  var reading: Reading

  static func recognizes(_ source: Source, beginning: String) -> Bool {
    source.isFolder
      ? source.files.contains { (try? isJournal($0)) == true } : isJournal(beginning)
  }

  static func owns(in source: Source) -> (SourceFile) -> Bool {
    { (try? isJournal($0)) == true }
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

  mutating func files(of source: Source) throws -> ArraySlice<SourceFile> {
    guard source.isFolder else { return source.files[...] }
    let journals = try source.files.filter { file in
      let isJournal = try Self.isJournal(file)
      if !isJournal, !Self.isMedium(file) { left.add(.file, file.path) }
      return isJournal
    }
    if journals.isEmpty { throw ExchangeError(.otherFormat) }
    return journals[...]
  }

  /// The objects in the array `entries` of a document.
  func units(of file: SourceFile, at path: String) throws -> Units<JSONValue> {
    let elements = try file.elements()
    // Whether it has a member that such documents have, or is damaged.
    var isKnown = false
    return Units {
      do {
        while let (element, line) = try elements.next() {
          if ["entries", "metadata"].contains(element.name) { isKnown = true }
          guard element.name == "entries" else { continue }
          guard element.isInArray, element.value.object != nil else {
            throw ExchangeError(.noItem, line: line)
          }
          return (element.value, line)
        }
      } catch {
        isKnown = true
        throw error
      }
      if isKnown { return nil }
      isKnown = true
      throw ExchangeError(.otherFormat)
    }
  }

  mutating func items(of value: JSONValue, at path: String) throws -> [Item] {
    let entry = try DayOneEntry(value, time: time)
    for (name, kind) in DayOneEntry.media {
      for medium in value[name]?.array ?? [] { left.add(kind, Self.name(of: medium)) }
    }
    if DayOneEntry.isEmpty(value, text: entry.item.text) {
      left.add(.unknown, value["uuid"]?.string)
      return []
    }
    if let zone = entry.unknownZone { left.add(.unknownZone, zone) }
    var members = value.object ?? []
    members.add(DayOneWriter.journalField, Self.journal(of: path))
    return [Item(.entry(entry.item), key: value["uuid"]?.nonEmptyString, fields: members)]
  }

  /// `Travel` for `Travel.json`.
  private static func journal(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
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
