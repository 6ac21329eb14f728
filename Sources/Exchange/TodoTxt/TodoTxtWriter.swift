import Diary

/// Writes to-dos in the todo.txt format, one on each line: see `TodoTxtReader`.
public struct TodoTxtWriter: ItemWriter {
  public init() {}

  public func text(of item: Item) -> String? {
    guard case .toDo(let toDo) = item.content else { return nil }
    return item.raw ?? line(toDo) + "\n"
  }

  private func line(_ toDo: NewToDo) -> String {
    let details = toDo.details
    let text = details.text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let rule = details.recurrence?.text(of: toDo.day, due: details.due)
      .split(separator: "/", maxSplits: 1)
    var fields = TodoTxtFields(
      tags: details.tags, due: details.due,
      rule: details.recurrence?.rule ?? toDo.rule,
      since: rule.flatMap { $0.count > 1 ? String($0[1]) : nil })
    let done = toDo.doneAt.map { toDo.doneOn ?? $0.day }
    let created = [toDo.createdAt?.day, toDo.day, done].compactMap(\.self).min()
    if let day = toDo.day, let created, day > created { fields.day = day }
    guard let done else {
      let priority = details.priority.map { "(\($0.letter)) " } ?? ""
      let date = created.map { "\($0) " } ?? ""
      return "\(priority)\(date)\(fields.line(text, isDone: false))"
    }
    fields.priority = details.priority
    return "x \(done) \(created ?? done) \(fields.line(text, isDone: true))"
  }
}
