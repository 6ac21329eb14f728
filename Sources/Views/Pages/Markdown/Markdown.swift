import Diary
import Localization

/// Markdown in a text as HTML: paragraphs, headings, lists with check boxes, quotes, code, tables,
/// footnotes, emphasis and links. What is not understood stays as it was written, and nothing is taken as
/// HTML.
///
/// It takes time in proportion to the length of the text, whatever it contains. A new line of the text is
/// one of the result, as in the editor. The result is well-formed XML too. Each paragraph has the direction
/// of its first letter.
struct Markdown {
  let text: String
  /// Begins the IDs of footnotes; no other text of the page has the same.
  var id = ""
  /// The address of the page, if the HTML is elsewhere, for links to footnotes.
  var page = ""
  /// Writes what people hear in place of marks.
  var reader = Reader(.english)

  /// - Parameter level: that of a heading with one number sign. Six is the deepest.
  func html(headingsFrom level: Int = 1) -> String {
    let bytes = Array(text.visibleForXML.utf8)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let footnotes = MarkdownFootnotes(id: id, page: page)
    // References may come before definitions, which are therefore read first.
    if zip(bytes, bytes.dropFirst()).contains(where: {
      $0 == UInt8(ascii: "[") && $1 == UInt8(ascii: "^")
    }) {
      var definitions = MarkdownBlocks(
        firstLevel: level, footnotes, reader, isReadingDefinitions: true)
      definitions.add(lines[...], depth: 0)
    }
    var blocks = MarkdownBlocks(firstLevel: level, footnotes, reader)
    blocks.add(lines[...], depth: 0)
    blocks.addFootnotes()
    return String(decoding: blocks.html, as: UTF8.self)
  }
}

/// The blocks of a text, one after the other.
struct MarkdownBlocks {
  typealias Line = ArraySlice<UInt8>

  /// How paragraphs are written.
  enum Paragraphs {
    case elements
    /// In items, which have a direction of their own.
    case elementsOfItem
    /// In items without blank lines.
    case lines
  }

  private(set) var html: [UInt8] = []
  private let firstLevel: Int
  /// That of the last heading. The next one is at most one level deeper, for people who hear the page.
  private var lastLevel: Int
  private let footnotes: MarkdownFootnotes
  private let reader: Reader
  /// Whether nothing but the definitions of footnotes is wanted.
  private let isReadingDefinitions: Bool
  /// Deeper lists and quotes are text.
  static let deepest = 12

  init(
    firstLevel: Int, _ footnotes: MarkdownFootnotes, _ reader: Reader,
    isReadingDefinitions: Bool = false
  ) {
    self.firstLevel = firstLevel
    lastLevel = firstLevel - 1
    self.footnotes = footnotes
    self.reader = reader
    self.isReadingDefinitions = isReadingDefinitions
  }

  mutating func add(
    _ lines: ArraySlice<Line>, depth: Int, paragraphs: Paragraphs = .elements
  ) {
    var rest = lines
    while let line = rest.first {
      if line.isBlank {
        rest.removeFirst()
      } else if let fence = MarkdownFence(line) {
        addCode(fence, from: &rest)
      } else if let (level, title) = line.heading {
        rest.removeFirst()
        lastLevel = min(6, firstLevel + level - 1, lastLevel + 1)
        addElement("h\(lastLevel)", of: title)
      } else if line.isRule {
        rest.removeFirst()
        html += "<hr/>\n".utf8
      } else if depth < Self.deepest, line.quoted != nil {
        addQuote(from: &rest, depth: depth)
      } else if depth < Self.deepest, let marker = ListMarker(line) {
        addList(marker, from: &rest, depth: depth)
      } else if depth < Self.deepest, let (name, text) = line.footnote {
        takeFootnote(name, text, from: &rest, depth: depth)
      } else if let table = MarkdownTable(rest) {
        addTable(table, from: &rest, depth: depth)
      } else {
        addParagraph(from: &rest, depth: depth, as: paragraphs)
      }
    }
  }

  /// Whether a line ends the paragraph before it.
  private func endsParagraph(_ line: Line, depth: Int) -> Bool {
    if line.isBlank || MarkdownFence(line) != nil || line.heading != nil || line.isRule {
      return true
    }
    guard depth < Self.deepest else { return false }
    // A line that happens to begin with a number is no list.
    return line.quoted != nil || line.footnote != nil
      || ListMarker(line).map { $0.number ?? 1 == 1 && !$0.isEmpty } == true
  }

