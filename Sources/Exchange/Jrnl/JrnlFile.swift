import Diary
import JSON

/// Reads the entries of a text file of jrnl.
struct JrnlFile {
  private let file: SourceFile
  /// The day by the path, for a file of a folder.
  private let day: Day?
  private let time: CivilTime
  private var lines: LineReader
  private var entry: Lines?
  /// Text before the first entry.
  private var stray: ExchangeError?
  /// Errors to throw before the next entry.
  private var failures: ArraySlice<ExchangeError> = []
  /// Whether the lines up to the next header belong to a damaged entry.
  private var isSkipping = false
  private var isFinished = false
  private var hasEntries = false
  private var isDayFirst: Bool?
  private var knowsOrder = false

  /// The lines of an entry.
  private struct Lines {
    var typed: String
    var date: JrnlDate
    /// The header without the date.
    var first: String
    var lines: [String]
    var length: Int
    var place: ItemPlace
  }

  init(_ file: SourceFile, day: Day?, time: CivilTime) throws {
    self.file = file
    self.day = day
    self.time = time
    lines = LineReader(try file.open(), file: file.path)
  }

  mutating func next() throws -> Item? {
    while true {
      if let failure = failures.popFirst() { throw failure }
      if isFinished { return nil }
      guard let line = try readLine() else { return try finish() }
      if let header = JrnlDate.header(line), let date = date(header.typed) {
        let done = entry
        begin(header, date, line)
        if let done { return item(of: done, isEnded: false) }
      } else if entry != nil {
        try add(line)
      } else if !isSkipping, stray == nil, !line.isBlank {
        stray = error(.badLine(typed: String(line.prefix(80))))
      }
    }
  }

  /// A line that is not text damages its entry.
  private mutating func readLine() throws -> String? {
    while true {
      do {
        return try lines.next()
      } catch let error as ExchangeError where [.notUTF8, .hasNUL].contains(error.reason) {
        entry = nil
        if isSkipping { continue }
        isSkipping = true
        throw error
      } catch {
        isFinished = true
        throw error
      }
    }
  }

  private mutating func begin(
    _ header: (typed: String, rest: String), _ date: JrnlDate, _ line: String
  ) {
    if let stray { failures.append(stray) }
    (stray, hasEntries, isSkipping) = (nil, true, date.isAmbiguous)
    entry = Lines(
      typed: header.typed, date: date, first: header.rest, lines: [line], length: line.utf8.count,
      place: ItemPlace(file: file.path, line: lines.line))
    if date.isAmbiguous {
      entry = nil
      failures.append(error(.badDate(field: "date", typed: header.typed)))
    }
  }

  private mutating func add(_ line: String) throws {
    entry?.lines.append(line)
    entry?.length += line.utf8.count + 1
    guard let entry, entry.length > SourceFile.limit else { return }
    self.entry = nil
    isSkipping = true
    throw ExchangeError(.tooLong(megabytes: SourceFile.limit >> 20), at: entry.place)
  }

  private mutating func finish() throws -> Item? {
    isFinished = true
    if let entry { return item(of: entry, isEnded: lines.endsInLineBreak) }
    if day != nil, let stray { throw stray }
    guard hasEntries || isSkipping || day != nil else { throw ExchangeError(.otherFormat) }
    return nil
  }

  private func error(_ reason: ExchangeError.Reason) -> ExchangeError {
    ExchangeError(reason, line: lines.line, of: file.path)
  }
}

extension JrnlFile {
  /// The date of a header; `nil` if the brackets contain something else.
  private mutating func date(_ typed: String) -> JrnlDate? {
    guard let date = JrnlDate(typed, isDayFirst: isDayFirst) else { return nil }
    if day == nil, date.isAmbiguous, !knowsOrder {
      knowsOrder = true
      isDayFirst = orderOfDates()
      return JrnlDate(typed, isDayFirst: isDayFirst)
    }
    // The path names the day of the entries in a folder.
    return date.day == nil && !date.isAmbiguous && day == nil ? nil : date
  }

  /// Whether the day precedes the month in the first date of the file that shows it.
  private func orderOfDates() -> Bool? {
    guard var lines = try? LineReader(file.open(), file: file.path) else { return nil }
    while let line = try? lines.next() {
      guard let header = JrnlDate.header(line) else { continue }
      if let isDayFirst = JrnlDate(header.typed)?.isDayFirst { return isDayFirst }
    }
    return nil
  }

  /// - Parameter isEnded: whether the last line ends in a line break.
  private func item(of entry: Lines, isEnded: Bool) -> Item? {
    let whole = entry.lines.joined(separator: "\n") + (isEnded ? "\n" : "")
    var first = Substring(entry.first)
    let isStarred = first.trimmed.unicodeScalars.last == "*"
    if isStarred { first = first.withoutAsterisksAround }
    let others = entry.lines.dropFirst().map(JrnlWriter.unescaped)
    if let index = others.lastIndex(where: { !$0.isBlank }),
      let tags = JrnlTag.names(inLine: others[index])
    {
      let text = [first] + others[..<index]
      if !text.allSatisfy(\.isBlank), let item = item(text, tags: tags, isStarred, entry),
        self.text(of: item).utf8.elementsEqual(whole.utf8)
      {
        return item
      }
    }
    guard var item = item([first] + others, tags: [], isStarred, entry) else { return nil }
    if !text(of: item).utf8.elementsEqual(whole.utf8) { item.raw = whole }
    return item
  }

  private func item(
    _ lines: [Substring], tags: [String], _ isStarred: Bool, _ entry: Lines
  ) -> Item? {
    guard let day = day ?? entry.date.day else { return nil }
    let text = lines.joined(separator: "\n")
    let all = Tag.names(
      JrnlTag.found(in: text) + tags + (isStarred ? [JrnlWriter.starredTag] : []))
    let item = EntryItem(
      day: day, time: entry.date.time, text: Text(written: text, tags: all),
      createdAt: entry.date.time.map { time.moment(on: day, at: $0, second: entry.date.second) })
    let isUsual = entry.typed == JrnlWriter.date(of: item)
    return Item(
      .entry(item), fields: isUsual ? [] : [.init("date", .string(entry.typed))], at: entry.place)
  }

  private func text(of item: Item) -> String {
    var writer = JrnlWriter()
    return writer.text(of: item) ?? ""
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
