import Diary

/// The lines of an entry of jrnl.
struct JrnlEntry {
  /// By the path, for a file of a folder, else by the date.
  var day: Day?
  /// The text between the brackets.
  var typed: String
  var date: JrnlDate
  /// The header without the date.
  var first: String
  var lines: [String]
  /// Where it begins.
  var line: Int
  /// Whether its last line ends in a line break.
  var isEnded = false

  var text: String { lines.joined(separator: "\n") + (isEnded ? "\n" : "") }
}

/// Divides a text file of jrnl into entries.
struct JrnlEntries {
  private let file: SourceFile
  /// The day by the path, for a file of a folder.
  private let day: Day?
  private var lines: LineReader
  /// The entry whose header was read.
  private var begun: JrnlEntry?
  /// Text before the first entry.
  private var stray: ExchangeError?
  private var isAtEnd = false
  private var isDayFirst: Bool?
  private var knowsOrder = false

  init(_ file: SourceFile, day: Day?) throws {
    (self.file, self.day) = (file, day)
    lines = LineReader(try file.open())
  }

  mutating func next() throws -> JrnlEntry? {
    while true {
      if begun != nil || day != nil, let error = stray.take() { throw error }
      if isAtEnd { return nil }
      var entry = begun.take()
      var damage: ExchangeError?
      if let entry, entry.date.isAmbiguous {
        damage = ExchangeError(.badDate(field: "date", typed: entry.typed), line: entry.line)
      }
      var length = 0
      while begun == nil, !isAtEnd {
        do {
          guard let line = try lines.next() else {
            isAtEnd = true
            entry?.isEnded = lines.endsInLineBreak
            continue
          }
          length += line.utf8.count + 1
          if let header = header(line) {
            begun = header
          } else if damage != nil {
            continue
          } else if entry == nil, stray == nil, !line.isBlank {
            stray = ExchangeError(.badLine(typed: String(line.prefix(80))), line: lines.line)
          } else {
            entry?.lines.append(line)
          }
        } catch let error as ExchangeError where error.place.line > 0 {
          damage = damage ?? error
        }
        if length > SourceFile.limit, let entry { damage = damage ?? .tooLong(line: entry.line) }
      }
      if let damage { throw damage }
      if let entry { return entry }
      if begun == nil, day == nil { throw ExchangeError(.otherFormat) }
    }
  }

  /// The entry that begins on the line.
  private mutating func header(_ line: String) -> JrnlEntry? {
    guard let (typed, rest) = JrnlDate.header(line), let date = date(typed) else { return nil }
    return JrnlEntry(
      day: day ?? date.day, typed: typed, date: date, first: rest, lines: [line], line: lines.line)
  }

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
    guard var lines = try? LineReader(file.open()) else { return nil }
    while let line = try? lines.next() {
      guard let header = JrnlDate.header(line) else { continue }
      if let isDayFirst = JrnlDate(header.typed)?.isDayFirst { return isDayFirst }
    }
    return nil
  }
}

/// The date in the header of an entry. jrnl writes it in the format that its settings name, which the
/// file does not say.
struct JrnlDate {
  /// `nil` if the header has only a time, or if the date is ambiguous.
  private(set) var day: Day?
  private(set) var time: TimeOfDay?
  private(set) var second = 0
  /// Whether the date is like `03/08/2019` and it is not known which number is the month.
  private(set) var isAmbiguous = false
  /// Whether the day precedes the month, if a date like `31/08/2019` shows it.
  private(set) var isDayFirst: Bool?

