public import Diary

// An entry can have parts that were items of a file: paragraphs with their times.

extension EntryItem {
  /// The paragraph of an entry that has other parts too.
  ///
  /// - Parameter time: the time as it is written in the user's language.
  public func paragraph(at time: String?) -> String {
    let paragraph = [time, text.written].compactMap(\.self).joined(separator: " ")
    return String(paragraph.withoutBlankLines)
  }

  /// The text of a paragraph that was changed in the entry.
  func text(ofParagraph paragraph: some StringProtocol) -> Text {
    var words = Substring(paragraph)
    if time != nil, let (_, end) = TimeOfDay.atStart(of: words) {
      words = words[end...].drop { $0.isWhitespace && !$0.isNewline }
    }
    guard !text.title.isEmpty else {
      return Text(title: "", body: String(words), tags: text.tags)
    }
    let line = words.prefix { !$0.isNewline }
    return Text(
      title: String(line.trimmed), body: String(words[line.endIndex...].withoutBlankLines),
      tags: text.tags)
  }
}

extension EntryItem {
  /// The texts of an entry that begin with a time, each by itself, and what is above them.
  public var byTime: [EntryItem] {
    var parts: [(time: TimeOfDay?, lines: [Substring])] = [(nil, [])]
    var isBelowBlank = true
    for line in text.written.lines {
      if isBelowBlank, let (time, end) = TimeOfDay.atStart(of: line) {
        parts.append((time, [line[end...].trimmed]))
      } else {
        parts[parts.count - 1].lines.append(line)
      }
      isBelowBlank = line.isBlank
    }
    var items: [EntryItem] = []
    for (time, lines) in parts {
      let written = String(lines.joined(separator: "\n").withoutBlankLines)
      if written.isEmpty { continue }
      var item = self
      item.text = Text(written: written, tags: items.isEmpty ? text.tags : [])
      if let time { item.time = time } else if parts.count > 1 { item.time = nil }
      items.append(item)
    }
    return parts.count > 1 ? items : [self]
  }

  /// The lines of an entry that are this text, whatever is between them: another program may have taken out blank
  /// lines, or given a time to a text without one.
  public func lines(in whole: String) -> String? {
    func words(_ line: Substring) -> [Substring] { line.split(whereSeparator: \.isWhitespace) }
    let wanted = text.written.lines.map(words).filter { !$0.isEmpty }
    let lines = whole.lines.filter { !$0.isBlank }
    guard let first = wanted.first, lines.count >= wanted.count else { return nil }
    for start in 0...lines.count - wanted.count {
      var line = lines[start]
      if let (written, end) = TimeOfDay.atStart(of: line), written == time { line = line[end...] }
      guard words(line) == first,
        zip(wanted.dropFirst(), lines[(start + 1)...]).allSatisfy({ $0 == words($1) })
      else { continue }
      let end = lines[start + wanted.count - 1].endIndex
      return String(whole[lines[start].startIndex..<end])
    }
    return nil
  }
}

/// What an entry says for each of its items.
public struct EntryParts: Sendable {
  /// The items in the order of the entry, with their texts as they are now.
  public private(set) var items: [Item] = []
  /// What is in none of the items; empty if nothing is.
  public private(set) var rest: Text

  /// - Parameter origins: the items that became the entry, with the paragraphs that they became; the
  ///   one that became the whole entry has none.
  public init(of entry: Text, from origins: [(item: Item, shown: String?)]) {
    var body = Paragraphs(entry.written)
    var found: [(place: Int, item: Item)] = []
    var changed: [(item: Item, shown: String)] = []
    for case (let item, let shown?) in origins {
      if let place = body.take(shown) {
        found.append((place, item))
      } else {
        changed.append((item, shown))
      }
    }
    for (var item, _) in changed {
      guard let entry = item.content.entry, let time = entry.time,
        let (place, paragraph) = body.takeParagraph(at: time)
      else { continue }
      item.content.text = entry.text(ofParagraph: paragraph)
      item.raw = nil
      found.append((place, item))
    }
    rest =
      found.isEmpty
      ? entry : Text(title: "", body: body.rest, tags: entry.tags).titled(as: entry)
    if var item = origins.first(where: { $0.shown == nil })?.item, !rest.isEmpty,
      item.content.entry != nil
    {
      rest.tags = item.content.text.tags
      item.change(rest)
      found.append((-1, item))
      rest = Text(title: "", body: "")
    }
    items = found.sorted { $0.place < $1.place }.map(\.item)
    distribute(tags: entry.tags)
  }

