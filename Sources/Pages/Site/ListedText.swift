import Diary
import Localization

/// A text in a list of links.
struct ListedText {
  var text: PublicText
  var day: Day
  /// The commit of a note, in words.
  var about: String?
  /// Whether it is the entry of the day, whose address is that of the day.
  var isEntry = false

  var address: String { Site.address(of: day, isEntry ? nil : text.id) }

  func item(in reader: Reader) -> String {
    let date = reader.date(day)
    return "<li><a href=\"\(address)\" dir=\"auto\">"
      + "\((text.headline ?? about ?? date).escapedForHTML)</a> "
      + "<time class=\"quiet\" datetime=\"\(day)\">\(date.escapedForHTML)</time></li>\n"
  }
}

extension PublicDay {
  var listedTexts: [ListedText] {
    notes.reversed().map { ListedText(text: $0.text, day: day, about: $0.about) }
      + [entry].compactMap(\.self).map { ListedText(text: $0, day: day, isEntry: true) }
  }
}

extension PublicDiary {
  /// The entries and notes, the newest day first.
  var newest: some Sequence<ListedText> { days.reversed().lazy.flatMap(\.listedTexts) }
}
