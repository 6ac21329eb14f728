import JSON

/// The text of a file as an editor has it.
struct LSPDocument: Sendable {
  /// How the editor counts the characters of a line.
  enum Encoding: String, Sendable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
  }

  private(set) var text: [UInt8]
  private let encoding: Encoding
  /// Every 32nd line. A text of short lines has so many that those between are looked for in it instead.
  private var marks: [Line] = []
  private var lineCount = 0
  private static let distance = 32

  /// A line of an editor ends with LF, CR LF or CR, a line of git only with LF.
  private struct Line {
    var start: Int
    /// The line of git with it, from 1.
    var number: Int
  }

  init(_ text: String, encoding: Encoding) {
    self.text = Array(text.utf8)
    self.encoding = encoding
    findLines()
  }

  /// The line of git for a line of the editor, which are counted from 0; `nil` if there is none.
  func number(ofLine line: Int) -> Int? { self.line(line)?.number }

  /// The first line of the editor for a line of git.
  func line(ofNumber number: Int) -> Int? {
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].number < number { low = middle + 1 } else { high = middle }
    }
    // It begins at the mark that was found, or after the one before.
    let start = max(0, low - 1)
    var index = start * Self.distance
    var line = marks[start]
    while line.number < number {
      guard let next = next(after: line) else { return nil }
      line = next
      index += 1
    }
    return line.number == number ? index : nil
  }

  /// Changes the text as the editor has: a range of it, or all.
  mutating func apply(_ change: JSONValue) {
    guard let new = change["text"]?.string else { return }
    if let range = change["range"], range != .null {
      guard let start = range["start"].flatMap(offset), let end = range["end"].flatMap(offset)
      else { return }
      text.replaceSubrange(start..<max(start, end), with: new.utf8)
    } else {
      text = Array(new.utf8)
    }
    findLines()
  }

  /// The place of a position in the text. A position behind the end of a line is that end.
  func offset(of position: JSONValue) -> Int? {
    guard let line = position["line"]?.integer, let character = position["character"]?.integer,
      line >= 0, character >= 0
    else { return nil }
    guard let start = self.line(line)?.start else { return text.count }
    let end = self.end(from: start)
    switch encoding {
    case .utf8:
      var place = start + min(character, end - start)
      while place > start, place < text.count, text[place] & 0xC0 == 0x80 { place -= 1 }
      return place
    case .utf16:
      var (place, units) = (start, 0)
      while place < end {
        let length = Self.length(of: text[place])
        // What takes four bytes takes two units.
        units += length == 4 ? 2 : 1
        if units > character { break }
        place += length
      }
      return min(place, end)
    }
  }

  private static func length(of first: UInt8) -> Int {
    switch first {
    case 0xF0...: 4
    case 0xE0...: 3
    case 0xC0...: 2
    default: 1
    }
  }

  // MARK: Lines

  /// `nil` if there is none with this number, from 0.
  private func line(_ index: Int) -> Line? {
    guard index >= 0, index < lineCount else { return nil }
    var line = marks[index / Self.distance]
    for _ in 0..<index % Self.distance {
      guard let next = next(after: line) else { return nil }
      line = next
    }
    return line
  }

  /// The end of the line that begins at `start`, without its line break.
  private func end(from start: Int) -> Int {
    text.withUnsafeBufferPointer { Self.end(from: start, in: $0) }
  }

  private static func end(from start: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    var end = start
    while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
    return end
  }

  private func next(after line: Line) -> Line? {
    text.withUnsafeBufferPointer { Self.next(after: line, in: $0) }
  }

  /// `nil` after the last line.
  private static func next(after line: Line, in text: UnsafeBufferPointer<UInt8>) -> Line? {
    var end = end(from: line.start, in: text)
    guard end < text.count else { return nil }
    if text[end] == 0x0D, end + 1 < text.count, text[end + 1] == 0x0A { end += 1 }
    return Line(start: end + 1, number: line.number + (text[end] == 0x0A ? 1 : 0))
  }

  private mutating func findLines() {
    var marks: [Line] = []
    var count = 0
    text.withUnsafeBufferPointer { text in
      var line: Line? = Line(start: 0, number: 1)
      while let known = line {
        if count.isMultiple(of: Self.distance) { marks.append(known) }
        count += 1
        line = Self.next(after: known, in: text)
      }
    }
    (self.marks, lineCount) = (marks, count)
  }
}
