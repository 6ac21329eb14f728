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
