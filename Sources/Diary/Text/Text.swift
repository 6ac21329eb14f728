/// The text of a note, an entry or a to-do, with its tags. A to-do has only a body, of one line.
public struct Text: Hashable, Sendable {
  public var title = ""
  public var body = ""
  public var tags: [String] = []
  /// How the tags were set, by their keys; without those that are new.
  public var tagSources: [String: TagSource] = [:]

  public init(title: String = "", body: String = "", tags: [String] = []) {
    self.title = title
    self.body = body
    self.tags = tags
  }

  /// Whether there is no text. Tags alone do not count as text.
  public var isEmpty: Bool { title.isEmpty && body.isEmpty }

  /// Compares all bytes, unlike `==`: a composed accent instead of a decomposed one is a change
  /// too. How a tag was set makes no difference.
  public func isIdentical(to other: Text) -> Bool {
    hasSameWords(as: other) && tags.count == other.tags.count
      && zip(tags, other.tags).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }

  /// The same without the tags.
  public func hasSameWords(as other: Text) -> Bool {
    title.utf8.elementsEqual(other.title.utf8) && body.utf8.elementsEqual(other.body.utf8)
  }

  /// How each tag is set by a change of `old` to this text.
  ///
  /// - Parameters:
  ///   - source: how new tags are set that are not written in the text; `nil` if the user has made the
  ///     change.
  ///   - typed: the keys of tags that the user has just set by hand.
  public func sources(
    before old: Text, _ source: TagSource?, typing typed: Set<String>
  ) -> [TagSource] {
    let written = tags.isEmpty ? [] : Set(tagsInText.map(Tag.key))
    // What others have written was not opened by the user.
    let isOpen = source == nil || source == .renamed || hasSameWords(as: old)
    return tags.map { tag in
      let key = Tag.key(tag)
      if typed.contains(key) { return .typed }
      let known = tagSources[key] ?? old.tagSources[key]
      if known == .typed { return isOpen ? .typed : .imported }
      if written.contains(key) { return .inText }
      if let known, known != .inText { return known }
      return source ?? .imported
    }
  }
}

/// How a tag of a text was set. The raw values are stored in the journal and never change.
public enum TagSource: Int64, CaseIterable, Sendable {
  /// By the user, with `--tag` or in `browse`: it may open the text to others.
  case typed = 1
  /// Written in the text as `#word`.
  case inText = 2
  /// By a file, git notes, an agent, or a text that had it.
  case imported = 3
  /// By renaming another tag.
  case renamed = 4
}

// Some of the tags are also written in the title or body, as `#perf`.

extension Text {
  /// Whether the title is the first line of the body.
  public var hasTitleInBody: Bool { !title.isEmpty && body.firstLine == title }

  /// The tags that are written in the title and body.
  public var tagsInText: [String] { Tag.found(in: scannedText) }

  /// The text with only the tags that are not written in it.
  public var withoutTagsInText: Text {
    let written = Set(tagsInText.map { Tag.key($0) })
    var text = self
    if !written.isEmpty { text.tags.removeAll { written.contains(Tag.key($0)) } }
    return text
  }

  /// The text with the tags that are written in it added.
  public var withTagsInText: Text {
    let written = tagsInText
    var text = self
    if !written.isEmpty { text.tags = Tag.names(tags + written) }
    return text
  }

  /// The text with another name for a tag.
  ///
  /// - Parameter inText: whether to change the title and body too.
  public func renamingTag(_ old: String, to new: String, inText: Bool) -> Text {
    let key = Tag.key(old)
    var text = self
    if text.tags.contains(where: { Tag.key($0) == key }) {
      text.tags = Tag.names(tags.map { Tag.key($0) == key ? new : $0 })
    }
    if inText { text.rename(key, to: new) }
    return text
  }

  /// The whole text, because a code fence at its beginning affects the rest.
  private var scannedText: String { hasTitle ? "\(title)\n\n\(body)" : body }

  private var hasTitle: Bool { !title.isEmpty && !hasTitleInBody }

