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
  /// A line of an editor ends with LF, CR LF or CR, a line of git only with LF.
  private var lines: [Line] = []

  private struct Line {
    var start: Int
    /// Without its line break.
    var end: Int
    /// The line of git with it, from 1.
    var number: Int
  }

  init(_ text: String, encoding: Encoding) {
    self.text = Array(text.utf8)
    self.encoding = encoding
    lines = Self.lines(of: self.text)
  }

  /// The line of git for a line of the editor, which are counted from 0; `nil` if there is none.
  func number(ofLine line: Int) -> Int? {
    lines.indices.contains(line) ? lines[line].number : nil
  }

  /// The first line of the editor for a line of git.
  func line(ofNumber number: Int) -> Int? {
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < lines.count && lines[low].number == number ? low : nil
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
    lines = Self.lines(of: text)
  }

  /// The place of a position in the text. A position behind the end of a line is that end.
  func offset(of position: JSONValue) -> Int? {
    guard let line = position["line"]?.integer, let character = position["character"]?.integer,
      line >= 0, character >= 0
    else { return nil }
    guard lines.indices.contains(line) else { return text.count }
    let (start, end) = (lines[line].start, lines[line].end)
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

  private static func lines(of text: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var (start, number) = (0, 1)
    text.withUnsafeBufferPointer { text in
      var place = 0
      while place < text.count {
        let byte = text[place]
        guard byte == 0x0A || byte == 0x0D else {
          place += 1
          continue
        }
        lines.append(Line(start: start, end: place, number: number))
        if byte == 0x0D, place + 1 < text.count, text[place + 1] == 0x0A { place += 1 }
        if text[place] == 0x0A { number += 1 }
        place += 1
        start = place
      }
      lines.append(Line(start: start, end: text.count, number: number))
    }
    return lines
  }
}
