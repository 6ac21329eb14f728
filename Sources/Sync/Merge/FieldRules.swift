import Diary
import JSON
import Records

/// The three-way merge of the fields of a record.
///
/// A field that one side has changed gets that change. A field that both have changed follows the rule
/// of its group; without a rule of its own, the later side counts, also for fields that this program
/// does not know.
struct FieldRules {
  typealias Fields = AuthoredVersion.Fields

  /// `nil` if the sides have no common version.
  let base: Fields?
  /// The side with the earlier version.
  let earlier: Fields
  let later: Fields
  let kind: RecordKind
  private(set) var losses: MergeLosses = []

  /// When a version was written.
  static let time = ["updatedAt", "updatedOffset"]
  /// When and where a version was written: no change by themselves.
  static let circumstances = time + names { $0.role == .circumstance }

  /// The fields that are declared, by the names of their parts.
  private static let rules = RecordField.all.map { (names: $0.parts.map(\.name), rule: $0.merge) }
  private static let deletion = names { $0.merge == .deletion }
  private static let observed = names { $0.role == .observed }

  private static func names(_ isIncluded: (RecordField) -> Bool) -> [String] {
    RecordField.all.filter(isIncluded).flatMap(\.parts).map(\.name)
  }

  mutating func merged() -> Fields {
    var merged: Fields = [:]
    func set(_ names: [String], from side: Fields) {
      for name in names { merged[name] = side[name] }
    }
    var rest = Set(earlier.keys).union(later.keys).subtracting(Self.time)
    for (names, rule) in Self.rules {
      switch rule {
      case .words: mergeText(into: &merged)
      case .completion: set(names, from: completion(names))
      case .deletion: set(names, from: deletion)
      case .weather: merged[names[0]] = weather(names[0])
      case .later: set(names, from: changed(names) ?? later)
      }
      rest.subtract(names)
    }
    let earlierTime = earlier["updatedAt"]?.string ?? ""
    set(Self.time, from: earlierTime > later["updatedAt"]?.string ?? "" ? earlier : later)
    for name in rest { set([name], from: changed([name]) ?? later) }
    return merged
  }

  /// The side that has changed these fields; `nil` if both have.
  private func changed(_ names: [String]) -> Fields? {
    func values(_ fields: Fields?) -> [JSONValue?] { names.map { fields?[$0] } }
    let (old, first, second) = (values(base), values(earlier), values(later))
    if first == second || first == old { return later }
    return second == old ? earlier : nil
  }

  // MARK: Text

  private func text(_ name: String, _ fields: Fields) -> String { fields[name]?.string ?? "" }

  private mutating func mergeText(into merged: inout Fields) {
    let titles = (text("title", earlier), text("title", later))
    let bodies = (text("body", earlier), text("body", later))
    var title = changed(["title"]).map { text("title", $0) } ?? titles.1
    let body: TextMerge
    switch (base, kind) {
    case (let base?, _):
      if changed(["title"]) == nil, !titles.0.isEmpty { losses.insert(.words) }
      body = TextMerge(base: text("body", base), earlier: bodies.0, later: bodies.1)
    case (nil, RecordKind.toDo):
      body = TextMerge(replacing: bodies.0, by: bodies.1)
    case (nil, RecordKind.entry) where !Self.areSame(titles.0, titles.1):
      // Two entries that were begun for one day.
      title = titles.0
      let written = Text(title: titles.1, body: bodies.1).written
      body = TextMerge(base: "", earlier: bodies.0, later: written)
    case (nil, _):
      if !titles.0.isEmpty, !Self.areSame(titles.0, titles.1) { losses.insert(.words) }
      body = TextMerge(base: "", earlier: bodies.0, later: bodies.1)
    }
    if body.hasLoss { losses.insert(.words) }
    merged["title"] = .string(title)
    merged["body"] = .string(body.text)
    merged["tags"] = tags
  }

  private static func areSame(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }

  /// Each tag with how it was set. What one side has added or removed is added or removed.
  private var tags: JSONValue? {
    func pairs(_ fields: Fields?) -> [(key: String, pair: JSONValue)] {
      (fields?["tags"]?.array ?? []).compactMap { pair in
        (pair.array?.first?.string).map { (Tag.key($0), pair) }
      }
    }
    let (old, first, second) = (pairs(base), pairs(earlier), pairs(later))
    func keys(_ pairs: [(key: String, pair: JSONValue)]) -> Set<String> { Set(pairs.map(\.key)) }
    let removed = keys(old).subtracting(keys(first).intersection(keys(second)))
    var merged: [(key: String, pair: JSONValue)] = []
    for tag in first + second where !removed.contains(tag.key) {
      guard let place = merged.firstIndex(where: { $0.key == tag.key }) else {
        merged.append(tag)
        continue
      }
      // A tag that a person has typed anywhere was typed.
      if tag.pair.array?.last == "typed" { merged[place] = tag }
    }
    for index in merged.indices where merged[index].pair.array?.last == "typed" {
      let key = merged[index].key
      let isOpen = [(earlier, first), (later, second)].allSatisfy { side, tags in
        tags.contains { $0.key == key && $0.pair.array?.last == "typed" } || hasTextOfBase(side)
      }
      // A text that one side has written may be opened by a tag of the other one only by the user.
      if !isOpen, let name = merged[index].pair.array?.first {
        merged[index].pair = [name, "import"]
      }
    }
    return merged.isEmpty ? nil : .array(merged.map(\.pair))
  }

  private func hasTextOfBase(_ side: Fields) -> Bool {
    guard let base else { return false }
    return ["title", "body"].allSatisfy { Self.areSame(text($0, side), text($0, base)) }
  }

  // MARK: States

  /// Done beats open, and the earlier time counts.
  private func completion(_ names: [String]) -> Fields {
    if let changed = changed(names) { return changed }
    guard let first = earlier["doneAt"]?.string else { return later }
    guard let second = later["doneAt"]?.string else { return earlier }
    return second < first ? later : earlier
  }

  /// A change beats a deletion; the earlier of two deletions counts.
  private var deletion: Fields {
    mutating get {
      let isDeleted = (earlier["deletedAt"] != nil, later["deletedAt"] != nil)
      switch isDeleted {
      case (false, false): return later
      case (true, true):
        let first = earlier["deletedAt"]?.string ?? ""
        return later["deletedAt"]?.string ?? "" < first ? later : earlier
      default: break
      }
      let (present, deleted) = isDeleted.0 ? (later, earlier) : (earlier, later)
      if base?["deletedAt"] != nil || hasChanged(present) {
        if hasChanged(present), base?["deletedAt"] == nil { losses.insert(.deletion) }
        return present
      }
      return deleted
    }
  }

  /// Whether a side has changed more than what the program changes by itself.
  private func hasChanged(_ side: Fields) -> Bool {
    guard let base else { return true }
    let ignored = Set(Self.circumstances + Self.deletion + Self.observed)
    return Set(side.keys).union(base.keys).subtracting(ignored).contains { side[$0] != base[$0] }
  }

  /// Weather that was observed beats a forecast, and any beats none.
  private func weather(_ name: String) -> JSONValue? {
    let (first, second) = (earlier[name], later[name])
    if let changed = changed([name]), first != nil, second != nil { return changed[name] }
    guard let first else { return second }
    guard let second else { return first }
    func isObserved(_ weather: JSONValue) -> Bool {
      let json = weather.string.flatMap { try? JSONParser.parse(Array($0.utf8)) }
      return json?["observedAt"]?.string != nil
    }
    return isObserved(first) && !isObserved(second) ? first : second
  }
}
