public import Diary
import Localization
public import Terminal

/// The message of a commit and the lines that it changed in each file.
public struct CommitChangesView: Sendable {
  public let changes: CommitChanges
  public let context: ViewContext

  public init(changes: CommitChanges, context: ViewContext) {
    self.changes = changes
    self.context = context
  }

  public func lines() -> [StyledText] { linesWithItems().lines }

  /// The same, and the first line of each file, as an index in `changes.files`.
  public func linesWithItems() -> (lines: [StyledText], items: [(line: Int, file: Int)]) {
    var lines: [StyledText] = []
    let (body, files) = (changes.body, changes.files)
    if !body.allSatisfy(\.isWhitespace) {
      lines.append("")
      lines += NoteView.paragraphs(of: body).flatMap { context.wrapped(StyledText($0)) }
    }
    guard !files.isEmpty else { return (lines, []) }
    lines.append("")
    let reader = context.reader
    let sum =
      context.styled(.commitFiles(count: files.count), .heading) + "  "
      + Self.amount("+", files.reduce(0) { $0 + ($1.added ?? 0) }, .success, reader) + "  "
      + Self.amount("-", files.reduce(0) { $0 + ($1.removed ?? 0) }, .failure, reader)
    lines += context.wrapped(sum)
    let rows = files.map { file -> [StyledText] in
      guard let added = file.added, let removed = file.removed else {
        return [context.styled(.commitBinary, .remark), "", StyledText(file.path)]
      }
      return [
        added > 0 ? Self.amount("+", added, .success, reader) : "",
        removed > 0 ? Self.amount("-", removed, .failure, reader) : "", StyledText(file.path),
      ]
    }
    var screen = context.screen
    screen.width = screen.width.map { max($0 - 2, 1) }
    let table = Table(
      columns: [
        Table.Column(alignment: .trailing), Table.Column(alignment: .trailing), .flexible,
      ], rows: rows)
    var items: [(line: Int, file: Int)] = []
    for (file, row) in table.rows(on: screen).enumerated() {
      items.append((lines.count, file))
      lines += row.map { "  " + $0 }
    }
    return (lines, items)
  }

  private static func amount(
    _ sign: String, _ count: Int, _ style: Style, _ reader: Reader
  ) -> StyledText {
    StyledText(sign + reader.write(count), style)
  }
}