  private func inline(_ content: some Sequence<UInt8>) -> [UInt8] {
    isReadingDefinitions ? [] : MarkdownInline.html(Array(content), footnotes)
  }

  private mutating func addElement(_ name: String, of content: some Sequence<UInt8>) {
    html += "<\(name) dir=\"auto\">".utf8
    html += inline(content)
    html += "</\(name)>\n".utf8
  }

  private mutating func addParagraph(
    from rest: inout ArraySlice<Line>, depth: Int, as paragraphs: Paragraphs
  ) {
    var content: [UInt8] = []
    while let line = rest.first,
      content.isEmpty || !endsParagraph(line, depth: depth) && MarkdownTable(rest) == nil
    {
      rest.removeFirst()
      if !content.isEmpty { content.append(UInt8(ascii: "\n")) }
      content += line.trimmedSpaces
    }
    switch paragraphs {
    case .elements: addElement("p", of: content)
    case .elementsOfItem:
      html += "<p>".utf8
      html += inline(content)
      html += "</p>\n".utf8
    case .lines:
      html += inline(content)
      html.append(UInt8(ascii: "\n"))
    }
  }

  // MARK: Code

  private mutating func addCode(_ fence: MarkdownFence, from rest: inout ArraySlice<Line>) {
    rest.removeFirst()
    html += "<pre dir=\"ltr\"><code>".utf8
    while let line = rest.popFirst() {
      if fence.isClosed(by: line) { break }
      html += line.droppingSpaces(fence.indentation).escapedForHTML
      html.append(UInt8(ascii: "\n"))
    }
    html += "</code></pre>\n".utf8
  }

  // MARK: Quotes

  private mutating func addQuote(from rest: inout ArraySlice<Line>, depth: Int) {
    var lines: [Line] = []
    while let line = rest.first, let quoted = line.quoted {
      rest.removeFirst()
      lines.append(quoted)
    }
    html += "<blockquote>\n".utf8
    add(lines[...], depth: depth + 1)
    html += "</blockquote>\n".utf8
  }

  // MARK: Lists

  private mutating func addList(
    _ first: ListMarker, from rest: inout ArraySlice<Line>, depth: Int
  ) {
    var items: [[Line]] = []
    var isLoose = false
    var isAfterBlank = false
    // How far a line has to be indented to belong to the last item.
    var width = 0
    while let line = rest.first {
      if line.isBlank {
        isAfterBlank = true
        if !items.isEmpty { items[items.count - 1].append(line.droppingSpaces(width)) }
        rest.removeFirst()
        continue
      }
      if !items.isEmpty, line.indentation >= width {
        if isAfterBlank { isLoose = true }
        items[items.count - 1].append(line.droppingSpaces(width))
      } else if let marker = ListMarker(line) {
        guard marker.continues(first) else { break }
        if isAfterBlank, !items.isEmpty { isLoose = true }
        items.append([line.dropFirst(marker.width)])
        width = marker.width
      } else if !isAfterBlank, !endsParagraph(line, depth: depth) {
        // The paragraph of the item goes on.
        items[items.count - 1].append(line)
      } else {
        break
      }
      isAfterBlank = false
      rest.removeFirst()
    }
    let name = first.number == nil ? "ul" : "ol"
    let start = first.number.map { $0 == 1 ? "" : " start=\"\($0)\"" } ?? ""
    html += "<\(name)\(start)>\n".utf8
    for item in items { addItem(item[...], depth: depth, isTight: !isLoose) }
    html += "</\(name)>\n".utf8
  }

  private mutating func addItem(_ lines: ArraySlice<Line>, depth: Int, isTight: Bool) {
    var lines = lines
    if let first = lines.first, let (isDone, text) = first.checkBox {
      html += "<li class=\"box\" dir=\"auto\">\(reader.checkBox(isDone: isDone)) ".utf8
      lines[lines.startIndex] = text
    } else {
      html += "<li dir=\"auto\">".utf8
    }
    add(lines, depth: depth + 1, paragraphs: isTight ? .lines : .elementsOfItem)
    if html.last == UInt8(ascii: "\n") { html.removeLast() }
    html += "</li>\n".utf8
  }

  // MARK: Tables

