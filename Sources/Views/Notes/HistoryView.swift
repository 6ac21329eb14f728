public import Diary
import Localization
public import Terminal

/// The versions of a text, the newest first, each with its changes from the version before.
public struct HistoryView: Sendable {
  private let versions: [Version]
  private let context: ViewContext

  private struct Version {
    var number: Int
    var text: String
    var savedAt: Moment
  }

  public init(versions: [NoteVersion], context: ViewContext) {
    // The commit is shown only if the note was moved.
    let wasMoved = Set(versions.map(\.commit?.sha)).count > 1
    self.versions = versions.map { version in
      let commit = wasMoved ? Self.commit(of: version, context) + "\n\n" : ""
      return Version(
        number: version.number, text: commit + Self.text(of: version.text),
        savedAt: version.savedAt)
    }
    self.context = context
  }

  /// The commit as one line.
  private static func commit(of version: NoteVersion, _ context: ViewContext) -> String {
    version.commit.map { "\($0.shortSHA) \($0.subject)" }
      ?? context.reader.say(.historyNoCommit)
  }

  public init(versions: [EntryVersion], context: ViewContext) {
    self.versions = versions.map {
      Version(number: $0.number, text: Self.text(of: $0.text), savedAt: $0.savedAt)
    }
    self.context = context
  }

  public init(versions: [ToDoVersion], context: ViewContext) {
    self.versions = versions.map {
      Version(number: $0.number, text: $0.text, savedAt: $0.savedAt)
    }
    self.context = context
  }

  public func lines() -> [StyledText] {
    var lines: [StyledText] = []
    for (index, version) in versions.enumerated().reversed() {
      if !lines.isEmpty { lines.append("") }
      let when = context.reader.dateAndTime(version.savedAt)
      let heading = context.styled(
        .historyVersion(version: version.number, when: when), .faint,
        ["version": .id, "when": .date])
      lines += context.wrapped(heading)
      lines += wrapped(change(to: version.text, from: index > 0 ? versions[index - 1].text : nil))
    }
    return lines
  }

  private func change(to new: String, from old: String?) -> [StyledText] {
    guard let old else { return Self.lines(of: StyledText(new)) }
    var line = StyledText()
    for piece in WordDiff(from: old, to: new).pieces {
      switch piece {
      case .same(let text): line.append(text)
      case .removed(let text): line.append(text, .removed)
      case .added(let text): line.append(text, .added)
      }
    }
    return Self.lines(of: line)
  }

  /// Title, body and tags in one text, so that the comparison finds text that moved between them.
  private static func text(of note: NoteText) -> String {
    withTags(EditorText.text(of: note), note.tags)
  }

  private static func text(of entry: EntryText) -> String {
    withTags(entry.written, entry.tags)
  }

  private static func withTags(_ text: String, _ tags: [String]) -> String {
    [text, Tag.line(tags)].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Splits a styled text at its line breaks.
  private static func lines(of text: StyledText) -> [StyledText] {
    var lines = [StyledText()]
    for span in text.spans {
      let parts = span.text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      for (index, part) in parts.enumerated() {
        if index > 0 { lines.append(StyledText()) }
        if !part.isEmpty { lines[lines.count - 1].append(String(part), span.style) }
      }
    }
    return lines
  }

  private func wrapped(_ lines: [StyledText]) -> [StyledText] {
    let width = context.screen.width.map { max($0 - 2, 1) }
    return lines.flatMap { line in
      width.map { line.wrapped(to: $0, on: context.screen) } ?? [line]
    }
    .map { $0.spans.isEmpty ? $0 : "  " + $0 }
  }
}
