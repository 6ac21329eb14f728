import Diary
import JSON

/// Writes items as components of iCalendar (RFC 5545): entries and notes as `VJOURNAL`, of which only
/// entries have a date, and to-dos as `VTODO`.
///
/// What iCalendar has no property for is written in properties that begin with `X-COMMITDIARY-`. The
/// same items give the same bytes.
public struct CalendarWriter: ItemWriter {
  private let time: CivilTime
  /// The time of items without one.
  var stamp = Moment(Instant(secondsSince1970: 0), offset: 0)
  private var zones: Set<String> = []
  private var madeIDs: [String: Int] = [:]

  /// - Parameter time: decides whether a time that was read still is the time of the item.
  public init(time: CivilTime) {
    self.time = time
  }

  public var beginning: String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//commitdiary//commitdiary//EN\r\n"
  }

  public var end: String { "END:VCALENDAR\r\n" }

  public mutating func text(of item: Item) -> String? {
    var id = Self.id(of: item)
    if item.key == nil {
      let count = madeIDs[id, default: 0] + 1
      madeIDs[id] = count
      if count > 1 { id += "-\(count)" }
    }
    return component(of: item, id: id, zones: &zones)
  }

  /// A whole file for a folder of calendar items, with one item in each file.
  public func file(of item: Item) -> String? {
    var zones: Set<String> = []
    return beginning + component(of: item, id: Self.id(of: item), zones: &zones) + end
  }

  /// The name of that file: the ID. Characters that not every file system allows are written as
  /// `%2F`.
  public static func fileName(of item: Item) -> String {
    let id = id(of: item)
    let name = id.utf8.enumerated().map { index, byte in
      let isSafe =
        byte.isASCIILetterOrDigit || "_-@+".utf8.contains(byte)
        || (byte == UInt8(ascii: ".") && index > 0)
      return isSafe ? String(UnicodeScalar(byte)) : byte.percentEncoded
    }.joined()
    guard name.utf8.count > 200 else { return "\(name).ics" }
    return "\(name.prefix(160))-\(hash(id.utf8)).ics"
  }

  private func component(of item: Item, id: String, zones: inout Set<String>) -> String {
    let kept = CalendarFields.properties(of: item.fields)
    let values = CalendarValues(item.content)
    let properties = properties(
      of: values, id: id, kept: kept.filter { $0.name != "VTIMEZONE" })
    let used = Set(properties.compactMap { $0.parameter("TZID") })
    var text = ""
    for zone in kept.filter({ $0.name == "VTIMEZONE" }).flatMap(\.1) {
      guard let name = zone.zoneName, used.contains(name), zones.insert(name).inserted
      else { continue }
      text += zone.folded
    }
    text += "BEGIN:\(values.componentName)\r\n"
    for property in properties { text += property.folded }
    return text + "END:\(values.componentName)\r\n"
  }

  /// The properties of the values, or those that were kept, where they still say the same.
  private func properties(
    of values: CalendarValues, id: String, kept: [(name: String, [CalendarProperty])]
  ) -> [CalendarProperty] {
    let written = Self.properties(of: values, id: id, stamp: stamp, time)
    guard !kept.isEmpty else { return written }
    let names = Set(kept.map(\.name))
    let lines = kept.flatMap(\.1)
    var unchanged = CalendarComponent(name: values.componentName, properties: lines)
    // Those of an item with a time of its last change are not all kept.
    if values.content.toDo == nil,
      (try? CalendarValues(unchanged, time))?.content.updatedAt != nil
    {
      unchanged.properties += written.filter { !names.contains($0.name) }
    }
    var changed = Set(written.map(\.name))
    if let before = try? CalendarValues(unchanged, time),
      let names = values.namesOfChanges(from: before)
    {
      changed = names
      // What had no day got one when it was imported.
      if before.content.day == nil, !written.contains(where: { $0.name == "DTSTART" }) {
        changed.remove("DTSTART")
      }
      let (new, old) = (values.content.updatedAt, before.content.updatedAt)
      let isSame = old == nil || old?.instant == new?.instant
      if !changed.isEmpty || !isSame { changed.formUnion(["LAST-MODIFIED", "DTSTAMP"]) }
    }
    if let typed = unchanged.text("UID"), typed != id { changed.insert("UID") }
    let all =
      written.filter { !names.contains($0.name) || changed.contains($0.name) }
      + lines.filter { !changed.contains($0.name) }
    // Components follow the properties.
    return all.filter { !$0.isComponent } + all.filter(\.isComponent)
  }

  /// The properties of an item that no other program has written.
  static func properties(
    of values: CalendarValues, id: String, stamp: Moment?, _ time: CivilTime
  ) -> [CalendarProperty] {
    let content = values.content
    let stamp = content.updatedAt ?? content.toDo?.doneAt ?? content.createdAt ?? stamp
    return [CalendarProperty("UID", value: CalendarProperty.escaped(id))]
      + (stamp.map { [CalendarProperty("DTSTAMP", value: $0.instant.digits)] } ?? [])
      + values.properties(time)
  }

  /// The key, or an ID that is made from what the item says.
  private static func id(of item: Item) -> String {
    if let key = item.key, !key.isEmpty { return key }
    let lines = CalendarValues(item.content).properties(nil).map { $0.text + "\n" }
    return "commitdiary-" + hash(lines.joined().utf8)
  }

  /// 128 bits, hashed once forward and once backward.
  private static func hash(_ bytes: String.UTF8View) -> String {
    Hexadecimal.text(UInt64(hashing: bytes)) + Hexadecimal.text(UInt64(hashing: bytes.reversed()))
  }
}

/// The properties that are kept in `Item.fields`: all of a name, if they differ from those that would
/// be written; none, if the item has no property that would be written.
enum CalendarFields {
  /// A journal may have other times for an item that has none of its own.
  private static let times = ["CREATED", "LAST-MODIFIED", "DTSTAMP"]

  /// - Parameter keepsAll: whether all properties are kept if one of them is. Without a time of the
  ///   last change, a change is recognized by them.
  static func fields(
    of component: CalendarComponent, written: [CalendarProperty], keepsAll: Bool
  ) -> [JSONValue.Member] {
    func byName(_ properties: [CalendarProperty]) -> [String: [String]] {
      Dictionary(grouping: properties, by: \.name).mapValues { $0.map(\.text) }
    }
    let kept = byName(component.properties)
    let new = byName(written)
    var seen: Set<String> = []
    // An item without an ID is written with one.
    let names = ((component.properties + written).map(\.name) + times).filter {
      seen.insert($0).inserted && (kept[$0] != nil || $0 != "UID")
    }
    let differing = names.filter { kept[$0] != new[$0] }
    if differing.isEmpty { return [] }
    let chosen = keepsAll ? seen : Set(differing + times)
    return names.filter(chosen.contains).map { name in
      let lines = (kept[name] ?? []).map { JSONValue.string($0) }
      return JSONValue.Member(name, lines.count == 1 ? lines[0] : .array(lines))
    }
  }

  /// The kept properties by name, without fields of other formats.
  static func properties(of fields: [JSONValue.Member]) -> [(name: String, [CalendarProperty])] {
    fields.compactMap { field in
      let texts = field.value.array ?? [field.value]
      let properties = texts.compactMap { text in
        text.string.flatMap { CalendarProperty(kept: $0, as: field.name) }
      }
      return properties.count == texts.count ? (field.name, properties) : nil
    }
  }
}
