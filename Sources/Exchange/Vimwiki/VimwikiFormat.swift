import Diary

/// Reads the diary of vimwiki: a file for each day, such as `diary/2024-05-03.wiki`.
///
/// A first heading is the title, and check boxes that are not indented are to-dos, as in Markdown. All other text is
/// kept in the notation of vimwiki.
struct VimwikiFormat: TextFormat {
  var reading: Reading

  static func recognizes(_ source: Source, beginning: String) -> Bool {
    source.isFolder
      ? source.files.contains(where: owns(in: source)) : day(ofPath: source.name) != nil
  }

  static func owns(in source: Source) -> (SourceFile) -> Bool {
    { !$0.isHidden && day(ofPath: $0.path) != nil }
  }

  private static let ending = ".wiki"

  private static func day(ofPath path: String) -> Day? {
    path.hasSuffix(ending) ? DayName.day(ofPath: path.dropLast(ending.count)) : nil
  }

  mutating func units(of file: SourceFile, at path: String) throws -> Units<String> {
    if file.isHidden { return Units { nil } }
    guard path.hasSuffix(Self.ending) else {
      left.add(.medium(path), path)
      return Units { nil }
    }
    return Units(whole: try file.text())
  }

  mutating func items(of text: String, at path: String) -> [Item] {
    guard let day = Self.day(ofPath: path) else {
      left.add(.page, path)
      return []
    }
    var lines = MarkdownDay.lines(of: text)
    if let first = lines.firstIndex(where: { !$0.isBlank }), let title = Self.title(lines[first]) {
      lines[first] = DayName.day(of: title) == day ? "" : "# \(title)"
    }
    let page = MarkdownDay(lines, of: day, .obsidian, time, left: &left)
    // The plain title and what else is there for the writer of Markdown has no meaning here.
    var items = (page.entry.map { [$0] } ?? []) + page.toDos
    for index in items.indices { (items[index].fields, items[index].raw) = ([], nil) }
    if items.isEmpty { left.add(.empty, path) }
    return items
  }

  /// The title of a heading such as `= Title =`.
  private static func title(_ line: String) -> String? {
    let line = line.trimmed
    guard line.hasPrefix("= "), line.hasSuffix(" ="), line.utf8.count > 4 else { return nil }
    return String(line.dropFirst(2).dropLast(2).trimmed)
  }
}
