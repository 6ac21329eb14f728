import Diary
import Exchange
import JSON
import Journal
import Records

// How an import compares items with those of earlier ones, and merges what both sides changed.

extension Item {
  init?(_ origin: Origin) {
    guard let value = try? JSONParser.parse(Array(origin.item.utf8)) else { return nil }
    self.init(json: value, key: origin.key)
    place.file = origin.file
  }

  var kind: RecordKind {
    switch content {
    case .entry: .entry
    case .note: .note
    case .toDo: .toDo
    }
  }

  /// Whether both are on one day, below the same heading.
  func hasHeading(of other: Item) -> Bool {
    let title = content.text.title
    return !title.isEmpty && title == other.content.text.title && content.day == other.content.day
  }

  /// From 0 to 1: the share of words that both have. Entries of one time are the same entry.
  func likeness(to other: Item) -> Double {
    guard kind == other.kind else { return 0 }
    if case .entry(let entry) = content, case .entry(let old) = other.content {
      // The same text on another day was moved there.
      guard entry.day == old.day else { return entry.text.hasSameWords(as: old.text) ? 0.9 : 0 }
      if entry.time != nil, entry.time == old.time { return 1 }
    }
    let (words, others) = (self.words, other.words)
    return Double(words.intersection(others).count) / Double(max(words.union(others).count, 1))
  }

  /// Whether both have the same words in the same order. Some formats do not keep empty lines.
  func saysTheSame(as other: Item) -> Bool {
    kind == .toDo || kind != other.kind
      ? content == other.content
      : content.day == other.content.day && allWords == other.allWords
  }

  private var words: Set<Substring> { Set(allWords) }

  private var allWords: [Substring] { content.text.written.split(whereSeparator: \.isWhitespace) }

  var days: [Day] {
    [content.day, content.toDo?.details.due].compactMap(\.self)
  }
}

extension Identifier {
  /// The identifier in a key that this program has written. Some formats have UUIDs without hyphens.
  init?(key: String) {
    let digits = Array(key)
    guard digits.count == 32, !key.contains("-") else {
      self.init(uuid: key)
      return
    }
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
    self.init(uuid: groups.joined(separator: "-"))
  }
}

extension Tag {
  /// The tags that can be typed too: without empty ones and line breaks.
  static func valid(_ tags: [String]) -> [String] {
    names(tags.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }).filter { tag in
      !tag.isEmpty && !tag.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
  }

  /// Tags with those that were added and removed elsewhere.
  static func merged(
    base: [String], ours: [String], theirs: [String]
  ) -> [String] {
    func has(_ tags: [String], _ tag: String) -> Bool { tags.contains { areSame($0, tag) } }
    let kept = ours.filter { has(theirs, $0) || !has(base, $0) }
    return names(kept + theirs.filter { !has(base, $0) })
  }
}

extension Text {
  static func merged(base: Text, ours: Text, theirs: Text) -> Text {
    let tags = Tag.merged(base: base.tags, ours: ours.tags, theirs: theirs.tags)
    // A title that both have changed is a line like others.
    if base.title != theirs.title, base.title != ours.title, ours.title != theirs.title {
      let written = Journal.merged(
        base: base.written, ours: ours.written, theirs: theirs.written)
      return Text(written: written, tags: tags)
    }
    return Text(
      title: base.title == theirs.title ? ours.title : theirs.title,
      body: Journal.merged(base: base.body, ours: ours.body, theirs: theirs.body), tags: tags)
  }
}

extension NewToDo {
  init(_ toDo: ToDo) {
    self.init(toDo.details, day: toDo.day, createdAt: toDo.createdAt, doneAt: toDo.doneAt)
    doneOn = toDo.doneOn
  }
}
