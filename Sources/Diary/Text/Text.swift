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
