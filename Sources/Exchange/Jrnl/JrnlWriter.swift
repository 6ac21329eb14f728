import Diary
import JSON

/// Writes the text file of jrnl: `[2026-11-21 17:04] Title *`, then the body. jrnl reads this form of
/// the date whatever its settings are.
public struct JrnlWriter: ItemWriter {
  private var isFirst = true

  public init() {}

  /// jrnl has no notes and no to-dos.
  public mutating func text(of item: Item) -> String? {
    guard case .entry(let entry) = item.content else { return nil }
    defer { isFirst = false }
    return (isFirst ? "" : "\n") + Self.text(of: entry, in: item)
  }

  private static func text(of entry: EntryItem, in item: Item) -> String {
    // The fields of another format may have the same names.
    if let raw = item.raw, let header = JrnlDate.header(raw),
      JrnlDate.isDate(header.typed, of: entry)
    {
      return raw
    }
    if let typed = item.field("date")?.string, JrnlDate.header("[\(typed)] ")?.typed == typed,
      !typed.contains(where: \.isNewline), JrnlDate.isDate(typed, of: entry)
    {
      return text(of: entry, dated: typed)
    }
    return text(of: entry, dated: date(of: entry))
  }

  static func date(of entry: EntryItem) -> String {
    entry.time.map { "\(entry.day) \($0)" } ?? "\(entry.day)"
  }

  static func text(of entry: EntryItem, dated date: String) -> String {
    var first = Substring(entry.text.title)
    var rest = Substring(entry.text.body)
    if first.isEmpty {
      first = lines(of: rest).first ?? rest
      rest = rest[first.endIndex...].dropFirst()
    }
    let isStarred = entry.text.tags.contains { Tag.areSame($0, starredTag) }
    var text = "[\(date)] "
    // jrnl takes every asterisk and space at the ends of this line for the star.
    let ends = [first.unicodeScalars.first, first.unicodeScalars.last]
    if ends[1] == "*" || isStarred && (ends.contains("*") || ends.contains(" ")) {
      text += (isStarred ? "*" : "") + "\n" + escaped(first)
    } else {
      text += first + (isStarred ? first.isEmpty ? "*" : " *" : "")
    }
    text += "\n"
    var last = first[...]
    if !rest.isEmpty {
      for line in lines(of: rest) {
        text += escaped(line) + "\n"
        last = line
      }
    }
    let tags = unwrittenTags(of: entry.text)
    if !tags.isEmpty {
      text += (rest.isEmpty ? "" : "\n") + tags.joined(separator: " ") + "\n"
    } else if !rest.isEmpty, JrnlTag.names(inLine: last) != nil {
      // The line is part of the text, which a reader could not know without the blank line.
      text += "\n"
    }
    return text
  }

  /// The tag that jrnl writes as an asterisk.
  static let starredTag = "starred"

  private static func unwrittenTags(of text: Text) -> [String] {
    let whole = text.written
    let found = Set(JrnlTag.found(in: whole).map { Tag.key($0) } + [starredTag])
    let names = Tag.names(text.tags, notIn: whole).filter {
      !$0.isEmpty && !found.contains(Tag.key($0))
    }
    return names.map(JrnlTag.written)
  }

  static func lines(of text: some StringProtocol) -> [Substring] {
    // A line break of Windows is a single character.
    Substring(text).split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  }

  /// jrnl begins an entry at a line that begins with a date in brackets, and takes many words for
  /// dates. A backslash prevents it. A space would not: jrnl removes it when it writes the file.
  private static func escaped(_ line: Substring) -> String {
    guard let place = bracket(of: line) else { return String(line) }
    return "\(line[..<place])\\\(line[place...])"
  }

  static func unescaped(_ line: String) -> Substring {
    guard let place = bracket(of: line[...]), line[..<place].last == "\\" else { return line[...] }
    return line[..<place].dropLast() + line[place...]
  }

  /// The position of the bracket if the line begins like a header, after spaces and backslashes.
  private static func bracket(of line: Substring) -> String.Index? {
    guard let place = line.firstIndex(where: { $0 != " " && $0 != "\t" && $0 != "\\" }),
      let header = JrnlDate.header(line[place...])
    else { return nil }
    // jrnl takes up to six characters in brackets for a footnote.
    return header.typed.unicodeScalars.count > 6 ? place : nil
  }
}

/// Tags in the notation of jrnl: `@perf`, in lower case.
enum JrnlTag {
  static let sign: Unicode.Scalar = "@"

  /// The names of the tags that are written in the text.
  static func found(in text: String) -> [String] {
    var names: [String] = []
    var position = text.startIndex
    while let start = text.utf8[position...].firstIndex(of: UInt8(ascii: "@")) {
      let before = text.unicodeScalars[..<start].last
      position = text.utf8.index(after: start)
      let name = text.unicodeScalars[position...].prefix(while: isInTag)
      if before?.properties.isWhitespace ?? true, !name.isEmpty {
        names.append(String(name).lowercased())
        position = name.endIndex
      }
    }
    return Tag.names(names)
  }

  /// The tag as jrnl can read it. Characters that jrnl ends a tag at become `_`.
  static func written(_ name: String) -> String {
    var tag = String(sign)
    for scalar in name.lowercased().unicodeScalars {
      tag.unicodeScalars.append(isInTag(scalar) ? scalar : "_")
    }
    return tag
  }

  /// The names in a line of nothing but tags; `nil` for any other line.
  static func names(inLine line: Substring) -> [String]? {
    guard line.utf8.first == UInt8(ascii: "@") else { return nil }
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    let names = found(in: String(line))
    return !names.isEmpty && words.elementsEqual(names.map { "\(sign)\($0)" }, by: { $0 == $1 })
      ? names : nil
  }

  private static func isInTag(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: scalar.properties.numericType != nil || "-+*#/_".unicodeScalars.contains(scalar)
    }
  }
}
