import Diary
import Localization
import Terminal

/// The versions of a note, the newest first, each with what it changed in the one before.
struct HistoryView {
  let versions: [NoteVersion]
  let session: Session

  func lines() -> [StyledText] {
    var lines: [StyledText] = []
    for (index, version) in versions.enumerated().reversed() {
      if !lines.isEmpty { lines.append("") }
      let when = session.reader.dateAndTime(version.savedAt)
      let heading = session.styled(
        .historyVersion(version: version.number, when: when), .faint,
        ["version": .id, "when": .date])
      lines += session.wrapped(heading)
      lines += wrapped(change(to: version.text, from: index > 0 ? versions[index - 1].text : nil))
    }
    return lines
  }

  private func change(to new: NoteText, from old: NoteText?) -> [StyledText] {
    guard let old else { return Self.plain(Self.text(of: new)) }
    var line = StyledText()
    for piece in WordDiff(from: Self.text(of: old), to: Self.text(of: new)).pieces {
      switch piece {
      case .same(let text): line.append(text)
      case .removed(let text): line.append(text, .removed)
      case .added(let text): line.append(text, .added)
      }
    }
    return Self.lines(of: line)
  }

  /// The parts of a note in one text, so that one comparison finds what moved between them.
  private static func text(of note: NoteText) -> String {
    let tags = note.tags.map { "#\($0)" }.joined(separator: " ")
    return [Composition.text(of: note), tags].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private static func plain(_ text: String) -> [StyledText] { lines(of: StyledText(text)) }

  /// Cut where the text has line breaks, each piece keeping its style.
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
    let width = session.screen.width.map { max($0 - 2, 1) }
    return lines.flatMap { line in
      width.map { line.wrapped(to: $0, on: session.screen) } ?? [line]
    }
    .map { $0.spans.isEmpty ? $0 : "  " + $0 }
  }
}
