import Diary

/// A Markdown file with a heading for each day, such as the log of one's work: `## 2024-05-03` or
/// `## 2024-05-03: A title`.
struct DayHeadings {
  struct Part {
    var day: Day
    /// The index of the heading.
    var line: Int
    /// With the rest of the heading as the first line, if it has one.
    var lines: [String]
  }

  private(set) var parts: [Part] = []
  /// What is above the first day, and below other headings of the same level.
  private(set) var others: [String] = []

  init(_ lines: ArraySlice<String>) {
    var level = Int.max
    var isInCode = false
    var isInDay = false
    let order = DayName.order(in: lines.lazy.compactMap { Self.heading($0)?.title })
    for (index, line) in zip(lines.indices, lines) {
      if line.hasPrefix("```") || line.hasPrefix("~~~") { isInCode.toggle() }
      let heading = isInCode ? nil : Self.heading(line)
      if let heading, let (day, title) = Self.day(of: heading.title, order), heading.level <= level
      {
        level = heading.level
        isInDay = true
        parts.append(Part(day: day, line: index, lines: title.isEmpty ? [] : ["# \(title)"]))
      } else if let heading, heading.level <= level, level < .max {
        isInDay = false
        others.append(line)
      } else if isInDay {
        parts[parts.count - 1].lines.append(line)
      } else if !line.isBlank {
        others.append(line)
      }
    }
  }

  private static func heading(_ line: String) -> (level: Int, title: Substring)? {
    let signs = line.prefix { $0 == "#" }
    let rest = line[signs.endIndex...]
    guard (1...6).contains(signs.count), rest.first == " " || rest.first == "\t" else { return nil }
    return (signs.count, rest.trimmed)
  }

  /// The day of a heading, and the title after it.
  private static func day(
    of title: Substring, _ order: DayName.Order?
  ) -> (Day, title: String)? {
    if let found = DayName.dayAndTitle(of: title, order) { return found }
    guard let day = Day(iso: title.prefix(10)) else { return nil }
    let rest = title.dropFirst(10)
    guard let first = rest.first, !first.isLetter, !first.isNumber else { return nil }
    return (day, String(rest.drop { " \t:–—-".contains($0) }))
  }
}
