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
      tags: details.tags, due: details.due, wait: details.wait,
      rule: details.recurrence?.rule ?? toDo.rule,
      since: rule.flatMap { $0.count > 1 ? String($0[1]) : nil })
    guard let doneAt = toDo.doneAt else {
      let priority = details.priority.map { "(\($0.letter)) " } ?? ""
      let day = toDo.day.map { "\($0) " } ?? ""
      return "\(priority)\(day)\(fields.line(text, isDone: false))"
    }
    let done = toDo.doneOn ?? doneAt.day
    fields.priority = details.priority
    let day = toDo.day ?? done
    if day > done { fields.day = day }
    return "x \(done) \(min(day, done)) \(fields.line(text, isDone: true))"
  }
}
