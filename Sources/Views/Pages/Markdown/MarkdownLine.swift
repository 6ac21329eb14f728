import Diary

/// The beginning of a block of code.
struct MarkdownFence {
  let character: UInt8
  let count: Int
  let indentation: Int

  init?(_ line: MarkdownBlocks.Line) {
    indentation = line.indentation
    let text = line.trimmedSpaces
    guard indentation < 4, let character = text.first,
      character == UInt8(ascii: "`") || character == UInt8(ascii: "~")
    else { return nil }
    count = text.prefix { $0 == character }.count
    // Code within a line may begin with three of them too.
    guard count >= 3, !text.dropFirst(count).contains(UInt8(ascii: "`")) else { return nil }
    self.character = character
  }

  func isClosed(by line: MarkdownBlocks.Line) -> Bool {
    let text = line.trimmedSpaces
    return line.indentation < 4 && text.count >= count && text.allSatisfy { $0 == character }
  }
}

/// The beginning of an item of a list.
struct ListMarker {
  /// `nil` for a list without numbers.
  let number: Int?
  private let character: UInt8
  /// What stands before the text of the item.
  let width: Int
  let isEmpty: Bool

  init?(_ line: MarkdownBlocks.Line) {
    let indentation = line.indentation
    guard indentation < 4 else { return nil }
    let text = line.dropFirst(line.prefix { $0 == UInt8(ascii: " ") }.count)
    let digits = text.prefix { $0.isASCIIDigit }
    var length = digits.count
    guard let mark = text.dropFirst(length).first else { return nil }
    if digits.isEmpty {
      guard "-*+".utf8.contains(mark) else { return nil }
      number = nil
    } else {
      guard length <= 9, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")") else { return nil }
      number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    length += 1
    let rest = text.dropFirst(length)
    guard rest.isEmpty || rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: "\t") else {
      return nil
    }
    character = mark
    isEmpty = rest.isBlank
    let spaces = rest.prefix { $0 == UInt8(ascii: " ") }.count
    let prefix = line.count - text.count
    width = prefix + length + (isEmpty || spaces > 4 ? min(1, rest.count) : max(1, spaces))
  }

  func continues(_ first: ListMarker) -> Bool {
    character == first.character && (number == nil) == (first.number == nil)
  }
}

/// The beginning of a table: its header, and the row below that has hyphens and the alignment of columns.
struct MarkdownTable {
  let header: [[UInt8]]
  /// The class of each column: `left`, `center` or `right`; `nil` if none is written.
  let alignments: [String?]

  /// More columns are text.
  private static let mostColumns = 1_000

  init?(_ lines: ArraySlice<MarkdownBlocks.Line>) {
    guard let alignments = lines.dropFirst().first?.alignments, let first = lines.first,
      first.contains(UInt8(ascii: "|")), alignments.count <= Self.mostColumns
    else { return nil }
    header = first.cells
    guard header.count == alignments.count else { return nil }
    self.alignments = alignments
  }
}

