/// A cell of a frame: a character and its style.
public struct Cell: Hashable, Sendable {
  /// The character. It is empty in the further cells of a wide character.
  public var text: String
  /// The SGR parameters; empty for the default style.
  public var parameters = ""

  static let blank = Cell(text: " ")

  /// Whether the cell belongs to the wide character before it.
  var isContinuation: Bool { text.isEmpty }
}

/// The contents of a whole screen, as a value without a terminal.
public struct CellGrid: Hashable, Sendable {
  public let columns: Int
  public let rows: Int
  private var cells: [Cell]

  public init(columns: Int, rows: Int) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    cells = Array(repeating: .blank, count: self.columns * self.rows)
  }

  public subscript(row: Int, column: Int) -> Cell { cells[row * columns + column] }

  func row(_ row: Int) -> ArraySlice<Cell> { cells[row * columns..<(row + 1) * columns] }

  /// The text of each row, without spaces at its end.
  public var lines: [String] {
    (0..<rows).map { row in
      let text = self.row(row).map(\.text).joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }
}

extension CellGrid {
  /// The maximum size of the text in a cell, in bytes. Combining marks beyond it are left out.
  private static let characterLimit = 64

  /// Draws one line of text in the columns from `column` on. Text that does not fit is cut, and the
  /// control characters in it are made visible.
  ///
  /// - Returns: the column after the text.
  @discardableResult
  public mutating func draw(
    _ text: StyledText, row: Int, column: Int = 0, width: Int? = nil, on screen: Screen
  ) -> Int {
    let end = min(column + (width ?? columns), columns)
    guard row >= 0, row < rows, column >= 0, column < end else { return column }
    var column = column
    let line = text.cut(to: end - column).truncated(to: end - column, on: screen)
    for span in line.spans {
      let parameters = screen.palette.parameters(for: span.style, at: screen.colors)
      for character in span.text {
        let character = Self.limited(character)
        let width = screen.measure.width(of: character)
        guard width > 0 else { continue }
        guard column + width <= end else { return column }
        put(String(character), width, parameters, row: row, column: column)
        column += width
      }
    }
    return column
  }

  /// Draws a frame of lines around a rectangle, and clears what is inside. The title and what is
  /// said at the end of the frame are part of its lines.
  public mutating func drawFrame(
    _ area: CellArea, title: StyledText, end: StyledText = "", style: Style, on screen: Screen
  ) {
    guard area.height >= 2, area.width >= 2 else { return }
    clear(area)
    let lines = screen.hasLines ? Array("─│┌┐└┘") : Array("-|++++")
    let (left, width) = (area.columns.lowerBound, area.width)
    func draw(_ first: Character, _ last: Character, _ row: Int, _ text: StyledText) {
      let line = String(repeating: String(lines[0]), count: width - 2)
      self.draw(
        StyledText(String(first) + line + String(last), style), row: row, column: left,
        width: width, on: screen)
      guard text.width(on: screen) > 0, width > 6 else { return }
      self.draw(
        " " + text.truncated(to: width - 6, on: screen) + " ", row: row, column: left + 2,
        width: width - 4, on: screen)
    }
    draw(lines[2], lines[3], area.rows.lowerBound, title)
    draw(lines[4], lines[5], area.rows.upperBound - 1, end)
    for row in area.rows.dropFirst().dropLast() {
      for column in [left, area.columns.upperBound - 1] {
        self.draw(
          StyledText(String(lines[1]), style), row: row, column: column, width: 1, on: screen)
      }
    }
  }

  /// Replaces the contents of a rectangle by spaces.
  public mutating func clear(_ area: CellArea) {
    for row in area.rows where row < rows {
      for column in area.columns where column < columns {
        put(" ", 1, "", row: row, column: column)
      }
    }
  }

  private mutating func put(
    _ text: String, _ width: Int, _ parameters: String, row: Int, column: Int
  ) {
    let start = row * columns
    // A wide character that is partly overwritten is removed as a whole.
    var first = column
    while first > 0, cells[start + first].isContinuation { first -= 1 }
    var last = column + width
    while last < columns, cells[start + last].isContinuation { last += 1 }
    for place in first..<last where !(column..<column + width).contains(place) {
      cells[start + place].text = " "
    }
    cells[start + column] = Cell(text: text, parameters: parameters)
    for place in column + 1..<column + width {
      cells[start + place] = Cell(text: "", parameters: parameters)
    }
  }

  private static func limited(_ character: Character) -> Character {
    guard character.utf8.count > characterLimit else { return character }
    var short = String.UnicodeScalarView()
    for scalar in character.unicodeScalars.prefix(8) { short.append(scalar) }
    // A joiner at the end would act on the next cell.
    while let last = short.last, Visible.isSpoofing(last) { short.removeLast() }
    // The beginning of a character is one character.
    return String(short).first ?? " "
  }
}

extension StyledText {
  /// The beginning of the text, which is at least as long as what fits into `columns`. Measuring
  /// the whole of a long text takes too much time.
  fileprivate func cut(to columns: Int) -> StyledText {
    var room = columns + 1
    var cut: [Span] = []
    for span in spans where room > 0 {
      guard span.text.utf8.count > room else {
        cut.append(span)
        // Most characters take a column or more. Short spans are kept whole.
        room -= max(span.text.utf8.count / 4, 1)
        continue
      }
      var short = span
      short.text = String(span.text.prefix(room))
      room -= short.text.count
      cut.append(short)
    }
    return StyledText(spans: cut)
  }
}

/// A rectangle of cells.
public struct CellArea: Hashable, Sendable {
  public var rows: Range<Int>
  public var columns: Range<Int>

  public init(rows: Range<Int>, columns: Range<Int>) {
    self.rows = rows
    self.columns = columns
  }

  public static let empty = CellArea(rows: 0..<0, columns: 0..<0)

  public var height: Int { rows.count }
  public var width: Int { columns.count }
  public var isEmpty: Bool { rows.isEmpty || columns.isEmpty }

  /// A smaller rectangle with the same center.
  public func inset(rows: Int, columns: Int) -> CellArea {
    guard height > 2 * rows, width > 2 * columns else { return .empty }
    return CellArea(
      rows: self.rows.dropFirst(rows).dropLast(rows),
      columns: self.columns.dropFirst(columns).dropLast(columns))
  }

  public func contains(row: Int, column: Int) -> Bool {
    rows.contains(row) && columns.contains(column)
  }
}
