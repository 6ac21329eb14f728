/// Breaks text into lines: at spaces, between characters of East Asian scripts, and inside a word
/// only if it is longer than a line. It implements a small part of UAX #14 and the Japanese rules
/// for characters that may not begin or end a line.
struct LineBreaker {
  var characters: [Character]
  var widths: [Int]
  /// Parts that are not divided.
  private let whole: [Range<Int>]

  init(_ characters: [Character], whole: [Range<Int>] = [], measure: TextMeasure) {
    self.characters = characters
    self.whole = whole
    widths = characters.map(measure.width(of:))
  }

  /// The ranges of `characters` for the lines, without spaces at their ends. Continued lines are
  /// narrower by `indent`.
  func lines(columns: Int, indent: Int = 0) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while start <= characters.count {
      let end = characters[start...].firstIndex(of: "\n") ?? characters.count
      breakParagraph(start..<end, columns: columns, indent: indent, into: &lines)
      start = end + 1
    }
    return lines
  }

  private func breakParagraph(
    _ paragraph: Range<Int>, columns: Int, indent: Int, into lines: inout [Range<Int>]
  ) {
    var start = paragraph.lowerBound
    var room = columns
    repeat {
      let end = endOfLine(from: start, in: paragraph, columns: max(1, room))
      lines.append(start..<trimmed(end, from: start))
      start =
        characters[end..<paragraph.upperBound].firstIndex { $0 != " " } ?? paragraph.upperBound
      room = columns - indent
    } while start < paragraph.upperBound
  }

  /// The end of the longest line that begins at `start`. Spaces may exceed the width.
  private func endOfLine(from start: Int, in paragraph: Range<Int>, columns: Int) -> Int {
    var used = 0
    var opportunity: Int?
    for index in start..<paragraph.upperBound {
      if index > start, mayBreak(before: index) { opportunity = index }
      if characters[index] == " " {
        used += 1
        continue
      }
      used += widths[index]
      if used > columns { return opportunity ?? max(index, start + 1) }
    }
    return paragraph.upperBound
  }

  private func trimmed(_ end: Int, from start: Int) -> Int {
    characters[start..<end].lastIndex { $0 != " " }.map { $0 + 1 } ?? start
  }

  private func mayBreak(before index: Int) -> Bool {
    let (left, right) = (characters[index - 1], characters[index])
    if right == " " || whole.contains(where: { $0.contains(index) && $0.lowerBound < index }) {
      return false
    }
    if left == " " { return !isInsideDate(spaceBefore: index) }
    guard widths[index - 1] == 2 || widths[index] == 2 else { return false }
    // Korean separates words by spaces, and is hard to read if words are broken.
    if Self.isHangul(left) || Self.isHangul(right) { return false }
    if Self.isInsideDate(left, right) || Self.mayNotEndLine.contains(left) { return false }
    // After a comma, these begin a word, such as a path, an option or a quotation.
    if Self.pauses.contains(left), Self.beginningsOfWords.contains(right) { return true }
    return !Self.mayNotBeginLine.contains(right)
  }

  /// Whether a number and its unit, or the unit and the next number, are parts of a date or a time
  /// in Japanese or Chinese: `2025年11月3日`.
  private static func isInsideDate(_ left: Character, _ right: Character) -> Bool {
    left.isWholeNumber && dateUnits.contains(right)
      || dateUnits.contains(left) && right.isWholeNumber
  }

  /// Whether the words around a space are parts of a date or a time: `Aug 18`, `10:00 AM`, `8월 18일`,
  /// `오전 10:00`.
  private func isInsideDate(spaceBefore index: Int) -> Bool {
    guard index >= 2 else { return false }
    let before = characters[..<(index - 1)].reversed().prefix { $0 != " " && $0 != "\n" }
    let after = characters[index...].prefix { $0 != " " && $0 != "\n" }
    guard after.first?.isWholeNumber == true else {
      return before.first?.isWholeNumber == true && Self.halves.contains(String(after))
    }
    let word = String(before.reversed())
    return Self.wordsBeforeNumbers.contains(word)
      || word.first?.isWholeNumber == true && word.last.map(Self.endsOfNumbers.contains) == true
  }

  /// The halves of the day behind a time.
  private static let halves: Set = ["AM", "PM"]
  /// Halves of the day in front of a time, and months in front of a day.
  private static let wordsBeforeNumbers = Set(
    ["오전", "오후", "午前", "午後"]
      + ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"])
  /// What a day or a year ends with, in front of the next number: `Aug 18, 2026`, `2026년 8월`.
  private static let endsOfNumbers = Set(",년월")

  private static func isHangul(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.value ?? 0 {
    case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7A3: true
    default: false
    }
  }

  private static let dateUnits = Set("年月日時分秒")
  private static let pauses = Set("、。，．：；！？")
  private static let beginningsOfWords = Set("/.'\"%")
  private static let mayNotBeginLine = Set(
    """
    、。，．・：；？！‥…）」』】〕〉》］｝〗〙〟’”｠»ー〜～々ゝゞヽヾ%％‰℃.,:;?!)]}>'"/
    ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｬｭｮｯｰ､｡｣･
    """)
  private static let mayNotEndLine = Set("（「『【〔〈《［｛〖〘〝‘“｟«([{<￥＄$#@")
}
