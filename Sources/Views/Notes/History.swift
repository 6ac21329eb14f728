import Diary
public import JSON
public import Journal
import Localization
public import Records
public import Terminal

// The versions of a text in human-readable form and as JSON.

extension ViewContext {
  /// The versions, the newest first, each with its changes from the version before.
  public func history(of versions: [TextVersion]) -> [StyledText] {
    // The commit is shown only if the note was moved.
    let showsCommit = Set(versions.map(\.commit?.sha)).count > 1
    let texts = versions.map { text(of: $0, withCommit: showsCommit) }
    var lines: [StyledText] = []
    for (index, version) in versions.enumerated().reversed() {
      if !lines.isEmpty { lines.append("") }
      let when = reader.dateAndTime(version.savedAt)
      lines += wrapped(
        .historyVersion(version: version.number, when: when), .remark,
        ["version": .id, "when": .day])
      let change =
        index > 0 ? Self.change(from: texts[index - 1], to: texts[index]) : StyledText(texts[index])
      lines += indented { context in change.lines.flatMap { context.wrapped($0) } }
    }
    return lines
  }

  private static func change(from old: String, to new: String) -> StyledText {
    var change = StyledText()
    for piece in WordDiff(from: old, to: new).pieces {
      switch piece {
      case .same(let text): change.append(text)
      case .removed(let text): change.append(text, .removed)
      case .added(let text): change.append(text, .added)
      }
    }
    return change
  }

  /// Commit, title, body and tags in one text, so that the comparison finds text that moved between them.
  private func text(of version: TextVersion, withCommit showsCommit: Bool) -> String {
    let text = version.text
    let commit = version.commit.map { "\($0.shortSHA) \($0.subject)" }
    let written = version.state.place == nil ? text.written : EditorText.text(of: text)
    return [
      showsCommit ? commit ?? reader.say(.historyNoCommit) : "", written, Tag.line(text.tags),
    ].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}

extension StyledText {
  /// The parts between line breaks.
  fileprivate var lines: [StyledText] {
    var lines = [StyledText()]
    for span in spans {
      let parts = span.text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      for (index, part) in parts.enumerated() {
        if index > 0 { lines.append(StyledText()) }
        if !part.isEmpty { lines[lines.count - 1].append(String(part), span.style) }
      }
    }
    return lines
  }
}

extension FoundRecord {
  /// The JSON of all its versions. A to-do has a text and no title or body.
  public func json(of versions: [TextVersion]) -> JSONValue {
    let list = versions.map { version in
      let text = version.text
      var members: [JSONValue.Member] = [.init("version", .integer(version.number))]
      switch self {
      case .toDo: members.append(.init("text", .string(text.body)))
      case .note, .entry:
        members += [
          .init("title", .string(text.title)), .init("body", .string(text.body)),
          .init("tags", text.tagsJSON),
        ]
      }
      if case .note(let found) = self {
        let commit = version.commit.map { JSONValue.object($0.members(in: found.note.repository)) }
        members.append(.init("commit", commit ?? .null))
      }
      members.append(.init("savedAt", .string(version.savedAt.instant.description)))
      return JSONValue.object(members)
    }
    return ["versions": .array(list)]
  }
}
