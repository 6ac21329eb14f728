public import Diary
import JSON

/// Reads the journal of jrnl: a text file, a folder with a text file for each day, or the output of
/// `jrnl --export json`.
public struct JrnlReader: ItemReader {
  public private(set) var left = LeftOut()
  private let time: CivilTime
  private var files: ArraySlice<(file: SourceFile, day: Day?)> = []
  private var file: JrnlFile?
  private var json: JSONEntries?

  public init(_ source: Source, time: CivilTime, now: Moment) throws {
    self.time = time
    if source.isFolder {
      for file in source.files {
        if let day = Self.day(of: file) {
          files.append((file, day))
        } else {
          left.add(.file, file.path)
        }
      }
      if files.isEmpty { throw ExchangeError(.otherFormat) }
    } else if let file = source.files.first {
      let beginning = try file.beginning()
      if Self.isEncrypted(beginning) { throw ExchangeError(.encrypted) }
      if beginning.first(where: { !$0.isWhitespace }) == "{" {
        json = try JSONEntries(file)
      } else {
        files = [(file, nil)]
      }
    }
  }

  public static func recognizes(_ source: Source, beginning: String) -> Bool {
    if source.isFolder { return source.files.contains { day(of: $0) != nil } }
    let beginning = beginning.withoutByteOrderMark
    if isEncrypted(beginning) { return true }
    if beginning.filter({ !$0.isWhitespace }).hasPrefix("{\"tags\":{") { return true }
    let first = JrnlWriter.lines(of: beginning).first { !$0.isBlank }
    return first.flatMap { JrnlDate.header($0) }.flatMap { JrnlDate($0.typed) }
      .map { $0.day != nil || $0.isAmbiguous } ?? false
  }

  private static func isEncrypted(_ beginning: String) -> Bool {
    // Before version 3, a token of Fernet, whose first byte is a version.
    beginning.hasPrefix("JRNLv")
      || beginning.hasPrefix("gAAAAA") && !beginning.prefix(100).contains(where: \.isWhitespace)
  }

  /// The day of a path that ends in `2026/11/21.txt`.
  private static func day(of file: SourceFile) -> Day? {
    let parts = file.path.split(separator: "/").suffix(3)
    guard parts.count == 3, let name = parts.last, name.hasSuffix(".txt") else { return nil }
    return Day(iso: (parts.dropLast() + [name.dropLast(4)]).joined(separator: "-"))
  }

  public mutating func next() throws -> Item? {
    while true {
      guard let item = try nextOfAny() else { return nil }
      guard case .entry(let entry) = item.content, entry.text.isEmpty else { return item }
      left.add(.unknown, "\(entry.day)")
    }
  }

  private mutating func nextOfAny() throws -> Item? {
    if let element = try json?.next() { return try item(of: element) }
    while true {
      if let item = try file?.next() { return item }
      guard let (file, day) = files.popFirst() else {
        self.file = nil
        return nil
      }
      self.file = try JrnlFile(file, day: day, time: time)
    }
  }

  private func item(of element: JSONEntries.Element) throws -> Item {
    let value = element.value
    func string(_ name: String) throws -> String {
      guard let text = value[name]?.string else {
        throw ExchangeError(.missing(field: name), at: element.place)
      }
      if text.utf8.contains(0) { throw ExchangeError(.hasNUL, at: element.place) }
      return text
    }
    func date<Value>(_ name: String, _ parse: (String) -> Value?) throws -> Value {
      let typed = try string(name)
      guard let value = parse(typed) else {
        throw ExchangeError(.badDate(field: name, typed: typed), at: element.place)
      }
      return value
    }
    let day = try date("date") { Day(iso: $0) }
    let clock = try value["time"] == nil ? nil : date("time") { TimeOfDay(iso: $0) }
    let (title, body) = (try string("title"), try string("body"))
    let hasNoTitle = TimeOfDay(atStartOf: title[...]) != nil
    var text =
      hasNoTitle
      ? EntryText(written: "\(title)\n\(body)") : EntryText(title: title, body: body)
    let tags = value["tags"]?.array?.compactMap(\.string).map {
      $0.unicodeScalars.first == JrnlTag.sign ? String($0.unicodeScalars.dropFirst()) : $0
    }
    text.tags = Tag.names(
      (tags ?? JrnlTag.found(in: text.written))
        + (value["starred"]?.bool == true ? [JrnlWriter.starredTag] : [])
    ).filter { !$0.isEmpty }
    let entry = EntryItem(
      day: day, time: clock, text: text, createdAt: clock.map { time.moment(on: day, at: $0) })
    let known: Set = ["title", "body", "date", "time", "tags", "starred", "uuid"]
    return Item(
      .entry(entry), key: value["uuid"]?.string,
      fields: (value.object ?? []).filter { !known.contains($0.name) }, at: element.place)
  }
}
