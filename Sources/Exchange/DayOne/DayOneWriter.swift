import Diary
import JSON

/// Writes a journal as Day One imports it: a JSON file with one entry in each line.
public struct DayOneWriter: ItemWriter {
  /// The name of the field with the name of the journal.
  public static let journalField = "journal"
  private let time: CivilTime
  private let zone: String?
  private var isFirst = true
  /// How often each generated ID was given.
  private var given: [String: Int] = [:]

  /// - Parameters:
  ///   - time: the user's time zone.
  ///   - zone: its name, such as `Asia/Seoul`; `nil` if it is not known.
  public init(time: CivilTime, zone: String?) {
    self.time = time
    self.zone = zone
  }

  public var beginning: String { #"{"metadata":{"version":"1.0"},"entries":["# }
  public var end: String { "\n]}\n" }

  /// Day One has no notes and no to-dos.
  public mutating func text(of item: Item) -> String? {
    guard case .entry(let entry) = item.content else { return nil }
    defer { isFirst = false }
    return (isFirst ? "\n" : ",\n") + JSONValue.object(members(of: entry, in: item)).text(.compact)
  }

  private mutating func members(of entry: EntryItem, in item: Item) -> [JSONValue.Member] {
    var members = item.fields
    if members.last?.name == Self.journalField { members.removeLast() }
    // The fields of another format have no such date.
    let old = try? DayOneEntry(.object(members), time: time).item
    if old == nil { members = [] }
    if old == nil || members["uuid"]?.string != item.key {
      members["uuid"] = .string(uuid(of: item.key, entry))
    }
    update(&members, from: old, to: entry)
    return members
  }

  /// Replaces what has changed. The rest stays as Day One has written it.
  private func update(
    _ members: inout [JSONValue.Member], from old: EntryItem?, to entry: EntryItem
  ) {
    var hasChanged = false
    if old?.day != entry.day || old?.time != entry.time {
      hasChanged = true
      if old == nil, let zone { members["timeZone"] = .string(zone) }
      let name = members["timeZone"]?.string ?? ""
      let date = creationDate(of: entry, in: time.inZone(name) ?? time)
      members["creationDate"] = .string("\(date)")
      members["isAllDay"] = .bool(entry.time == nil)
    }
    if old.map({ !$0.text.hasSameWords(as: entry.text) }) ?? true {
      hasChanged = true
      let hasHeading = members["text"]?.string.map { $0.trimmed.first == "#" } ?? true
      members["text"] = .string(DayOneText.written(entry.text, hasHeading: hasHeading))
      // Day One prefers the rich text, which is that of the old text.
      members["richText"] = nil
    }
    if old?.text.tags != entry.text.tags {
      hasChanged = true
      let isStar = { (tag: String) in Tag.areSame(tag, DayOneEntry.starredTag) }
      let tags = entry.text.tags.filter { !isStar($0) }
      members["starred"] = .bool(entry.text.tags.contains(where: isStar))
      if !tags.isEmpty || members["tags"] != nil {
        members["tags"] = .array(tags.map(JSONValue.string))
      }
    }
    if hasChanged, let updatedAt = entry.updatedAt {
      members["modifiedDate"] = .string("\(updatedAt.instant)")
    }
    if old == nil, let weather = entry.weather.flatMap(Self.weather) {
      members["weather"] = weather
    }
  }

  /// The instant that Day One shows as the day and time of the entry in this time zone. An entry that
  /// has no time is one of the whole day, which begins at midnight.
  private func creationDate(of entry: EntryItem, in zone: CivilTime) -> Instant {
    guard let clock = entry.time else { return zone.start(of: entry.day) }
    if let created = entry.createdAt.map({ zone.moment($0.instant) }), created.day == entry.day,
      created.time == clock
    {
      return created.instant
    }
    return zone.moment(on: entry.day, at: clock).instant
  }

  private static func weather(_ weather: DayWeather) -> JSONValue? {
    var members: [JSONValue.Member] = []
    members.add("temperatureCelsius", weather.temperature.map(JSONValue.number))
    members.add("conditionsDescription", weather.sky?.english)
    return members.isEmpty ? nil : .object(members)
  }
}

// MARK: IDs

extension DayOneWriter {
  /// 32 hexadecimal digits: those of the key if it is a UUID, else a hash, which is the same in every
  /// export of the same texts.
  private mutating func uuid(of key: String?, _ entry: EntryItem) -> String {
    let digits = (key ?? "").filter { $0 != "-" }
    if digits.utf8.count == 32, digits.utf8.allSatisfy(\.isHexDigit) { return digits.uppercased() }
    let time = entry.time.map { "\($0)" } ?? ""
    let content = key ?? "\(entry.day) \(time)\n\(entry.text.written)"
    let first = Self.hash(content)
    given[first, default: 0] += 1
    let count = given[first] ?? 1
    return count == 1 ? first : Self.hash("\(first) \(count)")
  }

  private static func hash(_ text: String) -> String {
    let hashes = [
      UInt64(hashing: text.utf8), UInt64(hashing: text.utf8, from: 0x9AE1_6A3B_2F90_404F),
    ]
    return hashes.map { Hexadecimal.text($0).uppercased() }.joined()
  }
}
