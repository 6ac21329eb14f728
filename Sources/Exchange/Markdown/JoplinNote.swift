import Diary
import JSON

/// A file of Joplin's export "Markdown + front matter".
enum JoplinNote {
  private static let created = ["created", "created_at"]
  private static let completed = "completed?"

  /// Whether the properties are those that Joplin writes.
  static func isNote(_ front: FrontMatter) -> Bool {
    front.property("title") != nil
      && ["created", "updated", "created_at", "updated_at", completed].contains {
        front.property($0) != nil
      }
  }

  static func isToDo(_ front: FrontMatter) -> Bool { front.property(completed) != nil }

  /// The day of an entry.
  static func day(_ front: FrontMatter, _ time: CivilTime, _ place: ItemPlace) throws -> Day {
    for name in created + ["updated", "updated_at"] {
      guard let text = front.text(name) else { continue }
      guard let read = WrittenTime(text) else {
        throw ExchangeError(.badDate(field: name, typed: text), at: place)
      }
      return read.time == nil ? read.day : read.moment(time).day(endingAt: time.dayEndsAt)
    }
    throw ExchangeError(.missing(field: "created"), at: place)
  }

  /// - Parameters:
  ///   - lines: those below the front matter.
  ///   - doneAt: when it was done, if the file has no date.
  static func toDo(
    _ front: FrontMatter, _ lines: [String], _ time: CivilTime, doneAt: Moment?
  ) -> Item? {
    guard isToDo(front), let title = front.text("title").map({ ToDo.line($0) }), !title.isEmpty
    else { return nil }
    var toDo = NewToDo(text: title)
    var used: Set<String> = ["title", "tags", completed, "id"]
    func read(_ name: String) -> WrittenTime? {
      guard let read = front.text(name).flatMap(WrittenTime.init) else { return nil }
      used.insert(name)
      return read
    }
    if let created = read("created") {
      let moment = created.moment(time)
      toDo.createdAt = moment
      toDo.day = created.time == nil ? created.day : moment.day(endingAt: time.dayEndsAt)
    }
    if let due = read("due") {
      toDo.details.due = due.time == nil ? due.day : due.moment(time).day
    }
    toDo.details.tags = front.tags
    if ["yes", "true"].contains(front.text(completed)?.lowercased() ?? "") {
      let updated = front.text("updated").flatMap(WrittenTime.init)?.moment(time)
      toDo.doneAt = updated ?? toDo.createdAt ?? doneAt
      toDo.doneOn = toDo.doneAt?.day(endingAt: time.dayEndsAt)
    }
    var fields = front.properties.filter { !used.contains($0.name.lowercased()) }.map(\.field)
    let text = lines.drop(while: \.isBlank).joined(separator: "\n")
    if !text.isBlank {
      fields.append(JSONValue.Member(MarkdownDay.Field.body, .string(text)))
    }
    return Item(.toDo(toDo), key: front.text("id"), fields: fields)
  }
}