extension ArraySlice<UInt8> {
  var isBlank: Bool {
    allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// The columns before the text; a tab counts as four.
  var indentation: Int {
    var columns = 0
    for byte in self {
      if byte == UInt8(ascii: " ") {
        columns += 1
      } else if byte == UInt8(ascii: "\t") {
        columns += 4
      } else {
        break
      }
    }
    return columns
  }

  func droppingSpaces(_ columns: Int) -> ArraySlice<UInt8> {
    var rest = self
    var left = columns
    while left > 0, let byte = rest.first {
      guard byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") else { break }
      left -= byte == UInt8(ascii: " ") ? 1 : 4
      rest.removeFirst()
    }
    return rest
  }

  var trimmedSpaces: ArraySlice<UInt8> {
    var rest = self
    while let byte = rest.first, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
      rest.removeFirst()
    }
    while let byte = rest.last, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
      rest.removeLast()
    }
    return rest
  }

  /// The level and the text of a heading.
  var heading: (level: Int, title: ArraySlice<UInt8>)? {
    guard indentation < 4 else { return nil }
    let text = trimmedSpaces
    let level = text.prefix { $0 == UInt8(ascii: "#") }.count
    guard (1...6).contains(level), text.count > level,
      text.dropFirst(level).first == UInt8(ascii: " ")
    else { return nil }
    var title = text.dropFirst(level).trimmedSpaces
    // Number signs at the end belong to the form of the heading.
    let end = title.reversed().prefix { $0 == UInt8(ascii: "#") }.count
    if end > 0, title.dropLast(end).last == UInt8(ascii: " ") {
      title = title.dropLast(end).trimmedSpaces
    }
    return (level, title)
  }

  /// Whether it is a line between two parts.
  var isRule: Bool {
    guard indentation < 4 else { return false }
    let marks = filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    guard marks.count >= 3, let mark = marks.first, "-*_".utf8.contains(mark) else { return false }
    return marks.allSatisfy { $0 == mark }
  }

  /// The text of a quoted line.
  var quoted: ArraySlice<UInt8>? {
    guard indentation < 4 else { return nil }
    let text = drop { $0 == UInt8(ascii: " ") }
    guard text.first == UInt8(ascii: ">") else { return nil }
    let rest = text.dropFirst()
    return rest.first == UInt8(ascii: " ") ? rest.dropFirst() : rest
  }

  /// The state and the text of an item with a check box.
  var checkBox: (isDone: Bool, text: ArraySlice<UInt8>)? {
    let text = trimmedSpaces
    guard text.count > 4, text.starts(with: "[".utf8), text.dropFirst(2).starts(with: "] ".utf8),
      let mark = text.dropFirst().first, " xX".utf8.contains(mark)
    else { return nil }
    return (mark != UInt8(ascii: " "), text.dropFirst(4))
  }

  /// The name and the first line of a footnote.
  var footnote: (name: ArraySlice<UInt8>, text: ArraySlice<UInt8>)? {
    guard indentation < 4 else { return nil }
    let text = trimmedSpaces
    guard let name = text.footnoteName else { return nil }
    let rest = text[name.endIndex...].dropFirst()
    return rest.first == UInt8(ascii: ":") ? (name, rest.dropFirst().trimmedSpaces) : nil
  }

  /// The name in a reference to a footnote at the beginning: `[^name]`
  var footnoteName: ArraySlice<UInt8>? {
    guard starts(with: "[^".utf8) else { return nil }
    let name = dropFirst(2).prefix(MarkdownFootnotes.longestName).prefix {
      $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "]")
    }
    guard !name.isEmpty, self[name.endIndex...].first == UInt8(ascii: "]") else { return nil }
    return name
  }

  /// The cells of a row. A vertical bar after a backslash is a part of its cell, in code too.
  var cells: [[UInt8]] {
    var cells: [[UInt8]] = [[]]
    var isEscaped = false
    let text = trimmedSpaces
    for byte in text.first == UInt8(ascii: "|") ? text.dropFirst() : text {
      if byte == UInt8(ascii: "|"), !isEscaped {
        cells.append([])
      } else {
        if byte == UInt8(ascii: "|") { cells[cells.count - 1].removeLast() }
        cells[cells.count - 1].append(byte)
      }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    // The bar at the end of a row begins no cell.
    if cells.count > 1, cells.last?.isEmpty == true { cells.removeLast() }
    return cells
  }

  fileprivate var alignments: [String?]? {
    guard indentation < 4, contains(UInt8(ascii: "|")),
      allSatisfy({ "|-: \t".utf8.contains($0) })
    else { return nil }
    var alignments: [String?] = []
    for cell in cells {
      var hyphens = cell[...].trimmedSpaces
      let isLeft = hyphens.first == UInt8(ascii: ":")
      if isLeft { hyphens.removeFirst() }
      let isRight = hyphens.last == UInt8(ascii: ":")
      if isRight { hyphens.removeLast() }
      guard !hyphens.isEmpty, hyphens.allSatisfy({ $0 == UInt8(ascii: "-") }) else { return nil }
      alignments.append(isLeft ? isRight ? "center" : "left" : isRight ? "right" : nil)
    }
    return alignments
  }
}
