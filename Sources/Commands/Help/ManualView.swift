import Arguments
import Terminal

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
        lines += paragraphs(of: meaning, by: 2 * indent)
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
