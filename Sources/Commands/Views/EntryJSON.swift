import Diary
import JSON

/// Entries as other programs read them.
enum EntryJSON {
  static func entry(_ entry: Entry) -> JSONValue {
    [
      "day": .string(entry.day.description),
      "title": .string(entry.text.title),
      "body": .string(entry.text.body),
      "weather": weather(entry.weather),
      "createdAt": .string(entry.createdAt.instant.description),
      "updatedAt": .string(entry.updatedAt.instant.description),
      "deletedAt": JSONValue(entry.deletedAt?.instant.description),
    ]
  }

  static func entries(_ entries: [Entry]) -> JSONValue {
    ["entries": .array(entries.map(entry))]
  }

  static func versions(_ versions: [EntryVersion]) -> JSONValue {
    let list = versions.map { version -> JSONValue in
      [
        "version": .integer(version.number),
        "title": .string(version.text.title),
        "body": .string(version.text.body),
        "savedAt": .string(version.savedAt.instant.description),
      ]
    }
    return ["versions": .array(list)]
  }

  /// The object that is kept with an entry; what is none is as good as not there.
  static func weather(_ text: String?) -> JSONValue {
    WeatherJSON.weather(text: text).map(WeatherJSON.object) ?? .null
  }
}
