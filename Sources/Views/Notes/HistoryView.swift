import Diary
import Localization
public import Records
public import Terminal

/// The versions of a text, the newest first, each with its changes from the version before.
public struct HistoryView: Sendable {
  private let versions: [TextVersion]
  private let context: ViewContext
  /// The commit is shown only if the note was moved.
  private let showsCommit: Bool

  public init(versions: [TextVersion], context: ViewContext) {
    self.versions = versions
    self.context = context
    showsCommit = Set(versions.map(\.commit?.sha)).count > 1
  }

  public func lines() -> [StyledText] {
    var lines: [StyledText] = []
    for (index, version) in versions.enumerated().reversed() {
      if !lines.isEmpty { lines.append("") }
      let when = context.reader.dateAndTime(version.savedAt)
      let heading = context.styled(
        .historyVersion(version: version.number, when: when), .remark,
        ["version": .id, "when": .day])
      lines += context.wrapped(heading)
      let before = index > 0 ? text(of: versions[index - 1]) : nil
      lines += wrapped(change(to: text(of: version), from: before))
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

  /// Commit, title, body and tags in one text, so that the comparison finds text that moved between them.
  private func text(of version: TextVersion) -> String {
    let text = version.text
    let commit = version.commit.map { "\($0.shortSHA) \($0.subject)" }
    let written = version.state.place == nil ? text.written : EditorText.text(of: text)
    return [
      showsCommit ? commit ?? context.reader.say(.historyNoCommit) : "", written,
      Tag.line(text.tags),
    ].filter { !$0.isEmpty }.joined(separator: "\n\n")
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