  private mutating func addTable(
    _ table: MarkdownTable, from rest: inout ArraySlice<Line>, depth: Int
  ) {
    rest.removeFirst(2)
    let label = reader.say(.pagesTableInText).escapedForHTML
    // A table that is too wide for its page is scrolled, also with a keyboard.
    html +=
      "<div class=\"wide\" dir=\"auto\" tabindex=\"0\" role=\"group\" aria-label=\"\(label)\">\n"
      .utf8
    html += "<table>\n<thead>\n".utf8
    addRow(table.header, of: table, element: "th")
    html += "</thead>\n".utf8
    var isEmpty = true
    while let line = rest.first, !endsParagraph(line, depth: depth) {
      if isEmpty { html += "<tbody>\n".utf8 }
      isEmpty = false
      addRow(line.cells, of: table, element: "td")
      rest.removeFirst()
    }
    html += (isEmpty ? "</table>\n</div>\n" : "</tbody>\n</table>\n</div>\n").utf8
  }

  private mutating func addRow(_ cells: [[UInt8]], of table: MarkdownTable, element: String) {
    html += "<tr>".utf8
    for (cell, alignment) in zip(cells, table.alignments) {
      let text = cell[...].trimmedSpaces
      // A heading without text would be heard as one.
      let name = text.isEmpty ? "td" : element
      html += "<\(name)\(alignment.map { " class=\"\($0)\"" } ?? "")>".utf8
      html += inline(text)
      html += "</\(name)>".utf8
    }
    // One cell in place of all that are missing: a table has as many as its text is long.
    let missing = table.alignments.count - cells.count
    if missing > 0 { html += "<td\(missing > 1 ? " colspan=\"\(missing)\"" : "")></td>".utf8 }
    html += "</tr>\n".utf8
  }

  // MARK: Footnotes

  /// Reads the definition of a footnote, which is written below the text.
  private mutating func takeFootnote(
    _ name: Line, _ text: Line, from rest: inout ArraySlice<Line>, depth: Int
  ) {
    var source = [rest.removeFirst()]
    var lines = [text]
    var isAfterBlank = false
    while let line = rest.first {
      guard
        line.isBlank || line.indentation >= 4
          || !isAfterBlank && !endsParagraph(line, depth: depth)
      else { break }
      isAfterBlank = line.isBlank
      source.append(line)
      lines.append(line.droppingSpaces(4))
      rest.removeFirst()
    }
    guard isReadingDefinitions else { return }
    while lines.last?.isBlank == true {
      lines.removeLast()
      source.removeLast()
    }
    footnotes.define(name, lines: lines, source: source, depth: depth)
    add(lines[...], depth: depth + 1)
  }

  mutating func addFootnotes() {
    var texts: [[UInt8]] = []
    // A footnote may refer to others.
    while texts.count < footnotes.numbered.count {
      let footnote = footnotes.definitions[footnotes.numbered[texts.count]]
      var text: [UInt8] = []
      swap(&text, &html)
      add(
        footnote.lines[...], depth: footnote.depth + 1,
        paragraphs: footnote.lines.contains(where: \.isBlank) ? .elementsOfItem : .lines)
      swap(&text, &html)
      texts.append(text)
    }
    footnotes.isClosed = true
    let back = reader.say(.pagesFootnoteBack).escapedForHTML
    if !texts.isEmpty { html += "<ol class=\"footnotes\">\n".utf8 }
    for (index, text) in texts.enumerated() {
      html += "<li id=\"\(footnotes.id(ofNote: index + 1))\" dir=\"auto\">".utf8
      let end = "</p>\n".utf8
      let endsInParagraph = text.suffix(end.count).elementsEqual(end)
      html += text.dropLast(endsInParagraph ? end.count : text.last == UInt8(ascii: "\n") ? 1 : 0)
      for count in 1...footnotes.definitions[footnotes.numbered[index]].references {
        html += " <a href=\"\(footnotes.address(ofReference: count, to: index + 1))\"".utf8
        html += " role=\"doc-backlink\" aria-label=\"\(back)\">↩</a>".utf8
      }
      html += (endsInParagraph ? "</p></li>\n" : "</li>\n").utf8
    }
    if !texts.isEmpty { html += "</ol>\n".utf8 }
    // Nothing that was written is left out.
    for definition in footnotes.definitions where definition.references == 0 {
      addElement("p", of: definition.source.map(\.trimmedSpaces).joined(separator: "\n".utf8))
    }
  }
}

extension Reader {
  /// A box with or without a check mark, as HTML.
  func checkBox(isDone: Bool) -> String {
    let state = say(isDone ? .pagesDone : .pagesOpen).escapedForHTML
    return
      "<span class=\"mark\" role=\"img\" aria-label=\"\(state)\">\(isDone ? "☑" : "☐")</span>"
  }
}
