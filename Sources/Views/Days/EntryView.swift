public import Diary
import Exchange
public import JSON
public import Journal
import Localization
public import Terminal

// Entries in human-readable form and as JSON.

extension ViewContext {
  public func lines(of entry: Entry) -> [StyledText] {
    let date = StyledText(reader.dateWithWeekday(entry.day), .day)
    return lines(of: entry, with: [date] + facts(of: entry))
  }

  /// The same without the date, for a place below a heading with it.
  public func linesUnderDate(of entry: Entry) -> [StyledText] {
    lines(of: entry, with: facts(of: entry))
  }

  private func lines(of entry: Entry, with facts: [StyledText]) -> [StyledText] {
    var lines: [StyledText] = []
    if !entry.text.title.isEmpty { lines += wrapped(StyledText(entry.text.title, .heading)) }
    if !facts.isEmpty { lines += wrapped(facts.joined(separator: StyledText("  "))) }
    lines += self.lines(ofWeather: entry.weather)
    if !entry.text.body.isEmpty {
      if !lines.isEmpty { lines.append("") }
      lines += paragraphs(of: entry.text.body).joined()
    }
    return lines
  }

  /// The weather that is saved with an entry; nothing if there is none or it is not valid.
  func lines(ofWeather text: String?) -> [StyledText] {
    WeatherJSON.weather(text: text).map { lines(of: $0) } ?? []
  }

  /// The title with the tags, and the lines of each line of the text, for a page of the day.
  func rows(of entry: Entry) -> [[StyledText]] {
    let body = paragraphs(of: entry.text.body)
    let mark = entry.needsLook ? lookMark : ""
    let heading = [StyledText(entry.text.title, .bold), entry.shownTags, mark]
      .filter { !$0.isEmpty }
    if heading.isEmpty { return body }
    let title = wrapped(heading.joined(separator: "  "))
    return entry.text.body.isEmpty ? [title] : [title, [""]] + body
  }

  /// When the entry was edited or deleted, and its tags. Texts are added to an entry all day, so that an
  /// edit is only worth mentioning if it was made on another day.
  private func facts(of entry: Entry) -> [StyledText] {
    var parts: [StyledText] = []
    let editedOn = day(of: entry.updatedAt)
    if entry.version > 1, editedOn != entry.day {
      parts.append(styled(.noteEdited(day: editedOn, version: entry.version), .remark))
    }
    if entry.needsLook { parts.append(lookMark) }
    if let deletedAt = entry.deletedAt {
      parts.append(styled(.noteDeletedOn(day: day(of: deletedAt)), .warning))
    }
    if !entry.shownTags.isEmpty { parts.append(entry.shownTags) }
    return parts
  }

  /// Entries with one line each. The date is never shortened; the text is cut to fit.
  public func table(of entries: [EntrySummary]) -> Table {
    Table(columns: [.whole, .flexible, .flexible, .flexible], count: entries.count) { index in
      let entry = entries[index]
      let preview = entry.preview.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let title = entry.title.isEmpty ? preview : entry.title
      return [
        StyledText(dateInList(entry.day), .day), StyledText(title),
        StyledText(tags: entry.tags, notIn: title + " " + preview),
        StyledText(entry.title.isEmpty ? "" : preview, .remark),
      ]
    }
  }
}

extension Entry {
  /// The tags that are not written in the text.
  fileprivate var shownTags: StyledText { StyledText(tags: text.withoutTagsInText.tags) }
}

// MARK: As JSON

extension Entry {
  public var json: JSONValue {
    [
      "day": .string(day.description),
      "title": .string(text.title),
      "body": .string(text.body),
      "tags": text.tagsJSON,
      "numbers": text.numbersJSON,
      "weather": weatherJSON,
      "createdAt": .string(createdAt.instant.description),
      "updatedAt": .string(updatedAt.instant.description),
      "deletedAt": JSONValue(deletedAt?.instant.description),
    ]
  }

  /// Null if there is none or it is not valid.
  var weatherJSON: JSONValue { WeatherJSON.weather(text: weather).map(WeatherJSON.object) ?? .null }
}

extension [Entry] {
  public var json: JSONValue { ["entries": .array(map(\.json))] }
}
