/// Rows whose columns line up, whatever script they are in, and that fit the screen: columns that
/// may shrink do, those that may not (dates, ids) stay whole.
public struct Table: Sendable {
  public var columns: [Column]
  public var rows: [[StyledText]] = []

  /// One column, and what may be done to it where the screen is narrow.
  public struct Column: Hashable, Sendable {
    public var heading: StyledText?
    public var alignment: Alignment
    /// Whether the cells may be cut.
    public var isFlexible: Bool
    /// What a flexible column keeps; where that is too much, rows are stacked.
    public var minimumWidth: Int

    public init(
      _ heading: StyledText? = nil, alignment: Alignment = .leading, isFlexible: Bool = false,
      minimumWidth: Int = 8
    ) {
      self.heading = heading
      self.alignment = alignment
      self.isFlexible = isFlexible
      self.minimumWidth = minimumWidth
    }

    /// A column that is never cut.
    public static let whole = Column()
    /// A column that is cut where the screen is too narrow.
    public static let flexible = Column(isFlexible: true)
  }

  public init(columns: [Column], rows: [[StyledText]] = []) {
    self.columns = columns
    self.rows = rows
  }
}

extension Table {
  private static let gap = 2
  private static let stackedIndent = 2

  /// The headings, where there are any, and the rows. Where even the shortest form is too wide, a
  /// row takes several lines: what stays whole on the first, each flexible cell on one of its own.
  public func lines(on screen: Screen) -> [StyledText] {
    let headings = columns.contains { $0.heading != nil } ? [columns.map { $0.heading ?? "" }] : []
    let cells = (headings + rows).map { row in
      columns.indices.map { $0 < row.count ? row[$0].shown(on: screen) : "" }
    }
    let natural = columns.indices.map { column in
      cells.lazy.map { $0[column].width(on: screen) }.max() ?? 0
    }
    let shown = columns.indices.filter { natural[$0] > 0 }
    let room = screen.width.map { $0 - Table.gap * (shown.count - 1) }
    if let widths = widths(natural, of: shown, within: room) {
      return cells.map { line($0, of: shown, widths: widths, on: screen) }
    }
    return cells.dropFirst(headings.count).flatMap { row in
      stacked(row, of: shown, natural: natural, on: screen)
    }
  }

  /// The width of every column, or `nil` where the screen is too narrow for all in one line.
  private func widths(_ natural: [Int], of shown: [Int], within room: Int?) -> [Int]? {
    guard let room, shown.reduce(0, { $0 + natural[$1] }) > room else { return natural }
    let flexible = shown.filter { columns[$0].isFlexible }
    func minimum(_ column: Int) -> Int { min(natural[column], columns[column].minimumWidth) }

    var left = room
    for column in shown where !columns[column].isFlexible { left -= natural[column] }
    guard !flexible.isEmpty, flexible.reduce(0, { $0 + minimum($1) }) <= left else { return nil }
    // The widest give way first: all that are cut end up as wide as each other.
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
    _ row: [StyledText], of shown: [Int], widths: [Int], on screen: Screen
  ) -> StyledText {
    // Nothing follows the last word of a line, not even white space.
    let last = shown.last { !row[$0].isEmpty } ?? 0
    return shown.prefix { $0 <= last }.map { column in
      let cell = row[column].truncated(to: widths[column], on: screen)
      let alignment = columns[column].alignment
      if column == last, alignment == .leading { return cell }
      return cell.padded(to: widths[column], alignment: alignment, on: screen)
    }
    .joined(separator: StyledText(String(repeating: " ", count: Table.gap)))
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
      + flexible.map { column in
        StyledText(String(repeating: " ", count: indent))
          + row[column].truncated(to: width - indent, on: screen)
      }
  }
}
