import Diary

// All occurrences of a recurring to-do have the same text, and no other to-do has it.

extension JournalState {
  mutating func add(_ toDo: ToDo, found: JournalState) {
    let id = found.toDos.first { toDos[$0] == nil && $1.text == toDo.text }?.key
    toDos[id ?? "new, \(toDo.text)"] = toDo
  }

  mutating func addOccurrence(
    of text: String, every period: String, on day: String, found: JournalState
  ) {
    var toDo = ToDo(text, day: day, number: nil)
    toDo.every = period
    toDo.occurrence = day
    add(toDo, found: found)
  }

  /// Marks a to-do as done or open. A recurring one gets its next occurrence, or loses it.
  mutating func mark(_ id: String, isDone: Bool, found: JournalState) {
    guard let toDo = toDos[id], toDo.isDone != isDone else { return }
    toDos[id]?.isDone = isDone
    guard let period = toDo.every, let occurrence = toDo.occurrence else { return }
    let later = toDos.filter {
      $1.text == toDo.text && $1.occurrence ?? "" > occurrence && !$1.isDeleted
    }.sorted { $0.value.occurrence ?? "" < $1.value.occurrence ?? "" }
    guard isDone else {
      if let next = later.first, !next.value.isDone { toDos[next.key]?.isDeleted = true }
      return
    }
    guard later.allSatisfy(\.value.isDone),
      let day = Self.next(after: occurrence, every: period)
    else { return }
    if let known = toDos.first(where: { $1.text == toDo.text && $1.occurrence == day })?.key {
      toDos[known]?.isDeleted = false
    } else {
      addOccurrence(of: toDo.text, every: period, on: day, found: found)
    }
  }

  /// The first date of the rule after this one and after today.
  private static func next(after occurrence: String, every period: String) -> String? {
    guard let from = Day(iso: occurrence), let today = Day(iso: CommandChoice.today) else {
      return nil
    }
    let step = period == "week" ? 7 : 1
    let missed = max(today - from, 0) / step
    return "\(from + (missed + 1) * step)"
  }
}
