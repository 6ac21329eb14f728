/// Finds what someone has added to a text as whole paragraphs, so that it can be told apart from a text
/// that is removed.
public enum AddedParagraphs {
  /// The paragraphs of `text` that are new since it had one of the texts `bases`, in their order.
  ///
  /// A paragraph in the place of another one may be that one, changed, and one with most words of a
  /// paragraph that was taken out may have been moved and changed: neither counts, nor one that has a line
  /// of a removed text.
  ///
  /// - Parameters:
  ///   - removed: all texts that are removed.
  ///   - isOwn: whether a paragraph counts for another reason.
  public static func find(
    in text: String, since bases: [String], without removed: [String],
    where isOwn: (String) -> Bool
  ) -> [String] {
    let paragraphs = Self.paragraphs(of: text)
    let lines = Set(removed.flatMap(Self.lines))
    var isAdded = [Bool](repeating: true, count: paragraphs.count)
    var takenOut: [Set<Substring>] = []
    for base in bases {
      let before = Self.paragraphs(of: base)
      var (old, new) = (0, 0)
      let ends = ThreeWay.matches(before, paragraphs) + [(before.count, paragraphs.count)]
      for (oldEnd, newEnd) in ends {
        let replaced = before[old..<oldEnd].map(Self.words)
        var places = Array(new..<newEnd)
        for words in replaced {
          let likeness = places.map { Self.words(paragraphs[$0]).intersection(words).count }
          guard let best = likeness.max(), let place = likeness.firstIndex(of: best) else { break }
          isAdded[places.remove(at: place)] = false
        }
        takenOut += replaced
        if newEnd < paragraphs.count { isAdded[newEnd] = false }
        (old, new) = (oldEnd + 1, newEnd + 1)
      }
    }
    return zip(paragraphs, isAdded).compactMap { paragraph, isAdded in
      guard isAdded, isOwn(paragraph), !Self.lines(paragraph).contains(where: lines.contains)
      else { return nil }
      let words = Self.words(paragraph)
      let isMoved = takenOut.contains { other in
        2 * words.intersection(other).count > min(words.count, other.count)
      }
      return isMoved ? nil : paragraph
    }
  }

  /// Whether a text has a line of one of the others.
  public static func haveCommonLine(_ text: String, _ others: [String]) -> Bool {
    let lines = Set(lines(text))
    return others.contains { Self.lines($0).contains(where: lines.contains) }
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

  private static func words(_ paragraph: String) -> Set<Substring> {
    Set(paragraph.split(whereSeparator: \.isWhitespace))
  }
}
