import Diary

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
