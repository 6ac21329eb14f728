import Diary
import Journal
import Localization
import Terminal

/// One entry, to be read.
struct EntryView {
  let entry: Entry
  let session: Session

  func lines() -> [StyledText] {
    var lines: [StyledText] = []
    if !entry.text.title.isEmpty {
      lines += session.wrapped(StyledText(entry.text.title, .heading))
    }
    lines += session.wrapped(facts)
    if let weather = WeatherJSON.weather(text: entry.weather) {
      lines += WeatherView(weather: weather, session: session).lines()
    }
    if !entry.text.body.isEmpty {
      lines.append("")
      lines += NoteView.paragraphs(of: entry.text.body).flatMap { session.wrapped(StyledText($0)) }
    }
    return lines
  }

  /// The day, and when it was written on.
  private var facts: StyledText {
    var parts = [StyledText(session.reader.dateWithWeekday(entry.day), .date)]
    if entry.version > 1 {
      parts.append(
        session.styled(
          .noteEdited(day: session.clock.day(of: entry.updatedAt), version: entry.version), .faint))
    }
    if let deletedAt = entry.deletedAt {
      parts.append(
        session.styled(.noteDeletedOn(day: session.clock.day(of: deletedAt)), .warning))
    }
    return parts.joined(separator: StyledText("  "))
  }
}
