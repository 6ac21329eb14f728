/// Counts the commands of each kind under each fault.
public struct Tally: Sendable {
  private struct Cell: Hashable {
    var command: CommandKind
    var fault: Fault.Kind
  }

  private var runs: [Cell: Int] = [:]
  private var struck: [Cell: Int] = [:]

  public init() {}

  public mutating func count(_ command: CommandKind, _ fault: Fault.Kind, isStruck: Bool) {
    let cell = Cell(command: command, fault: fault)
    runs[cell, default: 0] += 1
    if isStruck { struck[cell, default: 0] += 1 }
  }

  /// One line per command and one column per fault: how often the fault occurred, and how often it
  /// was planned.
  public var table: String {
    let columns = Fault.Kind.allCases
    var rows = [["command"] + columns.map(\.rawValue)]
    for command in CommandKind.allCases {
      let cells = columns.map { cell(Cell(command: command, fault: $0)) }
      if cells.contains(where: { !$0.isEmpty }) { rows.append([command.rawValue] + cells) }
    }
    rows.append(["all"] + columns.map(sum))
    let widths = (0...columns.count).map { column in
      rows.reduce(0) { max($0, $1[column].count) }
    }
    return rows.map { row in
      row.enumerated().map { column, text in
        let padding = String(repeating: " ", count: widths[column] - text.count)
        return column == 0 ? text + padding : padding + text
      }.joined(separator: "  ") + "\n"
    }.joined()
  }

  private func cell(_ cell: Cell) -> String {
    guard let count = runs[cell] else { return "" }
    return cell.fault == .none ? "\(count)" : "\(struck[cell] ?? 0)/\(count)"
  }

  private func sum(_ fault: Fault.Kind) -> String {
    let count = runs.filter { $0.key.fault == fault }.values.reduce(0, +)
    let hits = struck.filter { $0.key.fault == fault }.values.reduce(0, +)
    return fault == .none ? "\(count)" : "\(hits)/\(count)"
  }
}
