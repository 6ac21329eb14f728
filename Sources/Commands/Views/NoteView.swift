import Diary
import Journal
import Localization
import Terminal

/// One note, to be read.
struct NoteView {
  let found: FoundNote
  let session: Session

  private var note: Note { found.note }

  func lines() -> [StyledText] {
    var lines: [StyledText] = []
    if !note.text.title.isEmpty { lines += wrapped(StyledText(note.text.title, .heading)) }
    lines += wrapped(facts)
    if let commit = note.commit {
      lines += wrapped(StyledText(commit.subject, .faint), indent: 2)
    }
    let body = Composition.bodyBelowTitle(of: note.text)
    if !body.allSatisfy(\.isWhitespace) {
      lines.append("")
      lines += Self.paragraphs(of: body).flatMap { wrapped(StyledText($0)) }
    }
    return lines
  }

  /// The id, what it is about, when, and its tags.
  private var facts: StyledText {
    var parts = [StyledText(found.shortID, .id)]
    let name = note.repository.shortName
    if let commit = note.commit {
      parts.append(
        StyledText("\(name)@\(commit.shortSHA)", .accent, link: note.repository.url(of: commit)))
    } else {
      parts.append(StyledText(name, .accent, link: note.repository.url))
    }
    parts.append(StyledText(session.reader.dateAndTime(note.createdAt), .date))
    if note.updatedAt != note.createdAt {
      parts.append(
        session.styled(
          .noteEdited(day: session.clock.day(of: note.updatedAt), version: note.version), .faint))
    }
    if let deletedAt = note.deletedAt {
      parts.append(
        session.styled(.noteDeletedOn(day: session.clock.day(of: deletedAt)), .warning))
    }
    if !note.text.tags.isEmpty { parts.append(NoteList.tags(note.text.tags)) }
    return parts.joined(separator: StyledText("  "))
  }

  /// Lines as the writer broke them, without empty ones at the end.
  static func paragraphs(of text: String) -> [String] {
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines.map(String.init)
  }

  private func wrapped(_ text: StyledText, indent: Int = 0) -> [StyledText] {
    session.wrapped(text, indent: indent)
  }
}
