import Diary
import Journal
import Localization
import Terminal

/// Entries as a table: one line each, the date never squeezed, and of the text as much as fits.
struct EntryList {
  let entries: [EntrySummary]
  let session: Session

  var table: Table {
    Table(columns: [.whole, .flexible, .flexible], count: entries.count) { index in
      let entry = entries[index]
      return [
        StyledText(session.dateInList(entry.day), .date), StyledText(entry.title),
        StyledText(Self.onOneLine(entry.preview), .faint),
      ]
    }
  }

  static func onOneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension Session {
  /// With the weekday, by which people remember a day, where there is room for it.
  func dateInList(_ day: Day) -> String {
    guard screen.width(orElse: .max) >= 60 else { return shortDate(day) }
    return day.date.year == today.date.year
      ? reader.monthAndDayWithWeekday(day) : reader.dateWithWeekday(day)
  }
}
