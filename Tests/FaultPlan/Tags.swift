extension JournalState.Text {
  /// The tags that are written in the body.
  var tags: Set<String> {
    Set(
      body.split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix("#") }.map {
        String($0.dropFirst())
      })
  }
}

extension JournalState {
  /// The tags of all notes and entries, deleted ones too.
  var tags: Set<String> {
    (Array(notes.values) + Array(entries.values)).reduce(into: []) { $0.formUnion($1.tags) }
  }

  /// Every text with the tag gets a version, and deleted ones stay deleted.
  mutating func renameTag(_ old: String, to new: String) {
    for id in notes.keys { notes[id]?.renameTag(old, to: new) }
    for day in entries.keys { entries[day]?.renameTag(old, to: new) }
  }
}

extension JournalState.Writing {
  fileprivate mutating func renameTag(_ old: String, to new: String) {
    guard tags.contains(old) else { return }
    // No tag is the beginning of another one.
    let body = text.body.replacing("#\(old)", with: "#\(new)")
    texts.append(JournalState.Text(text.title, body, commit: text.commit))
  }
}

extension CommandChoice {
  private static let tags = ["alpha", "beta", "회고"]

  mutating func tag() -> String { Self.tags.randomElement(using: &random) ?? "alpha" }

  /// `nil` if no text has a tag.
  mutating func tagRename(_ state: JournalState) -> PlannedCommand? {
    guard let old = state.tags.sorted().randomElement(using: &random) else { return nil }
    let new = tag()
    return PlannedCommand(
      .tagsRename, ["tags", "rename", old, new, "--yes", "--json"],
      change: old == new ? nil : .renameTag(old, to: new))
  }
}
