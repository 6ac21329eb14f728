public import Diary

/// Reads the journal of jrnl: a text file, or a folder with a text file for each day.
public struct JrnlReader: ItemReader {
  public private(set) var left = LeftOut()
  private let time: CivilTime
  private var files: ArraySlice<(file: SourceFile, day: Day?)> = []
  private var file: JrnlFile?

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
      files = [(file, nil)]
    }
  }

  public static func recognizes(_ source: Source, beginning: String) -> Bool {
    if source.isFolder { return source.files.contains { day(of: $0) != nil } }
    let first = JrnlWriter.lines(of: beginning.withoutByteOrderMark).first { !$0.isBlank }
    return first.flatMap { JrnlDate.header($0) }.flatMap { JrnlDate($0.typed) }
      .map { $0.day != nil || $0.isAmbiguous } ?? false
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
    while true {
      if let item = try file?.next() { return item }
      guard let (file, day) = files.popFirst() else {
        self.file = nil
        return nil
      }
      self.file = try JrnlFile(file, day: day, time: time)
    }
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
      } else if let number = Self.number(of: word, in: Self.months) {
        month = number
      } else if Self.number(of: word, in: Self.weekdays) == nil {
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

  private static func number(of word: Substring, in names: [String]) -> Int? {
    let letters = word.last == "." ? word.dropLast() : word
    guard letters.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(letters) }.map { $0 + 1 }
  }

  private static let halves: Set<Substring> = ["am", "a.m.", "pm", "p.m."]
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
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
