import Diary

/// Markdown in a text as HTML: paragraphs, headings, lists with check boxes, quotes, code, emphasis and
/// links. What is not understood stays as it was written, and nothing is taken as HTML.
///
/// It takes time in proportion to the length of the text, whatever it contains. A new line of the text is
/// one of the result, as in the editor. The result is well-formed XML too.
public struct Markdown: Sendable {
  private let text: String

  public init(_ text: String) { self.text = text }

  /// - Parameter level: that of a heading with one number sign. Six is the deepest.
  public func html(headingsFrom level: Int = 1) -> String {
    let bytes = Array(text.visibleForXML.utf8)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var blocks = MarkdownBlocks(firstLevel: level)
    blocks.add(lines[...], depth: 0)
    return String(decoding: blocks.html, as: UTF8.self)
  }
}

/// The blocks of a text, one after the other.
struct MarkdownBlocks {
  typealias Line = ArraySlice<UInt8>

  private(set) var html: [UInt8] = []
  private let firstLevel: Int
  /// That of the last heading. The next one is at most one level deeper, for people who hear the page.
  private var lastLevel: Int
  /// Deeper lists and quotes are text.
  static let deepest = 12

  init(firstLevel: Int) {
    self.firstLevel = firstLevel
    lastLevel = firstLevel - 1
  }

  /// - Parameter isTight: whether paragraphs are lines of a list item.
  mutating func add(_ lines: ArraySlice<Line>, depth: Int, isTight: Bool = false) {
    var rest = lines
    while let line = rest.first {
      if line.isBlank {
        rest.removeFirst()
      } else if let fence = Fence(line) {
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
      } else {
        addParagraph(from: &rest, depth: depth, isTight: isTight)
      }
    }
  }

  /// Whether a line ends the paragraph before it.
  private func endsParagraph(_ line: Line, depth: Int) -> Bool {
    if line.isBlank || Fence(line) != nil || line.heading != nil || line.isRule { return true }
    guard depth < Self.deepest else { return false }
    // A line that happens to begin with a number is no list.
    return line.quoted != nil || ListMarker(line).map { $0.number ?? 1 == 1 && !$0.isEmpty } == true
  }

  private mutating func addElement(_ name: String, of content: some Sequence<UInt8>) {
    html += "<\(name)>".utf8
    html += MarkdownInline.html(Array(content))
    html += "</\(name)>\n".utf8
  }

  private mutating func addParagraph(
    from rest: inout ArraySlice<Line>, depth: Int, isTight: Bool
  ) {
    var content: [UInt8] = []
    while let line = rest.first, content.isEmpty || !endsParagraph(line, depth: depth) {
      rest.removeFirst()
      if !content.isEmpty { content.append(UInt8(ascii: "\n")) }
      content += line.trimmedSpaces
    }
    if isTight {
      html += MarkdownInline.html(content)
      html.append(UInt8(ascii: "\n"))
    } else {
      addElement("p", of: content)
    }
  }

  // MARK: Code

  private mutating func addCode(_ fence: Fence, from rest: inout ArraySlice<Line>) {
    rest.removeFirst()
    html += "<pre><code>".utf8
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
      html += "<li class=\"box\">\(isDone ? "☑" : "☐") ".utf8
      lines[lines.startIndex] = text
    } else {
      html += "<li>".utf8
    }
    add(lines, depth: depth + 1, isTight: isTight)
    if html.last == UInt8(ascii: "\n") { html.removeLast() }
    html += "</li>\n".utf8
  }
}

/// The beginning of a block of code.
private struct Fence {
  let character: UInt8
  let count: Int
  let indentation: Int

  init?(_ line: MarkdownBlocks.Line) {
    indentation = line.indentation
    let text = line.trimmedSpaces
    guard indentation < 4, let character = text.first,
      character == UInt8(ascii: "`") || character == UInt8(ascii: "~")
    else { return nil }
    count = text.prefix { $0 == character }.count
    // Code within a line may begin with three of them too.
    guard count >= 3, !text.dropFirst(count).contains(UInt8(ascii: "`")) else { return nil }
    self.character = character
  }

  func isClosed(by line: MarkdownBlocks.Line) -> Bool {
    let text = line.trimmedSpaces
    return line.indentation < 4 && text.count >= count && text.allSatisfy { $0 == character }
  }
}

