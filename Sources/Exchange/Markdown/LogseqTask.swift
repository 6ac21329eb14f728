import Diary
import JSON

/// A task of Logseq: a block such as `- TODO [#A] Call back` with the lines below it.
enum LogseqTask {
  private static let open: Set<Substring> = [
    "TODO", "DOING", "LATER", "NOW", "WAIT", "WAITING", "IN-PROGRESS",
  ]
  private static let cancelled: Set<Substring> = ["CANCELED", "CANCELLED"]

  // The names of fields of items that this notation keeps.
  private static let marker = "marker"
  private static let lines = "lines"
  private static let scheduled = "SCHEDULED"
  private static let deadline = "DEADLINE"

  /// The word before the text of a block, and the text.
  private static func parts(_ line: String) -> (marker: Substring, text: Substring)? {
    guard line.hasPrefix("- ") else { return nil }
    let text = line.dropFirst(2)
    let marker = text.prefix { $0 != " " }
    return (marker, text[marker.endIndex...].trimmed)
  }

  static func isCancelled(_ line: String) -> Bool {
    parts(line).map { cancelled.contains($0.marker) } ?? false
  }

  /// The to-do of a block; `nil` if it is no task that is open or done, or has more text.
  static func item(_ block: [String], on page: Day?, _ time: CivilTime) -> Item? {
    guard let first = block.first, let parts = parts(first),
      open.contains(parts.marker) || parts.marker == "DONE"
    else { return nil }
    var toDo = NewToDo(text: "", day: page)
    var text = parts.text
    toDo.details.priority = text.takePriority()
    var tags: [String] = []
    while let tag = text.takeLastTag() {
      tags.append(tag)
      text = text.trimmed
    }
    guard !text.isEmpty else { return nil }
    toDo.details.text = String(text)
    toDo.details.tags = Tag.names(tags.reversed())

    var item = Item(.toDo(toDo))
    var kept: [String] = []
    var repeater: Recurrence.Rule?
    var isInLogbook = false
    for line in block.dropFirst() {
      guard line.hasPrefix("  ") else { return nil }
      let line = String(line.dropFirst(2))
      if let stamp = Stamp(line, scheduled), item.field(scheduled) == nil {
        repeater = repeater ?? stamp.rule
        // Before the day of the page, it was on the list already.
        if let page, stamp.day < page {
          kept.append(line)
        } else {
          toDo.day = stamp.day
          item.fields.add(scheduled, JSONValue(stamp.rest))
        }
      } else if let stamp = Stamp(line, deadline), toDo.details.due == nil {
        toDo.details.due = stamp.day
        repeater = repeater ?? stamp.rule
        item.fields.add(deadline, stamp.rest)
      } else if line.hasPrefix("id:: "), item.key == nil {
        item.key = String(line.dropFirst(5).trimmed)
      } else if isInLogbook || line == ":LOGBOOK:" || isProperty(line) {
        isInLogbook = line == ":LOGBOOK:" || isInLogbook && line != ":END:"
        kept.append(line)
      } else {
        return nil
      }
    }
    if let repeater {
      if let day = toDo.day {
        toDo.details.recurrence = Recurrence(every: repeater, from: day, due: toDo.details.due)
      } else {
        toDo.rule = repeater
      }
    }
    if parts.marker == "DONE", let page {
      (toDo.doneAt, toDo.doneOn) = (time.noon(of: page), page)
    }
    item.content = .toDo(toDo)
    item.fields.add(marker, String(parts.marker))
    if !kept.isEmpty { item.fields.add(lines, .array(kept.map(JSONValue.string))) }
    return item
  }

  /// Whether a to-do says itself from which day on it is on the list.
  static func hasOwnDay(_ item: Item) -> Bool { item.field(scheduled) != nil }

  /// `collapsed:: true`
  private static func isProperty(_ line: String) -> Bool {
    guard let colon = line.firstIndex(of: ":"), line[colon...].hasPrefix("::") else { return false }
    return !line[..<colon].isEmpty && !line[..<colon].contains(where: \.isWhitespace)
  }

  /// `SCHEDULED: <2021-05-26 Wed 7:00 .+1d>`
  private struct Stamp {
    var day: Day
    var rule: Recurrence.Rule?
    /// What follows the day, as far as it is more than the weekday.
    var rest: String?

    init?(_ line: String, _ name: String) {
      guard line.hasPrefix("\(name):") else { return nil }
      let text = line.dropFirst(name.count + 1).trimmed
      guard text.first == "<", text.last == ">", text.utf8.count < 100 else { return nil }
      let words = text.dropFirst().dropLast().split(separator: " ")
      guard let day = words.first.flatMap({ Day(iso: $0) }) else { return nil }
      self.day = day
      let more = words.dropFirst(words.count > 1 && words[1].allSatisfy(\.isLetter) ? 2 : 1)
      if !more.isEmpty { rest = more.joined(separator: " ") }
      rule = more.last.flatMap(Recurrence.Rule.init(repeater:))
    }
  }

  // MARK: Writing

  static func lines(_ item: Item, _ toDo: NewToDo) -> [String] {
    let details = toDo.details
    let known = item.field(marker)?.string
    let marker = toDo.doneAt == nil ? known.flatMap { $0 == "DONE" ? nil : $0 } ?? "TODO" : "DONE"
    var parts = ["-", marker]
    if let priority = details.priority { parts.append("[#\(priority.letter)]") }
    parts.append(ToDo.line(toDo.text))
    parts += Tag.names(details.tags, notIn: toDo.text).map {
      Tag.canBeWritten($0) ? "#\($0)" : "#[[\($0)]]"
    }
    var lines = [parts.joined(separator: " ")]
    let others = (item.field(Self.lines)?.array ?? []).compactMap(\.string)
    var rule = details.recurrence?.rule ?? toDo.rule
    if others.contains(where: { Stamp($0, scheduled)?.rule == rule }) { rule = nil }
    func add(_ name: String, _ day: Day?) {
      guard let day else { return }
      var text = "\(day) \(day.weekday.english.prefix(3))"
      if let rest = item.field(name)?.string {
        text += " \(rest)"
        rule = nil
      } else if let repeater = rule?.repeater {
        text += " \(repeater)"
        rule = nil
      }
      lines.append("  \(name): <\(text)>")
    }
    add(deadline, details.due)
    if hasOwnDay(item) { add(scheduled, toDo.day) }
    if let key = item.key { lines.append("  id:: \(key)") }
    lines += others.map { "  \($0)" }
    return lines
  }
}
