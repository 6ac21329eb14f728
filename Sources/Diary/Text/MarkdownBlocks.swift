/// Divides a Markdown text at blank lines, and leaves out blocks of code.
struct MarkdownBlocks: Sequence, IteratorProtocol {
  private var rest: Substring
  /// The line that began a fenced block of code: its character and how often it is repeated.
  private var fence: (character: Character, count: Int)?
  private var isInList = false
  /// Whether an indented line would be code.
  private var mayIndent = true

  init(_ text: String) {
    rest = text[...]
  }

  /// The next lines that are not code, up to a blank line; `nil` at the end of the text.
  mutating func next() -> Substring? {
    while let line = takeLine() {
      if isCode(line) { continue }
      var end = line.endIndex
      let start = line.startIndex
      while !rest.isEmpty {
        let before = self
        guard let line = takeLine() else { break }
        if line.isBlank || isCode(line) {
          self = before
          break
        }
        end = line.endIndex
      }
      return rest.base[start..<end]
    }
    return nil
  }

  private mutating func takeLine() -> Substring? {
    guard !rest.isEmpty else { return nil }
    let end = rest.firstIndex(where: \.isNewline) ?? rest.endIndex
    let line = rest[..<end]
    rest = end == rest.endIndex ? rest[end...] : rest[rest.index(after: end)...]
    return line
  }

  /// Whether the line is blank or part of a block of code.
  private mutating func isCode(_ line: Substring) -> Bool {
    let indent = line.prefix { $0 == " " || $0 == "\t" }
    let text = line[indent.endIndex...]
    if let fence {
      let closing = text.prefix { $0 == fence.character }
      if closing.count >= fence.count, text[closing.endIndex...].isBlank { self.fence = nil }
      return true
    }
    if text.isBlank {
      mayIndent = true
      return true
    }
    if let first = text.first, first == "`" || first == "~" {
      let run = text.prefix { $0 == first }
      // Backticks after the first ones make it a code span of one line.
      if run.count >= 3, first == "~" || !text[run.endIndex...].contains("`") {
        fence = (first, run.count)
        return true
      }
    }
    // Indented lines below an item of a list belong to the item.
    let isIndented = indent.contains("\t") || indent.count >= 4
    if isIndented, mayIndent, !isInList { return true }
    if text.isListItem { isInList = true } else if !isIndented, mayIndent { isInList = false }
    mayIndent = false
    return false
  }
}

extension Substring {
  /// Whether the line begins with the marker of a list: `- `, `* `, `+ `, `1. ` or `1) `.
  fileprivate var isListItem: Bool {
    let digits = prefix { $0.isASCII && $0.isNumber }
    let marker = self[digits.endIndex...].prefix(1)
    let isMarker = digits.isEmpty ? "-*+".contains(marker) : ".)".contains(marker)
    return !marker.isEmpty && isMarker && self[marker.endIndex...].first?.isWhitespace ?? true
  }

  /// The parts of the text outside of code spans: text between as many backticks as before it.
  var withoutCodeSpans: [Substring] {
    let runs = backtickRuns
    // For each length, the runs of this length from the last to the first.
    var closing = Dictionary(grouping: runs.indices.reversed()) { runs[$0].utf8.count }
    var parts: [Substring] = []
    var start = startIndex
    var index = 0
    while index < runs.count {
      let length = runs[index].utf8.count
      while let last = closing[length]?.last, last <= index { closing[length]?.removeLast() }
      guard let end = closing[length]?.last else {
        index += 1
        continue
      }
      parts.append(self[start..<runs[index].startIndex])
      start = runs[end].endIndex
      index = end + 1
    }
    parts.append(self[start...])
    return parts
  }

  private var backtickRuns: [Substring] {
    var runs: [Substring] = []
    var position = startIndex
    while let first = self[position...].firstIndex(of: "`") {
      let run = self[first...].prefix { $0 == "`" }
      runs.append(run)
      position = run.endIndex
    }
    return runs
  }
}