  private mutating func rename(_ key: String, to new: String) {
    let text = scannedText
    var names: [Range<String.Index>] = []
    TagScanner.scan(text) { name in
      if Tag.key(name) == key { names.append(name.startIndex..<name.endIndex) }
      return true
    }
    guard !names.isEmpty else { return }
    func renamed(_ part: Range<String.Index>) -> String {
      var result = ""
      var position = part.lowerBound
      for name in names where part.contains(name.lowerBound) {
        result += text[position..<name.lowerBound] + new
        position = name.upperBound
      }
      return result + text[position..<part.upperBound]
    }
    if hasTitle {
      let end = text.utf8.index(text.startIndex, offsetBy: title.utf8.count)
      title = renamed(text.startIndex..<end)
      body = renamed(text.utf8.index(end, offsetBy: 2)..<text.endIndex)
    } else {
      body = renamed(text.startIndex..<text.endIndex)
      if !title.isEmpty { title = body.firstLine }
    }
  }

  /// Whether the text is about a way that was tried and dropped.
  public var isRejected: Bool { tags.contains { Tag.areSame($0, Tag.rejected) } }
}

extension Text {
  /// Uses the first line that is not blank as the title, and the rest as the body. A line that begins
  /// with a time is one of several lines of a day, and no title.
  public init(written text: String, tags: [String] = []) {
    let first = text.lines.first { !$0.isBlank }
    let heading = first.flatMap { TimeOfDay(atStartOf: $0) == nil ? $0 : nil }
    title = heading.map { String($0.trimmed) } ?? ""
    body = String(text[(heading?.endIndex ?? text.startIndex)...].withoutBlankLines)
    self.tags = tags
  }

  /// The title and body as one text, for an editor.
  public var written: String {
    if title.isEmpty { return body }
    return body.isEmpty ? title : "\(title)\n\n\(body)"
  }

  /// The title, or the first line of a text without one.
  public var headline: String { title.isEmpty ? firstOfBody.map { String($0) } ?? "" : title }

  /// The text without its headline.
  public var bodyBelowHeadline: String {
    guard title.isEmpty, let first = firstOfBody else { return body }
    return String(body[first.endIndex...].drop(while: \.isNewline))
  }

  private var firstOfBody: Substring? { body.lines.first { !$0.isBlank } }

  /// The text with more tags. Tags that it has already, in any case, are not added.
  public func adding(tags more: [String]) -> Text {
    var text = self
    text.tags = Tag.names(tags + more)
    return text
  }

  /// The text with another paragraph: at the end or, if it begins with a time, before the first
  /// paragraph that begins with a later one. The paragraphs of the text stay in their order, so that
  /// a paragraph without a time stays below the one that it was written after.
  ///
  /// - Parameters:
  ///   - hour: the hour at which the day ends, and the first of its times.
  ///   - parts: parts of the text that the paragraph is not put into, although they have times.
  public func adding(
    _ paragraph: String, dayEndsAt hour: Int = 0, keeping parts: [String] = []
  ) -> Text {
    if isEmpty { return Text(written: paragraph, tags: tags) }
    let new = paragraph.withoutBlankLines
    if new.isEmpty { return self }
    let old = body.withoutBlankLines
    var text = Text(
      title: title, body: old.isEmpty ? String(new) : "\(old)\n\n\(new)", tags: tags)
    func minutes(_ line: Substring) -> Int? {
      TimeOfDay(atStartOf: line).map { ($0.hour + 24 - hour) % 24 * 60 + $0.minute }
    }
    guard let time = minutes(new) else { return text }
    let lines = old.lines
    let later = lines.indices.filter { index in
      (index == 0 || lines[index - 1].isBlank) && minutes(lines[index]).map { $0 > time } == true
    }
    for index in later {
      let place = lines[index].startIndex
      let body = "\(old[..<place])\(new)\n\n\(old[place...])"
      let written = Text(title: title, body: body).written
      if parts.allSatisfy({ written.contains($0) || !self.written.contains($0) }) {
        text.body = body
        break
      }
    }
    return text
  }
}
