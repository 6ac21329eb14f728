import Arguments
import Context
import JSON
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
    if app.options.wantsJSON { return try app.output.show(json) }
    try app.output.show(lines(in: app, on: app.output.screen))
  }

  /// The page for programs, which is English in every language.
  private var json: JSONValue {
    let reader = Reader(.english)
    func text(_ message: Message?) -> JSONValue { JSONValue(message.map { reader.say($0) }) }
    return [
      "summary": text(page.summary), "details": text(page.details),
      "usage": .string(page.usage.text(for: reader)),
      "sections": .array(
        page.sections.map { section in
          [
            "heading": text(section.heading),
            "rows": .array(
              section.rows.map { row in
                ["term": .string(row.term(for: reader)), "meaning": text(row.meaning)]
              }),
          ]
        }),
    ]
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

  /// Terms on the left, descriptions on the right, if there are any. If the term is long or the screen narrow, the
  /// description is placed below.
  private func rows(
    _ rows: [HelpPage.Row], _ reader: Reader, _ width: Int, _ screen: Screen
  ) -> [StyledText] {
    let terms = rows.map { StyledText($0.term(for: reader), .accent) }
    let fitting = zip(rows, terms).compactMap { $0.meaning == nil ? nil : $1.width(on: screen) }
      .filter { $0 <= Self.maxTermWidth }
    let column = (fitting.max() ?? 0) + 4
    let isNarrow = width < column + 24
    return zip(rows, terms).flatMap { row, term -> [StyledText] in
      guard let meaning = row.meaning else {
        return ("  " + term).wrapped(to: max(width, 1), indent: 4, on: screen)
      }
      let description = StyledText(reader.say(meaning))
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

/// A page of the manual as plain text, wrapped to the width of the screen as man(1) does.
struct ManualView {
  let page: ManualPage
  let screen: Screen

  private var width: Int { screen.width(orElse: 80) }
  /// The indentation of text below a heading; less on a narrow screen.
  private var indent: Int { width < 50 ? 2 : 7 }

  func lines() -> [StyledText] {
    let title = page.name.uppercased() + "(1)"
    var lines = [leftAndRight(title, title)]
    // The current paragraph, to which the next line is added.
    var paragraph = StyledText()
    for block in page.blocks {
      if case .line(let spans) = block {
        if !paragraph.spans.isEmpty { paragraph += " " }
        paragraph += Self.styled(spans)
        continue
      }
      lines += indented(paragraph, by: indent)
      paragraph = StyledText()
      switch block {
      case .section(let heading):
        lines += [""] + StyledText(heading, .heading).wrapped(to: width, on: screen)
      case .line: break
      case .text(let words): lines += paragraphs(of: words, by: indent)
      case .item(let term, let meaning):
        lines += indented(Self.styled(term), by: indent)
        if !meaning.isEmpty { lines += paragraphs(of: meaning, by: 2 * indent) }
      }
    }
    lines += indented(paragraph, by: indent)
    return lines + ["", leftAndRight(page.source, page.date)]
  }

  /// A line with text at the left and right margin.
  private func leftAndRight(_ left: String, _ right: String) -> StyledText {
    let left = StyledText(left, .remark)
    let right = StyledText(right, .remark)
    let space = width - left.width(on: screen) - right.width(on: screen)
    return (left + StyledText(String(repeating: " ", count: Swift.max(space, 1))) + right)
      .truncated(to: width, on: screen)
  }

  private func paragraphs(of words: String, by indent: Int) -> [StyledText] {
    Array(
      words.split(separator: "\n").map { indented(StyledText(String($0)), by: indent) }
        .joined(separator: [""]))
  }

  private func indented(_ text: StyledText, by indent: Int) -> [StyledText] {
    guard !text.spans.isEmpty else { return [] }
    return text.wrapped(to: Swift.max(width - indent, 8), on: screen)
      .map { StyledText(String(repeating: " ", count: indent)) + $0 }
  }

  private static func styled(_ spans: [ManualSpan]) -> StyledText {
    spans.reduce(into: StyledText()) { text, span in
      switch span {
      case .plain(let words): text.append(words)
      case .bold(let words): text.append(words, .bold)
      case .italic(let words): text.append(words, Style(emphasis: .underline))
      }
    }
  }
}
