/// A text as paragraphs and the blank lines around them.
struct Paragraphs {
  private(set) var texts: [[UInt8]] = []
  /// The line breaks and blank lines after each paragraph but the last.
  private var gaps: [[UInt8]] = []
  /// What is above the first and below the last paragraph.
  var start: [UInt8] = []
  var end: [UInt8] = []

  private static let newline = UInt8(ascii: "\n")
  private static let separator = [newline, newline]

  init() {}

  init(_ text: String) {
    var isInside = false
    for line in text.utf8.split(separator: Self.newline, omittingEmptySubsequences: false) {
      let isBlank = line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == 9 || $0 == 13 }
      if isBlank {
        if texts.isEmpty { start += line + [Self.newline] } else { end += [Self.newline] + line }
      } else if isInside {
        texts[texts.count - 1] += [Self.newline] + line
      } else {
        if !texts.isEmpty { gaps.append(end + [Self.newline]) }
        end = []
        texts.append(Array(line))
      }
      isInside = !isBlank
    }
    // A text without paragraphs does not end in a line break of its own.
    if texts.isEmpty, !start.isEmpty { start.removeLast() }
  }

  func gap(after index: Int) -> [UInt8] { gaps.indices.contains(index) ? gaps[index] : [] }

  mutating func add(_ text: [UInt8], gap: [UInt8] = []) {
    texts.append(text)
    gaps.append(gap)
  }

  /// The lines of some of the paragraphs, with the blank lines between these.
  func lines(_ range: Range<Int>) -> [[UInt8]] {
    var bytes: [UInt8] = []
    for index in range {
      bytes += texts[index]
      if index < range.upperBound - 1 { bytes += self.gap(after: index) }
    }
    return bytes.split(separator: Self.newline, omittingEmptySubsequences: false).map(Array.init)
  }

  var bytes: [UInt8] {
    var bytes = start
    for (index, text) in texts.enumerated() {
      bytes += text
      guard index < texts.count - 1 else { break }
      let gap = self.gap(after: index)
      bytes += gap.count { $0 == Self.newline } > 1 ? gap : Self.separator
    }
    return bytes + end
  }
}
