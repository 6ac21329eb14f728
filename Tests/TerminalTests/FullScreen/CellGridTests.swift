import Testing

@testable import Terminal

@Suite struct CellGridTests {
  private func grid(_ text: StyledText, columns: Int = 10, width: Int? = nil) -> CellGrid {
    var grid = CellGrid(columns: columns, rows: 1)
    grid.draw(text, row: 0, width: width, on: .plain())
    return grid
  }

  @Test func `draws wide characters in two cells`() {
    let grid = grid("a가b")
    #expect((0..<5).map { grid[0, $0].text } == ["a", "가", "", "b", " "])
    #expect(grid.lines == ["a가b"])
  }

  @Test(arguments: [
    ("abcdefghijkl", "abcdefghi…"), ("가나다라마바", "가나다라…"), ("a\u{1B}[31mb", "a^[[31mb"),
    ("two\nlines", "two↵lines"), ("e\u{301}te\u{301}", "e\u{301}te\u{301}"), ("", ""),
  ])
  func `draws one line that fits and has no control characters`(text: String, shown: String) {
    #expect(grid(StyledText(text)).lines == [shown])
  }

  @Test func `text stays inside its columns`() {
    var grid = CellGrid(columns: 10, rows: 1)
    grid.draw("가나다라마", row: 0, column: 3, width: 4, on: .plain())
    #expect(grid.lines == ["   가…"])
    grid.draw("x", row: 5, on: .plain())
    grid.draw("x", row: 0, column: 12, on: .plain())
    #expect(grid.lines == ["   가…"])
  }

  @Test func `removes a wide character that is partly overwritten`() {
    var grid = grid("가나")
    grid.draw("x", row: 0, column: 1, on: .plain())
    #expect((0..<4).map { grid[0, $0].text } == [" ", "x", "나", ""])
  }

  @Test func `cuts long texts and characters`() {
    let zalgo = "e" + String(repeating: "\u{301}", count: 100_000)
    let long = grid(StyledText(String(repeating: zalgo + "가", count: 3)))
    #expect(long[0, 0].text.unicodeScalars.count == 8)
    #expect(grid(StyledText(String(repeating: "x", count: 1 << 20))).lines == ["xxxxxxxxx…"])
  }
}

@Suite struct FrameWriterTests {
  private static let texts = [
    "plain", "가나다 한글", "日本語のテキスト", "a👨‍👩‍👧‍👦b", "❤️ ☀️", "e\u{301}tude", "", "mixed 가 b 나",
    "x가x", "가x가", "┃─┃ · … →", "नमस्ते", "مرحبا",
  ]

  @Test func `sends what differs`() {
    var writer = FrameWriter()
    var grid = CellGrid(columns: 10, rows: 2)
    let cursor = FrameCursor(row: 0, column: 0)
    grid.draw("hello", row: 0, on: .plain())
    let first = writer.output(for: grid, cursor: cursor)
    #expect(first.contains("hello"))
    #expect(writer.output(for: grid, cursor: cursor).isEmpty)
    grid.draw("help!", row: 0, on: .plain())
    let second = writer.output(for: grid, cursor: cursor)
    #expect(
      second == "\u{1B}[?2026h\u{1B}[?25l\u{1B}[1;4H\u{1B}[mp!\u{1B}[m\u{1B}[1;1H\u{1B}[?2026l")
    writer.forget()
    #expect(writer.output(for: grid, cursor: cursor).contains("help!"))
  }

  /// Draws random frames over each other, and compares what a terminal shows with the last frame.
  @Test func `shows each frame whatever was shown before`() {
    var random = SystemRandomNumberGenerator()
    var writer = FrameWriter()
    var terminal = EmulatedTerminal(columns: 24, rows: 4)
    for _ in 0..<400 {
      var grid = CellGrid(columns: 24, rows: 4)
      for row in 0..<4 {
        grid.draw(
          StyledText(Self.texts.randomElement(using: &random) ?? ""), row: row,
          column: Int.random(in: 0..<20), on: .plain())
      }
      if Int.random(in: 0..<20) == 0 { writer.forget() }
      terminal.read(writer.output(for: grid, cursor: FrameCursor(row: 1, column: 1)))
      #expect(terminal.lines == grid.lines)
      #expect(terminal.position == (1, 1))
    }
  }
}

/// A terminal that understands what `FrameWriter` sends.
private struct EmulatedTerminal {
  private var cells: [[String]]
  private(set) var position = (row: 0, column: 0)

  init(columns: Int, rows: Int) {
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  var lines: [String] {
    cells.map { String($0.joined().reversed().drop { $0 == " " }.reversed()) }
  }

  mutating func read(_ output: String) {
    var rest = output[...]
    while let first = rest.first {
      if first == "\u{1B}" {
        let sequence = rest.dropFirst(2).prefix { !$0.isLetter }
        let final = rest.dropFirst(2 + sequence.count).first
        rest = rest.dropFirst(3 + sequence.count)
        apply(sequence, final)
      } else {
        put(first)
        rest = rest.dropFirst()
      }
    }
  }

  private mutating func apply(_ parameters: Substring, _ final: Character?) {
    switch final {
    case "H":
      let numbers = parameters.split(separator: ";").compactMap { Int($0) }
      position = (numbers[0] - 1, numbers[1] - 1)
    case "K":
      for column in position.column..<cells[position.row].count { erase(column) }
    default: break
    }
  }

  private mutating func erase(_ column: Int) {
    let row = position.row
    if cells[row][column].isEmpty {
      var start = column
      while start > 0, cells[row][start].isEmpty { start -= 1 }
      cells[row][start] = " "
    }
    var next = column + 1
    while next < cells[row].count, cells[row][next].isEmpty {
      cells[row][next] = " "
      next += 1
    }
    cells[row][column] = " "
  }

  private mutating func put(_ character: Character) {
    let width = TextMeasure().width(of: character)
    for column in position.column..<position.column + width { erase(column) }
    cells[position.row][position.column] = String(character)
    for column in position.column + 1..<position.column + width { cells[position.row][column] = "" }
    position.column += width
  }
}
