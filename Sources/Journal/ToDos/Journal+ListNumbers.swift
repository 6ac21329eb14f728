public import Diary
import SQLite

// A to-do keeps its number while it is open: on today's list, a to-do of an earlier day has the
// number that it was given on its own day. New to-dos of today get other numbers. If a number is
// not unique on the list, only the to-do of the day itself has it, and the others are named by id.

/// The numbers of the to-dos of earlier days on the list of a day.
struct CarriedNumbers {
  /// All of them.
  var all: Set<Int> = []
  /// Those that name one to-do of the list.
  var unique: Set<Int> = []
}

extension Journal {
  /// The numbers of to-dos that are listed on `day` because an earlier day left them open.
  func carriedNumbers(on day: Day) throws(JournalError) -> CarriedNumbers {
    var numbers = CarriedNumbers()
    try database.forEach(
      """
      SELECT place, count(*) = 1 AS is_unique FROM (
        SELECT place FROM todo WHERE deleted_at IS NULL AND done_at IS NULL AND day < ?1
        UNION ALL
        SELECT place FROM todo WHERE +deleted_at IS NULL AND done_day = ?1 AND +day < ?1
      ) GROUP BY place
      """, [day]
    ) { row in
      numbers.all.insert(row["place"])
      if row["is_unique"] { numbers.unique.insert(row["place"]) }
    }
    if !numbers.unique.isEmpty {
      // Deleted to-dos keep their numbers.
      let own: [Int] = try database.values("SELECT place FROM todo WHERE day = ?1", [day])
      numbers.unique.subtract(own)
    }
    return numbers
  }

  /// The to-do of an earlier day that has this number on the list of `day`.
  func carriedToDo(numbered number: Int, on day: Day) throws(JournalError) -> ToDo? {
    let isUnique = try carriedNumbers(on: day).unique.contains(number)
    guard isUnique else { return nil }
    return try toDos(
      """
      todo.deleted_at IS NULL AND todo.day < ?1 AND todo.place = ?2
      AND (todo.done_at IS NULL OR todo.done_day = ?1)
      """, [day, number]
    ).first
  }

  /// The same to-dos with their short IDs and with their numbers on the list of `day`.
  ///
  /// - Parameter carrying: whether the list has to-dos of earlier days.
  public func found(
    _ toDos: [ToDo], listedOn day: Day, carrying: Bool
  ) throws(JournalError) -> [FoundToDo] {
    var found = try found(toDos)
    guard carrying, toDos.contains(where: { $0.day < day }) else { return found }
    let numbers = try carriedNumbers(on: day)
    for index in found.indices where found[index].toDo.isCarried(to: day) {
      let number = found[index].toDo.number
      if numbers.unique.contains(number) { found[index].carriedNumber = number }
    }
    return found
  }

  // MARK: Assigning numbers

  /// The next unused number of a day. The transaction holds the write lock from its start, so that
  /// two writers cannot get the same number.
  ///
  /// - Parameter others: numbers that to-dos of earlier days have on this list.
  func nextNumber(on day: Day, avoiding others: Set<Int> = []) throws(JournalError) -> Int {
    let last: Int? = try database.value("SELECT last FROM todo_day WHERE day = ?1", [day])
    var number = (last ?? 0) + 1
    while others.contains(number) { number += 1 }
    try useNumbers(upTo: number, on: day)
    return number
  }

  /// Marks the numbers up to `number` as used.
  func useNumbers(upTo number: Int, on day: Day) throws(JournalError) {
    try database.run(
      """
      INSERT INTO todo_day (day, last) VALUES (?1, ?2)
      ON CONFLICT (day) DO UPDATE SET last = max(last, excluded.last)
      """, [day, number])
  }

  /// Marks the number of a to-do that leaves the list of `day` as used, so that no other to-do gets
  /// it on that day.
  func retireNumber(of toDo: ToDo, on day: Day) throws(JournalError) {
    if toDo.isCarried(to: day) { try useNumbers(upTo: toDo.number, on: day) }
  }
}

extension ToDo {
  /// Whether the to-do is on the list of `day` because an earlier day left it open.
  fileprivate func isCarried(to day: Day) -> Bool {
    self.day < day && deletedAt == nil && (!isDone || doneOn == day)
  }
}
