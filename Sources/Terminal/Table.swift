/// A table with aligned columns in any script. It fits the screen by truncating flexible columns;
/// others, such as dates and IDs, are never truncated.
public struct Table: Sendable {
  public let columns: [Column]
  /// The number of rows. A row is created when it is measured and again when it is drawn, so that
  /// only one is in memory at a time.
  public let count: Int
  private let row: @Sendable (Int) -> [StyledText]

  /// A column and how it adapts to narrow screens.
  public struct Column: Hashable, Sendable {
    var alignment: Alignment
    /// Whether cells may be truncated.
    var isFlexible: Bool
    /// The minimum width of a flexible column; if it does not fit, rows are stacked.
    var minimumWidth: Int
    /// Whether cells are wrapped instead of truncated. Only the last column can be.
    var isWrapped = false

    public init(
      alignment: Alignment = .leading, isFlexible: Bool = false, minimumWidth: Int = 8
    ) {
      self.alignment = alignment
      self.isFlexible = isFlexible
      self.minimumWidth = minimumWidth
    }

    /// A column that is never truncated.
    public static let whole = Column()
    /// A column that is truncated on narrow screens.
    public static let flexible = Column(isFlexible: true)
    /// A last column that is shown in full on narrow screens, on several lines.
    public static let wrapped: Column = {
      var column = main
      column.isWrapped = true
      return column
    }()
    /// The column that a list is read for: it keeps enough for a few words.
    public static let main = Column(isFlexible: true, minimumWidth: 24)
  }

  public init(columns: [Column], rows: [[StyledText]] = []) {
    self.init(columns: columns, count: rows.count) { rows[$0] }
  }

  public init(
    columns: [Column], count: Int, row: @escaping @Sendable (Int) -> [StyledText]
  ) {
    self.columns = columns
    self.count = count
    self.row = row
  }
}

extension Table {
  private static let gap = 2
  private static let maximumWidthInPipe = 60
  private static let stackedIndent = 2
  /// The rows of a table up to this length are made once, those of a longer one for their widths and
  /// again for their lines.
  private static let keptRows = 500

  /// The lines of each row.
  public func rows(on screen: Screen) -> [[StyledText]] {
    var rows: [[StyledText]] = []
    forEachRow(on: screen) { rows.append($0) }
    return rows
  }

  /// If even the minimum widths do not fit, a row takes several lines: the first with all columns that
  /// are not flexible, followed by one line for each flexible cell.
  public func lines(on screen: Screen) -> [StyledText] {
    var lines: [StyledText] = []
    forEachLine(on: screen) { lines.append($0) }
    return lines
  }

  /// Passes the lines to `take` one by one.
  public func forEachLine(on screen: Screen, _ take: (StyledText) -> Void) {
    forEachRow(on: screen) { $0.forEach(take) }
  }

  private func forEachRow(on screen: Screen, _ take: ([StyledText]) -> Void) {
    func makeCells(_ index: Int) -> [StyledText] {
      let row = row(index)
      return columns.indices.map { $0 < row.count ? row[$0].shown(on: screen) : "" }
    }
    let kept = count <= Table.keptRows ? (0..<count).map(makeCells) : []
    func cells(_ index: Int) -> [StyledText] { kept.isEmpty ? makeCells(index) : kept[index] }
    var natural = columns.map { _ in 0 }
    for index in 0..<count {
      for (column, cell) in cells(index).enumerated() {
        natural[column] = max(natural[column], cell.width(on: screen))
      }
    }
    let shown = columns.indices.filter { natural[$0] > 0 }
    let room = screen.width.map { $0 - Table.gap * (shown.count - 1) }
    if room == nil {
      // Without a known width, no cell is truncated, but a single long cell does not widen its
      // column beyond a limit.
      let widths = columns.indices.map {
        columns[$0].isFlexible ? min(natural[$0], Table.maximumWidthInPipe) : natural[$0]
      }
      for index in 0..<count {
        take([line(cells(index), of: shown, widths: widths, isCut: false, on: screen)])
      }
    } else if let widths = widths(natural, of: shown, within: room) {
      for index in 0..<count {
        var row = cells(index)
        let rest = continuation(of: row, of: shown, widths: widths, on: screen) ?? []
        if let first = rest.first, let last = shown.last { row[last] = first }
        take([line(row, of: shown, widths: widths, on: screen)] + rest.dropFirst())
      }
    } else {
      for index in 0..<count {
        take(stacked(cells(index), of: shown, natural: natural, on: screen))
      }
    }
  }