/// The beginning of an item of a list.
private struct ListMarker {
  /// `nil` for a list without numbers.
  let number: Int?
  private let character: UInt8
  /// What stands before the text of the item.
  let width: Int
  let isEmpty: Bool

  init?(_ line: MarkdownBlocks.Line) {
    let indentation = line.indentation
    guard indentation < 4 else { return nil }
    let text = line.dropFirst(line.prefix { $0 == UInt8(ascii: " ") }.count)
    let digits = text.prefix { $0.isASCIIDigit }
    var length = digits.count
    guard let mark = text.dropFirst(length).first else { return nil }
    if digits.isEmpty {
      guard "-*+".utf8.contains(mark) else { return nil }
      number = nil
    } else {
      guard length <= 9, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")") else { return nil }
      number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    length += 1
    let rest = text.dropFirst(length)
    guard rest.isEmpty || rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: "\t") else {
      return nil
    }
    character = mark
    isEmpty = rest.isBlank
    let spaces = rest.prefix { $0 == UInt8(ascii: " ") }.count
    let prefix = line.count - text.count
    width = prefix + length + (isEmpty || spaces > 4 ? min(1, rest.count) : max(1, spaces))
  }

  func continues(_ first: ListMarker) -> Bool {
    character == first.character && (number == nil) == (first.number == nil)
  }
}

extension ArraySlice<UInt8> {
  fileprivate var isBlank: Bool {
    allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// The columns before the text; a tab counts as four.
  fileprivate var indentation: Int {
    var columns = 0
    for byte in self {
      if byte == UInt8(ascii: " ") {
        columns += 1
      } else if byte == UInt8(ascii: "\t") {
        columns += 4
      } else {
        break
      }
    }
    return columns
  }

  fileprivate func droppingSpaces(_ columns: Int) -> ArraySlice<UInt8> {
    var rest = self
    var left = columns
    while left > 0, let byte = rest.first {
      guard byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") else { break }
      left -= byte == UInt8(ascii: " ") ? 1 : 4
      rest.removeFirst()
    }
    return rest
  }

  fileprivate var trimmedSpaces: ArraySlice<UInt8> {
    var rest = self
    while let byte = rest.first, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
      rest.removeFirst()
    }
    while let byte = rest.last, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
      rest.removeLast()
    }
    return rest
  }

  /// The level and the text of a heading.
  fileprivate var heading: (level: Int, title: ArraySlice<UInt8>)? {
    guard indentation < 4 else { return nil }
    let text = trimmedSpaces
    let level = text.prefix { $0 == UInt8(ascii: "#") }.count
    guard (1...6).contains(level), text.count > level,
      text.dropFirst(level).first == UInt8(ascii: " ")
    else { return nil }
    var title = text.dropFirst(level).trimmedSpaces
    // Number signs at the end belong to the form of the heading.
    let end = title.reversed().prefix { $0 == UInt8(ascii: "#") }.count
    if end > 0, title.dropLast(end).last == UInt8(ascii: " ") {
      title = title.dropLast(end).trimmedSpaces
    }
    return (level, title)
  }

  /// Whether it is a line between two parts.
  fileprivate var isRule: Bool {
    guard indentation < 4 else { return false }
    let marks = filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    guard marks.count >= 3, let mark = marks.first, "-*_".utf8.contains(mark) else { return false }
    return marks.allSatisfy { $0 == mark }
  }

  /// The text of a quoted line.
  fileprivate var quoted: ArraySlice<UInt8>? {
    guard indentation < 4 else { return nil }
    let text = drop { $0 == UInt8(ascii: " ") }
    guard text.first == UInt8(ascii: ">") else { return nil }
    let rest = text.dropFirst()
    return rest.first == UInt8(ascii: " ") ? rest.dropFirst() : rest
  }

  /// The state and the text of an item with a check box.
  fileprivate var checkBox: (isDone: Bool, text: ArraySlice<UInt8>)? {
    let text = trimmedSpaces
    guard text.count > 4, text.starts(with: "[".utf8), text.dropFirst(2).starts(with: "] ".utf8),
      let mark = text.dropFirst().first, " xX".utf8.contains(mark)
    else { return nil }
    return (mark != UInt8(ascii: " "), text.dropFirst(4))
  }
}
