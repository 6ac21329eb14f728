import Diary
import JSON

/// Writes to-dos as Taskwarrior imports them: one JSON object on each line.
public struct TaskwarriorWriter: ItemWriter {
  private let time: CivilTime

  public init(time: CivilTime) {
    self.time = time
  }

  public func text(of item: Item) -> String? {
    guard case .toDo(let toDo) = item.content else { return nil }
    let parent = item.field(TaskwarriorExtras.parent).map { $0.text(.compact) + "\n" } ?? ""
    return parent + object(toDo, item).text(.compact) + "\n"
  }

  private func object(_ toDo: NewToDo, _ item: Item) -> JSONValue {
    let isOurs = item.key.flatMap { Identifier(uuid: $0) } != nil || item.key == nil
    let (text, project) = description(
      of: toDo, project: item.field("project")?.string, isOurs: isOurs)
    var extras = TaskwarriorExtras(of: toDo, description: text)
    if let parent = item.field(TaskwarriorExtras.parent)?["recur"]?.string,
      Recurrence.Rule(taskwarrior: parent) == toDo.details.recurrence?.rule
    {
      extras.every = nil
    }
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: String?) { members.add(name, value) }
    func known(_ name: String) -> Instant? { item.field(name).flatMap(TaskwarriorFields.instant) }
    /// The imported date with its time, unless the day has changed.
    func add(_ name: String, _ day: Day?) {
      guard let day else { return }
      let same = known(name).flatMap { time.day(of: $0) == day ? $0 : nil }
      add(name, (same ?? time.start(of: day)).digits)
    }
    add("description", text)
    add("due", toDo.details.due)
    add("end", toDo.doneAt?.instant.digits)
    add("entry", toDo.createdAt?.instant.digits)
    let priorities = TaskwarriorFields.priorities
    if let letter = toDo.details.priority?.letter {
      add("priority", priorities.first { $0.1 == letter }?.0)
    } else if let name = item.field("priority")?.string,
      !priorities.contains(where: { $0.0 == name })
    {
      add("priority", name)
    }
    add("project", project)
    // A task without these dates is on the list from the day on which it was added. One that has both is on it
    // from the later one.
    let created = toDo.createdAt.map { time.ownDay(of: $0.instant) }
    let scheduled = known("scheduled").map(time.day)
    let wait = known("wait").map(time.day)
    let isMoved = [scheduled ?? created, wait].compactMap(\.self).max() != toDo.day
    if isOurs && item.fields.isEmpty || scheduled != nil || toDo.day != created && wait == nil {
      add("scheduled", isMoved ? toDo.day : scheduled ?? toDo.day)
    }
    let isWaiting = item.field("status") == "waiting"
    add("status", toDo.doneAt != nil ? "completed" : isWaiting ? "waiting" : "pending")
    let tags = toDo.details.tags.filter(TaskwarriorExtras.isTag)
    if !tags.isEmpty { members.add("tags", .array(tags.map(JSONValue.string))) }
    add("uuid", item.key)
    if let day = toDo.day, wait != nil || created.map({ day > $0 }) ?? false {
      add("wait", isMoved ? day : wait ?? day)
    }
    add(TaskwarriorExtras.attribute, extras.text)
    let written = Set(members.map(\.name)).union(TaskwarriorFields.known)
      .union([TaskwarriorExtras.parent])
    return .object(members + item.fields.filter { !written.contains($0.name) })
  }

  /// The text of a to-do without its project. A to-do of this program has its project in the text; a
  /// task has the one that it was imported with.
  private func description(
    of toDo: NewToDo, project known: String?, isOurs: Bool
  ) -> (text: String, project: String?) {
    func isWord(_ text: some StringProtocol) -> Bool { TaskwarriorFields.isWord(text) }
    if let known, !isWord(known) { return (toDo.text, known) }
    let words = toDo.text.split(separator: " ", omittingEmptySubsequences: false)
    guard let last = words.last, last.hasPrefix("+"), last.count > 1, isWord(last),
      isOurs && known == nil || last.dropFirst() == known ?? ""
    else { return (toDo.text, nil) }
    let text = words.dropLast().joined(separator: " ")
    guard !text.isEmpty, text.last?.isWhitespace == false else { return (toDo.text, nil) }
    return (text, String(last.dropFirst()))
  }
}
