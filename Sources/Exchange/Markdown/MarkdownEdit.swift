import Diary

/// The file of a day after its text was changed here: all other lines are as they were.
struct MarkdownEdit {
  let text: String
  /// The lines of the text as they are in the file, without blank ones.
  let lines: [Substring]

  /// A line below the front matter, with the number of the line of the text that it is.
  private typealias Line = (text: String, number: Int?)

  /// - Parameters:
  ///   - raw: the file.
  ///   - day: what the file has.
  ///   - old: the text of its entry.
  ///   - isLogseq: whether what is added becomes blocks.
  /// - Returns: `nil` if the lines of the text are not found in the file.
  init?(_ raw: String, day: MarkdownDay, from old: Text, to new: Text, isLogseq: Bool) {
    // A title that is a property is no line.
    guard !day.hasTitle || old.title == new.title else { return nil }
    let before = (day.hasTitle ? old.body : old.written).lines
    var after = (day.hasTitle ? new.body : new.written).lines
    guard var lines = Self.placed(before, in: day) else { return nil }
    let changes = after.difference(from: before)
    let removed = Set(changes.removals.map(\.offset))
    let inserted = Set(changes.insertions.map(\.offset))
    lines.removeAll { $0.number.map(removed.contains) ?? false }
    if isLogseq { Self.makeBlocks(&after, of: inserted) }
    self.lines = after.filter { !$0.isBlank }
    var kept = before.indices.filter { !removed.contains($0) }[...]
    var last: Int?
    var place = lines.startIndex
    for (number, line) in after.enumerated() {
      guard inserted.contains(number) else {
        last = kept.popFirst()
        if let found = lines.firstIndex(where: { $0.number == last }) { place = found + 1 }
        continue
      }
      if isLogseq, line.isBlank { continue }
      // What was added below the text is added below the to-dos, too.
      if last == before.indices.last {
        (place, last) = (lines.endIndex, nil)
        if line.isBlank, lines.last?.text.isBlank == true { continue }
      }
      lines.insert((String(line), nil), at: place)
      place += 1
    }
    let ending = raw.utf8.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
    text = (day.head + lines.map(\.text)).joined(separator: ending) + ending
  }

  /// Makes each paragraph that was added a block.
  private static func makeBlocks(_ lines: inout [Substring], of inserted: Set<Int>) {
    for index in lines.indices where inserted.contains(index) && !lines[index].isBlank {
      let isFirst = index == 0 || lines[index - 1].isBlank || !inserted.contains(index - 1)
      if lines[index].hasPrefix("- ") || lines[index].first?.isWhitespace == true { continue }
      lines[index] = (isFirst ? "- " : "  ") + lines[index]
    }
  }

  private static func placed(_ text: [Substring], in day: MarkdownDay) -> [Line]? {
    var rest = Array(zip(text.indices, text))[...]
    var lines: [Line] = []
    for piece in day.pieces {
      guard case .text(let piece) = piece else {
        if case .task(_, let task) = piece { lines += task.map { ($0, nil) } }
        continue
      }
      for line in piece {
        // Between title and body, the text has a blank line, which the file may not have.
        if !line.isBlank { rest = rest.drop { $1.isBlank } }
        // The space around the title is not part of the text, nor the sign of its heading.
        guard let (number, next) = rest.first,
          line.trimmed == next.trimmed || number == 0 && line.trimmed == "# \(next)"
        else {
          guard line.isBlank else { return nil }
          lines.append((line, nil))
          continue
        }
        lines.append((line, number))
        rest = rest.dropFirst()
      }
    }
    return rest.allSatisfy { $1.isBlank } ? lines : nil
  }
}