  /// The width of every column, or `nil` if a row does not fit on one line.
  private func widths(_ natural: [Int], of shown: [Int], within room: Int?) -> [Int]? {
    guard let room, shown.reduce(0, { $0 + natural[$1] }) > room else { return natural }
    let flexible = shown.filter { columns[$0].isFlexible }
    func minimum(_ column: Int) -> Int { min(natural[column], columns[column].minimumWidth) }

    var left = room
    for column in shown where !columns[column].isFlexible { left -= natural[column] }
    guard !flexible.isEmpty, flexible.reduce(0, { $0 + minimum($1) }) <= left else { return nil }
    // The widest columns shrink first: all truncated columns get the same width.
    func width(_ column: Int, cap: Int) -> Int { max(minimum(column), min(natural[column], cap)) }
    var cap = left
    while flexible.reduce(0, { $0 + width($1, cap: cap) }) > left { cap -= 1 }
    var widths = natural
    for column in flexible { widths[column] = width(column, cap: cap) }
    left -= flexible.reduce(0) { $0 + widths[$1] }
    for column in flexible where widths[column] < natural[column] && left > 0 {
      widths[column] += 1
      left -= 1
    }
    return widths
  }

  private func line(
    _ row: [StyledText], of shown: [Int], widths: [Int], isCut: Bool = true, on screen: Screen
  ) -> StyledText {
    // Lines have no trailing spaces.
    let last = shown.last { !row[$0].isEmpty } ?? 0
    return shown.prefix { $0 <= last }.map { column in
      let cell = isCut ? row[column].truncated(to: widths[column], on: screen) : row[column]
      let alignment = columns[column].alignment
      if column == last, alignment == .leading { return cell }
      return cell.padded(to: widths[column], alignment: alignment, on: screen)
    }
    .joined(separator: StyledText(String(repeating: " ", count: Table.gap)))
  }

  /// The lines of the last cell if it is wrapped, those after the first one with their indent.
  private func continuation(
    of row: [StyledText], of shown: [Int], widths: [Int], on screen: Screen
  ) -> [StyledText]? {
    guard let last = shown.last, columns[last].isWrapped,
      row[last].width(on: screen) > widths[last]
    else { return nil }
    let indent = shown.dropLast().reduce(0) { $0 + widths[$1] + Table.gap }
    let lines = row[last].wrapped(to: widths[last], on: screen)
    return lines.prefix(1)
      + lines.dropFirst().map { StyledText(String(repeating: " ", count: indent)) + $0 }
  }

  private func stacked(
    _ row: [StyledText], of shown: [Int], natural: [Int], on screen: Screen
  ) -> [StyledText] {
    let width = screen.width(orElse: .max)
    let whole = shown.filter { !columns[$0].isFlexible }
    let flexible = shown.filter { columns[$0].isFlexible && !row[$0].isEmpty }
    let first = line(row, of: whole, widths: natural, on: screen)
    let indent = whole.isEmpty ? 0 : min(Table.stackedIndent, width / 4)
    return (whole.isEmpty ? [] : [first.truncated(to: width, on: screen)])
      + flexible.flatMap { column in
        let lines =
          columns[column].isWrapped
          ? row[column].wrapped(to: Swift.max(width - indent, 1), on: screen)
          : [row[column].truncated(to: width - indent, on: screen)]
        return lines.map { StyledText(String(repeating: " ", count: indent)) + $0 }
      }
  }
}
