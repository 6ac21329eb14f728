import Diary
import JSON

/// Reads the journal of jrnl: a text file, or a folder with a text file for each day.
struct JrnlFormat: TextFormat {
  var reading: Reading

  static func recognizes(_ source: Source, beginning: String) -> Bool {
    if source.isFolder { return source.files.contains(where: owns(in: source)) }
    let first = JrnlWriter.lines(of: beginning.withoutByteOrderMark).first { !$0.isBlank }
    return first.flatMap { JrnlDate.header($0) }.flatMap { JrnlDate($0.typed) }
      .map { $0.day != nil || $0.isAmbiguous } ?? false
  }

  static func owns(in source: Source) -> (SourceFile) -> Bool {
    { day(of: $0.path) != nil && (try? $0.beginning()).map(RefusedForm.isOfZim) == false }
  }

  /// The day of a path that ends in `2026/11/21.txt`.
  private static func day(of path: String) -> Day? {
    let parts = path.split(separator: "/").suffix(3)
    guard parts.count == 3, let name = parts.last, name.hasSuffix(".txt") else { return nil }
    return Day(iso: (parts.dropLast() + [name.dropLast(4)]).joined(separator: "-"))
  }

  mutating func files(of source: Source) throws -> ArraySlice<SourceFile> {
    guard source.isFolder else { return source.files.prefix(1) }
    let days = source.files.filter { Self.day(of: $0.path) != nil }
    for file in source.files where Self.day(of: file.path) == nil { left.add(.file, file.path) }
    if days.isEmpty { throw ExchangeError(.otherFormat) }
    return days[...]
  }

  func units(of file: SourceFile, at path: String) throws -> Units<JrnlEntry> {
    var entries = try JrnlEntries(file, day: Self.day(of: file.path))
    return Units { try entries.next().map { ($0, $0.line) } }
  }

  mutating func items(of entry: JrnlEntry, at path: String) -> [Item] {
    guard let item = item(of: entry) else { return [] }
    if item.content.text.isEmpty {
      left.add(.unknown, item.content.day.map { "\($0)" })
      return []
    }
    return [item]
  }

  private func item(of entry: JrnlEntry) -> Item? {
    var first = Substring(entry.first)
    let isStarred = first.trimmed.unicodeScalars.last == "*"
    if isStarred { first = first.withoutAsterisksAround }
    let others = entry.lines.dropFirst().map(JrnlWriter.unescaped)
    if let index = others.lastIndex(where: { !$0.isBlank }),
      let tags = JrnlTag.names(inLine: others[index])
    {
      let text = [first] + others[..<index]
      if !text.allSatisfy(\.isBlank), let item = item(text, tags: tags, isStarred, entry),
        item.raw == nil
      {
        return item
      }
    }
    return item([first] + others, tags: [], isStarred, entry)
  }

  private func item(
    _ lines: [Substring], tags: [String], _ isStarred: Bool, _ entry: JrnlEntry
  ) -> Item? {
    guard let day = entry.day else { return nil }
    let text = lines.joined(separator: "\n")
    let all = Tag.names(
      JrnlTag.found(in: text) + tags + (isStarred ? [JrnlWriter.starredTag] : []))
    let value = EntryItem(
      day: day, time: entry.date.time, text: Text(written: text, tags: all),
      createdAt: entry.date.time.map { time.moment(on: day, at: $0, second: entry.date.second) })
    var item = Item(.entry(value))
    if entry.typed != JrnlWriter.date(of: value) { item.fields.add("date", entry.typed) }
    var writer = JrnlWriter()
    item.keep(entry.text, unlessWritten: writer.text(of: item))
    return item
  }
}

extension Substring {
  /// The text without the star of jrnl, and as jrnl does, without any asterisk at its ends.
  fileprivate var withoutAsterisksAround: Substring {
    let isAround = { (scalar: Unicode.Scalar) in scalar == "*" || scalar == " " }
    let scalars = trimmed.unicodeScalars.drop(while: isAround)
    let end = scalars.lastIndex { !isAround($0) }.map { scalars.index(after: $0) }
    return Substring(scalars[..<(end ?? scalars.startIndex)])
  }
}
