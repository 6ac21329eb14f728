import Diary

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

/// Finds what someone has added to a text as whole paragraphs, so that it can be told apart from a text
/// that is removed.
public enum AddedParagraphs {
  /// The paragraphs of `text` that are new since it had one of the texts `bases`, in their order.
  ///
  /// A paragraph in the place of another one may be that one, changed: it does not count. Neither does one
  /// that may have been made from a removed paragraph, wherever it is, nor one with a line of a removed text.
  ///
  /// - Parameters:
  ///   - removed: all texts that are removed.
  ///   - known: those that the writer had; `nil` for all.
  ///   - isOwn: whether a paragraph counts for another reason.
  public static func find(
    in text: String, since bases: [String], without removed: [String], known: [String]? = nil,
    where isOwn: (String) -> Bool
  ) -> [String] {
    let paragraphs = Self.paragraphs(of: text)
    var isAdded = [Bool](repeating: true, count: paragraphs.count)
    for base in bases {
      let before = Self.paragraphs(of: base)
      var (old, new) = (0, 0)
      for (oldEnd, newEnd) in ThreeWay.matches(before, paragraphs)
        + [(before.count, paragraphs.count)]
      {
        var places = Array(new..<newEnd)
        for replaced in before[old..<oldEnd] {
          let parts = Parts(replaced)
          // A text that is several times as long is not the same paragraph any more.
          let likely = places.filter { paragraphs[$0].utf8.count <= 4 * replaced.utf8.count }
          let likeness = likely.map { Parts(paragraphs[$0]).common(with: parts) }
          guard let best = likeness.max(), let index = likeness.firstIndex(of: best) else {
            continue
          }
          isAdded[likely[index]] = false
          places.removeAll { $0 == likely[index] }
        }
        if newEnd < paragraphs.count { isAdded[newEnd] = false }
        (old, new) = (oldEnd + 1, newEnd + 1)
      }
    }
    let lines = Set(removed.flatMap(Self.lines))
    // A paragraph that is still there was not moved.
    let sources = Set((known ?? removed).flatMap(Self.paragraphs)).subtracting(paragraphs).map(
      Parts.init)
    return zip(paragraphs, isAdded).compactMap { paragraph, isAdded in
      guard isAdded, isOwn(paragraph), !Self.lines(paragraph).contains(where: lines.contains)
      else { return nil }
      let parts = Parts(paragraph)
      return sources.contains(where: parts.mayBeMade(from:)) ? nil : paragraph
    }
  }

  /// The paragraphs of a text that have no line of one of the others.
  public static func paragraphs(
    of text: String, withoutLinesOf others: [String]
  ) -> [String] {
    let lines = Set(others.flatMap(Self.lines))
    return paragraphs(of: text).filter { !Self.lines($0).contains(where: lines.contains) }
  }

  public static func paragraphs(of text: String) -> [String] {
    Paragraphs(text).texts.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The lines that are not blank, without the blanks around them.
  private static func lines(_ text: String) -> [[UInt8]] {
    text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let text = line.drop(while: isBlank)
      guard let end = text.lastIndex(where: { !isBlank($0) }) else { return nil }
      return Array(text[...end])
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D].contains(byte) }

  /// The overlapping parts of a paragraph, which need no spaces between words: each has four characters, or
  /// two where these are syllables or words, as in Korean, Japanese and Chinese.
  private struct Parts {
    private let text: [Unicode.Scalar]
    private let parts: Set<[Unicode.Scalar]>

    init(_ paragraph: String) {
      let words = paragraph.lowercased().split(whereSeparator: \.isWhitespace)
      let text = Array(words.joined(separator: " ").unicodeScalars)
      self.text = text
      let length = 2 * text.count { $0.value >= 0x1100 } > text.count ? 2 : 4
      let last = max(text.count - length, 0)
      parts = Set((0...last).map { Array(text[$0..<min($0 + length, text.count)]) })
    }

    func common(with other: Parts) -> Int { parts.intersection(other.parts).count }

    /// Whether two thirds of the paragraph are from another one, or it has all of it. Lines of a diary often
    /// have half of their words in common.
    func mayBeMade(from source: Parts) -> Bool {
      3 * common(with: source) >= 2 * parts.count || source.text.count >= 8 && has(source.text)
    }

    private func has(_ other: [Unicode.Scalar]) -> Bool {
      guard other.count <= text.count else { return false }
      return (0...text.count - other.count).contains { text[$0...].starts(with: other) }
    }
  }
}

/// Paragraphs, or lines, of which some begin with a time. One without a time belongs to the one that it
/// was written below.
struct TimedParts {
  /// What is above the first one with a time.
  private(set) var untimed: [[UInt8]] = []
  private var timed: [(minutes: Int, texts: [[UInt8]])] = []

  init(_ texts: [[UInt8]]) {
    for text in texts {
      if let minutes = Self.minutes(text) {
        let last = timed.last?.minutes ?? 0
        // A day may end after midnight: then 01:00 is later than 23:00.
        let isNextDay = minutes + 12 * 60 < last % (24 * 60) || last >= 24 * 60
        timed.append((minutes + (isNextDay ? 24 * 60 : 0), [text]))
      } else if timed.isEmpty {
        untimed.append(text)
      } else {
        timed[timed.count - 1].texts.append(text)
      }
    }
  }

  private static func minutes(_ text: [UInt8]) -> Int? {
    let line = text.prefix { $0 != UInt8(ascii: "\n") }.prefix(80)
    let time = TimeOfDay(atStartOf: String(decoding: line, as: UTF8.self)[...])
    return time.map { $0.hour * 60 + $0.minute }
  }

  /// Those with times of both, in the order of their times. Each side keeps its order.
  func merged(with later: TimedParts) -> [[UInt8]] {
    var merged: [[UInt8]] = []
    var (first, second) = (timed[...], later.timed[...])
    while let one = first.first, let other = second.first {
      if other.minutes < one.minutes {
        merged += other.texts
        second.removeFirst()
      } else {
        merged += one.texts
        first.removeFirst()
      }
    }
    return merged + (first + second).flatMap(\.texts)
  }
}
