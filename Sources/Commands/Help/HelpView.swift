import App
import Arguments
import Context
import Localization
import Terminal

/// A page of help, wrapped to the width of the screen.
struct HelpView {
  private let page: HelpPage
  /// Longer lines are hard to read, however wide the screen is.
  private static let maxWidth = 96
  private static let maxTermWidth = 28

  init(_ tree: CommandTree<GlobalOptions, App>, _ path: [String]) {
    page =
      switch path {
      case []: HelpPage(everyDayOf: tree)
      case [CommandTree<GlobalOptions, App>.allWord]: HelpPage(tree)
      default: HelpPage(tree, path: path)
      }
  }

  func show(in app: App) throws {
    try app.output.show(lines(in: app, on: app.output.screen))
  }

  /// Shows help on standard error, after a command line that names no complete command.
  func showAsError(in app: App) throws {
    for line in lines(in: app, on: app.output.errorScreen) { app.output.printError(line) }
  }

  private func lines(in app: App, on screen: Screen) -> [StyledText] {
    let reader = app.reader
    let width = min(screen.width(orElse: 80), Self.maxWidth)
    func wrapped(_ text: StyledText, indent: Int = 0) -> [StyledText] {
      text.wrapped(to: max(width, 1), indent: indent, on: screen)
    }
    var lines = wrapped(StyledText(reader.say(page.summary)))
    lines.append("")
    lines += wrapped(
      StyledText(reader.say(.headingUsage), .heading) + "  "
        + StyledText(page.usage.text(for: reader)), indent: 2)
    if let details = page.details {
      lines.append("")
      lines += reader.say(details).split(separator: "\n", omittingEmptySubsequences: false)
        .flatMap { wrapped(StyledText(String($0))) }
    }
    for section in page.sections {
      lines.append("")
      lines += wrapped(StyledText(reader.say(section.heading), .heading))
      lines += rows(section.rows, reader, width, screen)
    }
    lines.append("")
    for closing in page.closing { lines += wrapped(StyledText(reader.say(closing), .remark)) }
    return lines
  }

  /// Terms on the left, descriptions on the right. If the term is long or the screen narrow, the
  /// description is placed below.
  private func rows(
    _ rows: [HelpPage.Row], _ reader: Reader, _ width: Int, _ screen: Screen
  ) -> [StyledText] {
    let terms = rows.map { StyledText($0.term(for: reader), .accent) }
    let fitting = terms.map { $0.width(on: screen) }.filter { $0 <= Self.maxTermWidth }
    let column = (fitting.max() ?? 0) + 4
    let isNarrow = width < column + 24
    return zip(rows, terms).flatMap { row, term -> [StyledText] in
      let description = StyledText(reader.say(row.meaning))
      if isNarrow || term.width(on: screen) > Self.maxTermWidth {
        let indent = isNarrow ? 6 : column
        let above = ("  " + term).wrapped(
          to: max(width, 1), indent: isNarrow ? 4 : 6, on: screen)
        let below = description.wrapped(to: max(width - indent, 8), on: screen)
        return above + below.map { StyledText(String(repeating: " ", count: indent)) + $0 }
      }
      let beside = description.wrapped(to: width - column, on: screen)
      let first = "  " + term.padded(to: column - 2, on: screen) + (beside.first ?? "")
      return [first]
        + beside.dropFirst().map { StyledText(String(repeating: " ", count: column)) + $0 }
    }
  }
}
