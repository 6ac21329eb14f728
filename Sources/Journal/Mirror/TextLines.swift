import Diary
import JSON
import Sync

/// Title and body of a note as lines, in the form in which a git note has them.
struct TextLines: Hashable {
  /// Without line breaks.
  var lines: [[UInt8]]
  var title: Title

  /// Where the title is.
  enum Title: Hashable {
    /// On the first line, with an empty line below it.
    case separate
    /// It is the first line of the body that is not empty.
    case firstLine
    case none
    /// It cannot be on a line of its own.
    case elsewhere(String)
  }
}

extension TextLines {
  private static let newline = UInt8(ascii: "\n")

  init(of text: Text) {
    let body = text.body.utf8.split(separator: Self.newline, omittingEmptySubsequences: false)
      .map { Array($0) }
    if text.title.isEmpty {
      self.init(lines: body, title: .none)
    } else if text.body.firstLine.utf8.elementsEqual(text.title.utf8) {
      self.init(lines: body, title: .firstLine)
    } else if text.title.utf8.contains(where: { $0 == Self.newline || $0 == 0x0D }) {
      self.init(lines: body, title: .elsewhere(text.title))
    } else {
      let below = text.body.isEmpty ? [] : [[]] + body
      self.init(lines: [Array(text.title.utf8)] + below, title: .separate)
    }
  }

  func text(tags: [String]) -> Text {
    switch title {
    case .none: return Text(title: "", body: Self.text(lines[...]), tags: tags)
    case .elsewhere(let title):
      return Text(title: title, body: Self.text(lines[...]), tags: tags)
    case .firstLine:
      let body = Self.text(lines[...])
      return Text(title: body.firstLine, body: body, tags: tags)
    case .separate:
      var below = lines.dropFirst()
      if below.first?.isEmpty == true { below = below.dropFirst() }
      return Text(
        title: lines.first.map { String(decoding: $0, as: UTF8.self) } ?? "",
        body: Self.text(below), tags: tags)
    }
  }

  private static func text(_ lines: ArraySlice<[UInt8]>) -> String {
    String(decoding: Array(lines.joined(separator: [newline])), as: UTF8.self)
  }
}

extension TextLines.Title {
  /// The value of the trailer; `nil` if there is none.
  var written: String? {
    switch self {
    case .separate: nil
    case .firstLine: "first line"
    case .none: "none"
    case .elsewhere(let title): JSONValue.string(title).text(.compact)
    }
  }

  init(written value: String) {
    switch value {
    case "first line": self = .firstLine
    case "none": self = .none
    default:
      let title = (try? JSONParser.parse(Array(value.utf8)))?.string
      self = title.map(Self.elsewhere) ?? .separate
    }
  }
}

// MARK: What git removes

extension TextLines {
  /// The lines as `git notes edit` saves them: without white space at their ends, without empty
  /// lines at both ends of the text, and with at most one between two others.
  ///
  /// - Parameter comments: whether to remove lines that begin with `#`, as git does in an editor.
  func stripped(comments: Bool) -> [(index: Int, line: [UInt8])] {
    var kept: [(index: Int, line: [UInt8])] = []
    var isAfterEmpty = true
    for (index, line) in lines.enumerated() {
      if comments, line.first == UInt8(ascii: "#") { continue }
      let end = line.lastIndex { ![0x20, 0x09, 0x0B, 0x0C, 0x0D].contains($0) }
      let line = end.map { Array(line[...$0]) } ?? []
      if line.isEmpty, isAfterEmpty { continue }
      isAfterEmpty = line.isEmpty
      kept.append((index, line))
    }
    if kept.last?.line.isEmpty == true { kept.removeLast() }
    return kept
  }

  /// Whether the other text differs only in what git removes.
  func isSame(afterGit other: TextLines) -> Bool {
    if self == other { return true }
    guard title == other.title else { return false }
    let plain = other.stripped(comments: false).map(\.line)
    return [false, true].contains { stripped(comments: $0).map(\.line) == plain }
  }

  /// The edited text with what git has removed from the lines that were not edited.
  func restoring(_ edited: TextLines) -> TextLines {
    let plain = edited.stripped(comments: false).map(\.line)
    // Git has not edited a text that still has what it removes.
    guard plain == edited.lines else { return edited }
    let hasComments = edited.lines.contains { $0.first == UInt8(ascii: "#") }
    let mine = stripped(comments: !hasComments)
    guard mine.count < lines.count || zip(mine, lines).contains(where: { $0.0.line != $0.1 })
    else { return edited }
    var restored: [[UInt8]] = []
    var next = 0
    var nextEdited = 0
    func restoreRemoved(before index: Int) {
      let known = Set(mine.map(\.index))
      while next < index {
        if !known.contains(next) { restored.append(lines[next]) }
        next += 1
      }
    }
    var nextMine = 0
    // What git has removed above an edited line stays above it.
    for (old, new) in ThreeWay.matches(mine.map(\.line), edited.lines) {
      if old > nextMine { restoreRemoved(before: mine[nextMine].index) }
      restored += edited.lines[nextEdited..<new]
      restoreRemoved(before: mine[old].index)
      restored.append(lines[mine[old].index])
      next = mine[old].index + 1
      nextEdited = new + 1
      nextMine = old + 1
    }
    if nextMine < mine.count { restoreRemoved(before: mine[nextMine].index) }
    restored += edited.lines[nextEdited...]
    restoreRemoved(before: lines.count)
    return TextLines(lines: restored, title: edited.title)
  }
}
