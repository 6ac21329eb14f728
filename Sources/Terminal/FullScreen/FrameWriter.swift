/// Where the cursor of the terminal is. It is always on the selected line, because Braille displays
/// and input methods follow it, and visible only while a text is typed.
public struct FrameCursor: Hashable, Sendable {
  public var row: Int
  public var column: Int
  public var isVisible: Bool

  public init(row: Int, column: Int, isVisible: Bool = false) {
    self.row = row
    self.column = column
    self.isVisible = isVisible
  }
}

/// Turns frames into the output that draws them: only cells that differ from the last frame are
/// sent.
public struct FrameWriter: Sendable {
  private var shown: CellGrid?
  private var cursor: FrameCursor?

  /// Forgets the last frame, because the terminal may show something else now.
  public mutating func forget() {
    shown = nil
    cursor = nil
  }

  /// The output that shows `grid` in place of the last frame; empty if nothing differs.
  public mutating func output(for grid: CellGrid, cursor: FrameCursor) -> String {
    let old = shown.flatMap { $0.columns == grid.columns && $0.rows == grid.rows ? $0 : nil }
    var pen = Pen(columns: grid.columns)
    for row in 0..<grid.rows {
      let new = grid.row(row)
      guard let old else {
        pen.clear(row: row)
        pen.write(new, row: row, from: 0, to: grid.columns, mayClear: false)
        continue
      }
      for change in Self.changes(from: old.row(row), to: new) {
        pen.write(new, row: row, from: change.lowerBound, to: change.upperBound, mayClear: true)
      }
    }
    shown = grid
    if pen.text.isEmpty, self.cursor == cursor { return "" }
    self.cursor = cursor
    // The cursor is hidden while it moves, and mode 2026 shows the whole frame at once.
    return "\u{1B}[?2026h\u{1B}[?25l" + pen.text + (pen.text.isEmpty ? "" : "\u{1B}[m")
      + "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H" + (cursor.isVisible ? "\u{1B}[?25h" : "")
      + "\u{1B}[?2026l"
  }

  /// The ranges of columns that differ. Both cells of a wide character are always sent together,
  /// because terminals disagree about a half of one.
  private static func changes(
    from old: ArraySlice<Cell>, to new: ArraySlice<Cell>
  ) -> [Range<Int>] {
    // The slices have the same indices.
    if old == new { return [] }
    var ranges: [Range<Int>] = []
    var column = new.startIndex
    while column < new.endIndex {
      guard old[column] != new[column] else {
        column += 1
        continue
      }
      var start = column
      while start > new.startIndex, old[start].isContinuation || new[start].isContinuation {
        start -= 1
      }
      var end = column + 1
      while end < new.endIndex,
        old[end] != new[end] || old[end].isContinuation || new[end].isContinuation
      {
        end += 1
      }
      let range = start - new.startIndex..<end - new.startIndex
      // A short gap costs less than a movement of the cursor.
      if let last = ranges.last, range.lowerBound - last.upperBound < 4 {
        ranges[ranges.count - 1] = last.lowerBound..<max(range.upperBound, last.upperBound)
      } else {
        ranges.append(range)
      }
      column = end
    }
    return ranges
  }
}

/// Collects output and knows the position and style of the cursor.
private struct Pen {
  let columns: Int
  var text = ""
  private var position: (row: Int, column: Int)?
  private var parameters: String?

  init(columns: Int) { self.columns = columns }

  mutating func clear(row: Int) {
    move(row, 0)
    use("")
    text += "\u{1B}[K"
  }

  /// - Parameter mayClear: whether blank cells up to the end of the row may be cleared at once.
  mutating func write(
    _ cells: ArraySlice<Cell>, row: Int, from start: Int, to end: Int, mayClear: Bool
  ) {
    var end = end
    var clears = false
    if end == columns {
      let blank = cells.reversed().prefix { $0 == .blank }.count
      let filled = max(columns - blank, start)
      if !mayClear {
        end = filled
      } else if columns - filled > 3 {
        end = filled
        clears = true
      }
    }
    for column in start..<max(end, start) {
      let cell = cells[cells.startIndex + column]
      if cell.isContinuation { continue }
      var width = 1
      while column + width < columns,
        cells[cells.startIndex + column + width].isContinuation
      {
        width += 1
      }
      write(cell, width, row, column)
    }
    guard clears else { return }
    move(row, end)
    use("")
    text += "\u{1B}[K"
  }

  private mutating func write(_ cell: Cell, _ width: Int, _ row: Int, _ column: Int) {
    move(row, column)
    use(cell.parameters)
    if Self.hasKnownWidth(cell.text) {
      text += cell.text
      // After the last column, terminals disagree about the position.
      position = column + width < columns ? (row, column + width) : nil
    } else {
      // If the terminal draws the character in fewer columns, the rest is blank.
      if width > 1 {
        text += String(repeating: " ", count: width)
        position = nil
        move(row, column)
      }
      text += cell.text
      position = nil
    }
  }

  private mutating func move(_ row: Int, _ column: Int) {
    if let position, position == (row, column) { return }
    text += "\u{1B}[\(row + 1);\(column + 1)H"
    position = (row, column)
  }

  private mutating func use(_ parameters: String) {
    guard self.parameters != parameters else { return }
    text += parameters.isEmpty ? "\u{1B}[m" : "\u{1B}[0;\(parameters)m"
    self.parameters = parameters
  }

  /// Whether all terminals draw the character in the same width. After others, the cursor is moved
  /// again.
  private static func hasKnownWidth(_ text: String) -> Bool {
    var scalars = text.unicodeScalars.makeIterator()
    guard let scalar = scalars.next(), scalars.next() == nil else { return false }
    return switch scalar.value {
    case 0x20..<0x7F, 0xA1..<0x300, 0x370..<0x530, 0x2010..<0x2028, 0x2190..<0x2194: true
    case 0x2500..<0x25A0, 0x3001..<0x3030, 0x3041..<0x3099, 0x30A0..<0x3100: true
    case 0x3131..<0x3190, 0x4E00..<0xA000, 0xAC00..<0xD7A4, 0xFF01..<0xFF61: true
    default: false
    }
  }
}
