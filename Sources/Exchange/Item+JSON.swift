public import Diary
public import JSON

// An item as the journal keeps it, to compare it with the item of a later import and to write it again.

extension Item {
  public var json: JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ text: Text) {
      members.add("title", text.title)
      members.add("body", text.body)
      members.add("tags", .array(text.tags.map(JSONValue.string)))
    }
    switch content {
    case .entry(let entry):
      members.add("kind", "entry")
      members.add("day", "\(entry.day)")
      members.add("time", entry.time?.description)
      add(entry.text)
    case .note(let note):
      members.add("kind", "note")
      members.add("repository", note.repository?.name)
      members.add("commit", note.commit?.json)
      add(note.text)
    case .toDo(let toDo):
      members.add("kind", "toDo")
      members.add("day", toDo.day?.description)
      members.add("text", toDo.text)
      members.add("tags", .array(toDo.details.tags.map(JSONValue.string)))
      members.add("due", toDo.details.due?.description)
      members.add("priority", toDo.details.priority?.letter)
      members.add("every", toDo.details.recurrence?.text(of: nil, due: nil))
      members.add("rule", toDo.rule?.description)
    }
    members.add("createdAt", content.createdAt?.json)
    members.add("updatedAt", content.updatedAt?.json)
    members.add("weather", content.entry?.weather.map(WeatherJSON.kept))
    members.add("doneAt", content.toDo?.doneAt?.json)
    members.add("doneOn", content.toDo?.doneOn?.description)
    members.add("fields", fields.isEmpty ? nil : .object(fields))
    members.add("raw", raw)
    return .object(members)
  }

  /// `nil` if the text is not an item.
  public init?(json value: JSONValue, key: String?) {
    func text(_ name: String) -> String { value[name]?.string ?? "" }
    func day(_ name: String) -> Day? {
      value[name].flatMap { $0.integer.map(Day.init) ?? Day(iso: $0.string ?? "") }
    }
    func moment(_ name: String) -> Moment? { value[name].flatMap(Moment.init(json:)) }
    let tags = (value["tags"]?.array ?? []).compactMap(\.string)
    let written = Text(title: text("title"), body: text("body"), tags: tags)
    let (created, updated) = (moment("createdAt"), moment("updatedAt"))
    let content: Content
    switch value["kind"]?.string {
    case "entry":
      guard let date = day("day") else { return nil }
      content = .entry(
        EntryItem(
          day: date, time: TimeOfDay(iso: text("time")), text: written, createdAt: created,
          updatedAt: updated, weather: value["weather"].flatMap(WeatherJSON.weather)))
    case "note":
      content = .note(
        NoteItem(
          repository: value["repository"]?.string.map { Repository(name: $0) },
          commit: value["commit"].flatMap(Commit.init(json:)), text: written, createdAt: created,
          updatedAt: updated))
    case "toDo":
      let details = ToDo.Details(
        text: text("text"), tags: tags, due: day("due"),
        priority: ToDo.Priority(text("priority")),
        recurrence: Recurrence(text("every"), of: nil, due: nil))
      var toDo = NewToDo(
        details, day: day("day"), createdAt: created, doneAt: moment("doneAt"))
      toDo.doneOn = day("doneOn")
      toDo.rule = Recurrence.Rule(text("rule"))
      content = .toDo(toDo)
    default: return nil
    }
    self.init(content, key: key, fields: value["fields"]?.object ?? [], raw: value["raw"]?.string)
  }
}

extension Moment {
  /// Seconds since 1970, and seconds east of UTC.
  fileprivate var json: JSONValue {
    [.integer(Int(instant.secondsSince1970)), .integer(offset)]
  }

  fileprivate init?(json: JSONValue) {
    guard let parts = json.array, parts.count == 2, let seconds = parts[0].integer,
      let offset = parts[1].integer
    else { return nil }
    self.init(Instant(secondsSince1970: Int64(seconds)), offset: offset)
  }
}

extension Commit {
  fileprivate var json: JSONValue {
    [
      "sha": .string(sha), "subject": .string(subject), "author": .string(author),
      "date": date.json, "patch": JSONValue(patchID),
    ]
  }

  fileprivate init?(json: JSONValue) {
    guard let sha = json["sha"]?.string, let date = json["date"].flatMap(Moment.init(json:)) else {
      return nil
    }
    self.init(
      sha: sha, subject: json["subject"]?.string ?? "", author: json["author"]?.string ?? "",
      date: date, patchID: json["patch"]?.string)
  }
}

/// The JSON of a day's weather, for output and for saving.
public enum WeatherJSON {
  public static func object(_ weather: DayWeather) -> JSONValue {
    [
      "place": .string(weather.place), "temperature": number(weather.temperature),
      "low": number(weather.low), "high": number(weather.high),
      "code": weather.code.map(JSONValue.integer) ?? .null, "pm10": number(weather.pm10),
      "pm25": number(weather.pm25), "grade": JSONValue(weather.grade?.rawValue),
      "scale": JSONValue(weather.scale?.rawValue),
      "observedAt": JSONValue(weather.observedAt?.description),
    ]
  }

  /// The JSON with the data source, so that it can be credited when the weather is shown again.
  public static func kept(_ weather: DayWeather) -> JSONValue {
    var members = object(weather).object ?? []
    members.add("source", JSONValue(weather.source))
    return .object(members)
  }

  /// Reads saved weather; `nil` if it has no place.
  public static func weather(_ json: JSONValue) -> DayWeather? {
    guard let place = json["place"]?.string else { return nil }
    var weather = DayWeather(
      place: place, temperature: json["temperature"]?.lenientNumber,
      low: json["low"]?.lenientNumber,
      high: json["high"]?.lenientNumber, code: json["code"]?.integer,
      pm10: json["pm10"]?.lenientNumber,
      pm25: json["pm25"]?.lenientNumber,
      scale: json["scale"]?.string.flatMap(GradeScale.init(rawValue:)),
      observedAt: json["observedAt"]?.string.flatMap(Instant.init(rfc3339:)))
    weather.source = json["source"]?.string
    return weather
  }

  /// The JSON as a text to save.
  public static func text(_ weather: DayWeather?) -> String? {
    weather.map { kept($0).text(.compact) }
  }

  public static func weather(text: String?) -> DayWeather? {
    text.flatMap { try? JSONParser.parse(Array($0.utf8)) }.flatMap(weather)
  }

  /// Rounded to tenths, because measurements are no more precise.
  private static func number(_ value: Double?) -> JSONValue {
    value.map { .number(($0 * 10).rounded() / 10) } ?? .null
  }
}