  /// Removes the tags that the entry lost from the items, and gives new ones to the rest or else to
  /// the first item.
  private mutating func distribute(tags: [String]) {
    let current = Set(tags.map { Tag.key($0) })
    var known: Set<String> = []
    for index in items.indices where items[index].content.entry != nil {
      var text = items[index].content.text
      text.tags = text.tags.filter { current.contains(Tag.key($0)) }
      known.formUnion(text.tags.map { Tag.key($0) })
      items[index].change(text)
    }
    let new = tags.filter { !known.contains(Tag.key($0)) }
    if !rest.isEmpty {
      rest.tags = new
    } else if var text = items.first?.content.entry?.text {
      text.tags += Tag.names(new, notIn: text.written)
      items[0].change(text)
    }
  }
}

extension Item {
  /// Another text is not as it stands in the file.
  fileprivate mutating func change(_ text: Text) {
    guard text != content.text else { return }
    content.text = text
    raw = nil
  }
}

/// A text whose paragraphs are taken out one by one.
private struct Paragraphs {
  /// The lines of the text; those that were taken are `nil`.
  private var lines: [Substring?]

  init(_ text: String) {
    lines = text.lines
  }

  /// Takes these lines, if they stand between blank lines.
  ///
  /// - Returns: the number of the first line.
  mutating func take(_ text: String) -> Int? {
    let wanted = text.lines
    guard let first = wanted.first, lines.count >= wanted.count else { return nil }
    for start in 0...lines.count - wanted.count {
      guard lines[start]?.utf8.elementsEqual(first.utf8) == true,
        start == 0 || isBoundary(start - 1),
        start + wanted.count == lines.count || isBoundary(start + wanted.count),
        zip(wanted, lines[start...]).allSatisfy({ $1?.utf8.elementsEqual($0.utf8) == true })
      else { continue }
      for line in start..<start + wanted.count { lines[line] = nil }
      return start
    }
    return nil
  }

  /// Takes the lines from one that begins with this time to the next time.
  mutating func takeParagraph(at time: TimeOfDay) -> (place: Int, text: String)? {
    func begins(_ line: Int) -> TimeOfDay? {
      guard line == 0 || isBoundary(line - 1) else { return nil }
      return lines[line].flatMap { TimeOfDay(atStartOf: $0) }
    }
    guard let start = lines.indices.first(where: { begins($0) == time }) else { return nil }
    let end =
      lines.indices.first { $0 > start && (lines[$0] == nil || begins($0) != nil) } ?? lines.count
    let text = lines[start..<end].compactMap(\.self).joined(separator: "\n")
    for line in start..<end { lines[line] = nil }
    return (start, String(text.withoutBlankLines))
  }

  private func isBoundary(_ line: Int) -> Bool { lines[line]?.isBlank ?? true }

  /// What was not taken, with one blank line where something was.
  var rest: String {
    var parts: [[Substring]] = [[]]
    for line in lines {
      if let line {
        parts[parts.count - 1].append(line)
      } else if !(parts.last ?? []).isEmpty {
        parts.append([])
      }
    }
    return parts.map { $0.joined(separator: "\n").withoutBlankLines }.filter { !$0.isEmpty }
      .joined(separator: "\n\n")
  }
}

extension Text {
  /// Splits the title of the whole entry from the body.
  fileprivate func titled(as whole: Text) -> Text {
    guard !whole.title.isEmpty, body.hasPrefix(whole.title) else { return self }
    let below = body.dropFirst(whole.title.count)
    guard below.first?.isNewline ?? true else { return self }
    return Text(
      title: whole.title, body: String(below.withoutBlankLines), tags: tags)
  }
}
