public import Diary
import Exchange
public import JSON
public import Journal
import Localization
public import Terminal

/// An entry in human-readable form.
public struct EntryView: Sendable {
  public let entry: Entry
  public let context: ViewContext

  public init(entry: Entry, context: ViewContext) {
    self.entry = entry
    self.context = context
  }

  public func lines() -> [StyledText] { lines(with: [date] + facts) }

  /// The same without the date, for a place below a heading with it.
  public func linesUnderDate() -> [StyledText] { lines(with: facts) }

  private func lines(with facts: [StyledText]) -> [StyledText] {
    var lines: [StyledText] = []
    if !entry.text.title.isEmpty {
      lines += context.wrapped(StyledText(entry.text.title, .heading))
    }
    if !facts.isEmpty { lines += context.wrapped(facts.joined(separator: StyledText("  "))) }
    if let weather = WeatherJSON.weather(text: entry.weather) {
      lines += WeatherView(weather: weather, context: context).lines()
    }
    if !entry.text.body.isEmpty {
      if !lines.isEmpty { lines.append("") }
      lines += body.joined()
    }
    return lines
  }

  /// The title with the tags, and the lines of each line of the text, for a page of the day.
  var rows: [[StyledText]] {
    let mark = entry.needsLook ? context.lookMark : ""
    let heading = [StyledText(entry.text.title, .bold), tags, mark].filter { !$0.isEmpty }
    if heading.isEmpty { return body }
    let title = context.wrapped(heading.joined(separator: "  "))
    return entry.text.body.isEmpty ? [title] : [title, [""]] + body
  }

  private var body: [[StyledText]] {
    NoteView.paragraphs(of: entry.text.body).map { context.wrapped(StyledText($0)) }
  }

  /// The tags that are not written in the text.
  private var tags: StyledText { NoteList.tags(entry.text.withoutTagsInText.tags) }

  private var date: StyledText {
    StyledText(context.reader.dateWithWeekday(entry.day), .day)
  }

  /// When the entry was edited or deleted, and its tags. Texts are added to an entry all day, so that an
  /// edit is only worth mentioning if it was made on another day.
  private var facts: [StyledText] {
    var parts: [StyledText] = []
    let editedOn = context.day(of: entry.updatedAt)
    if entry.version > 1, editedOn != entry.day {
      parts.append(
        context.styled(.noteEdited(day: editedOn, version: entry.version), .remark))
    }
    if entry.needsLook { parts.append(context.lookMark) }
    if let deletedAt = entry.deletedAt {
      parts.append(
        context.styled(.noteDeletedOn(day: context.day(of: deletedAt)), .warning))
    }
    if !tags.isEmpty { parts.append(tags) }
    return parts
  }
}

/// The JSON of entries.
public enum EntryJSON {
  public static func entry(_ entry: Entry) -> JSONValue {
    [
      "day": .string(entry.day.description),
      "title": .string(entry.text.title),
      "body": .string(entry.text.body),
      "tags": .array(Tag.names(entry.text.tags).map(JSONValue.string)),
      "numbers": NumberJSON.numbers(of: entry.text),
      "weather": weather(entry.weather),
      "createdAt": .string(entry.createdAt.instant.description),
      "updatedAt": .string(entry.updatedAt.instant.description),
      "deletedAt": JSONValue(entry.deletedAt?.instant.description),
    ]
  }

  public static func entries(_ entries: [Entry]) -> JSONValue {
    ["entries": .array(entries.map(entry))]
  }

  /// The same document, for writing it entry by entry.
  public static let list = JSONList(name: "entries")

  /// The weather saved with an entry; null if there is none or it is not valid.
  public static func weather(_ text: String?) -> JSONValue {
    WeatherJSON.weather(text: text).map(WeatherJSON.object) ?? .null
  }
}

/// Entries as a table with one line each. The date is never shortened; the text is cut to fit.
public struct EntryList: Sendable {
  public let entries: [EntrySummary]
  public let context: ViewContext

  public init(entries: [EntrySummary], context: ViewContext) {
    self.entries = entries
    self.context = context
  }

  public var table: Table {
    Table(columns: [.whole, .flexible, .flexible, .flexible], count: entries.count) { index in
      let entry = entries[index]
      let preview = Self.onOneLine(entry.preview)
      let title = entry.title.isEmpty ? preview : entry.title
      return [
        StyledText(context.dateInList(entry.day), .day), StyledText(title),
        NoteList.tags(entry.tags, notIn: title + " " + preview),
        StyledText(entry.title.isEmpty ? "" : preview, .remark),
      ]
    }
  }

  static func onOneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// Search results in the diary: each entry with an excerpt around the matching words.
public struct EntrySearchView: Sendable {
  public let entries: [Entry]
  public let query: SearchQuery
  public let context: ViewContext

  public init(entries: [Entry], query: SearchQuery, context: ViewContext) {
    self.entries = entries
    self.query = query
    self.context = context
  }

  public func lines() -> [StyledText] {
    let hits = MatchHighlighter(query: query, context: context)
    let titles = Table(
      columns: [.whole, .flexible, .flexible],
      rows: entries.map { entry in
        [
          StyledText(context.dateInList(entry.day), .day),
          hits.highlighted(entry.text.headline), hits.tags(entry.text.withoutTagsInText.tags),
        ]
      }
    ).rows(on: context.screen)
    return zip(entries, titles).flatMap { entry, title in
      title
        + hits.excerpt(of: entry.text.bodyBelowHeadline, below: title, of: entry.text.headline)
    }
  }
}
