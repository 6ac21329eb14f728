import JSON

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