  /// `nil` if the text is not a date.
  ///
  /// - Parameter isDayFirst: the order of dates like `03/08/2019` in the file, if it is known.
  init?(_ text: some StringProtocol, isDayFirst: Bool? = nil) {
    var numbers: [Substring] = []
    var date: [Substring] = []
    var isDayFirst = isDayFirst
    var month: Int?
    var half: Substring?
    for word in Self.words(of: text.lowercased()) {
      if word.contains(":") {
        guard time == nil, readTime(word, &half) else { return nil }
      } else if Self.halves.contains(word) {
        half = word
      } else if let number = EnglishNames.month(Self.withoutPeriod(word)) {
        month = number
      } else if !EnglishNames.isWeekday(Self.withoutPeriod(word)) {
        let parts = word.split { "-/.".contains($0) }
        guard parts.allSatisfy({ Int(digits: $0.utf8) != nil }) else { return nil }
        if parts.count == 1 {
          numbers += parts
        } else {
          guard date.isEmpty, !parts.isEmpty else { return nil }
          date = parts
          // No country writes the month first with dots.
          if word.contains(".") { isDayFirst = true }
        }
      }
    }
    if let half, let hour = time?.hour, hour <= 12 {
      time?.hour = hour % 12 + (half.first == "p" ? 12 : 0)
    }
    guard readDate(date, numbers, month, isDayFirst) else { return nil }
  }

  private mutating func readTime(_ word: Substring, _ half: inout Substring?) -> Bool {
    let end = word.firstIndex(where: \.isLetter) ?? word.endIndex
    if end < word.endIndex {
      guard Self.halves.contains(word[end...]) else { return false }
      half = word[end...]
    }
    let parts = word[..<end].split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.map { Int(digits: $0.prefix { $0 != "." }.utf8) ?? 60 }
    guard (2...3).contains(numbers.count), numbers[0] < 24,
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return false }
    time = TimeOfDay(hour: numbers[0], minute: numbers[1])
    second = numbers.count > 2 ? numbers[2] : 0
    return true
  }

  private mutating func readDate(
    _ date: [Substring], _ numbers: [Substring], _ month: Int?, _ isDayFirst: Bool?
  ) -> Bool {
    let parts = (date.isEmpty ? numbers : date).map { Int(digits: $0.utf8) ?? 0 }
    let years = (date.isEmpty ? numbers : date).map { $0.utf8.count == 4 }
    switch (date.count, numbers.count, month) {
    case (0, 0, nil): return time != nil
    case (0, 2, .some(let month)) where years[0] != years[1]:
      day = Day(year: parts[years[0] ? 0 : 1], month: month, day: parts[years[0] ? 1 : 0])
    case (3, 0, nil) where years[0]: day = Day(year: parts[0], month: parts[1], day: parts[2])
    case (2, 0, nil) where years[0]: day = Day(year: parts[0], month: parts[1], day: 1)
    case (3, 0, nil) where years[2]:
      if (parts[0] > 12) != (parts[1] > 12) { self.isDayFirst = parts[0] > 12 }
      guard let isDayFirst = self.isDayFirst ?? isDayFirst else {
        isAmbiguous = Day(year: parts[2], month: parts[0], day: parts[1]) != nil
        return isAmbiguous
      }
      day = Day(
        year: parts[2], month: parts[isDayFirst ? 1 : 0], day: parts[isDayFirst ? 0 : 1])
    default: return false
    }
    return day != nil
  }

  private static func words(of text: String) -> [Substring] {
    text.split { $0.isWhitespace || $0 == "," }.flatMap { word in
      // 2026-11-21T17:04
      word.contains(":") ? word.split(separator: "t") : [word]
    }
  }

  private static func withoutPeriod(_ word: Substring) -> Substring {
    word.last == "." ? word.dropLast() : word
  }

  private static let halves: Set<Substring> = ["am", "a.m.", "pm", "p.m."]
}

extension JrnlDate {
  /// The text between the brackets at the beginning of a line, and the text behind them.
  static func header(_ line: some StringProtocol) -> (typed: String, rest: String)? {
    guard line.utf8.first == UInt8(ascii: "["),
      let end = line.utf8.prefix(100).firstIndex(of: UInt8(ascii: "]")),
      line.utf8[line.utf8.index(after: end)...].first == UInt8(ascii: " ")
    else { return nil }
    let rest = line.utf8.index(end, offsetBy: 2)
    return (String(line[..<end].dropFirst()), String(line[rest...]))
  }

  /// Whether the text is a date for this day and time, in a file with any other dates.
  static func isDate(_ typed: String, of entry: EntryItem) -> Bool {
    let date = JrnlDate(typed)
    return date?.day == entry.day && date?.time == entry.time
  }
}
