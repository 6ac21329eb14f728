public import Diary

/// A list in the format of todo.txt: a to-do on each line, as in
/// `x 2026-11-21 2026-11-20 (A) text +project @context due:2026-11-22`.
///
/// Priority, projects, contexts and other marks are parts of the text, and stay in it. The date of a
/// to-do's list is written where the format has that of its creation, so that it comes back to its
/// list. Nothing is created after it is done: one that was done before the day of its list has the
/// same date twice.
public enum TodoTxt {
  /// - Parameters:
  ///   - now: for what is done without a date.
  ///   - offset: the reader's clock, in seconds east of Greenwich.
  public static func read(
    _ text: String, now: Moment, offset: @escaping (Instant) -> Int
  ) throws(ToDoFormatError) -> [NewToDo] {
    let time = CivilTime(offset: offset)
    var toDos: [NewToDo] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      var words = Words(index == 0 && line.first == "\u{FEFF}" ? line.dropFirst() : line)
      guard !words.isAtEnd else { continue }
      let toDo = toDo(&words, now: now, time)
      guard !toDo.text.isEmpty else { throw ToDoFormatError(line: index + 1, reason: .noText) }
      toDos.append(toDo)
    }
    return toDos
  }

  private static func toDo(_ words: inout Words, now: Moment, _ time: CivilTime) -> NewToDo {
    if words.take("x") {
      let done = words.takeDay()
      let created = done == nil ? nil : words.takeDay()
      // Version 0.1.0 wrote the day of the list also where that was after the one it was done on.
      let known = [created, done].compactMap(\.self).min()
      return NewToDo(
        text: words.rest, day: created, createdAt: known.map(time.noon),
        doneAt: done.map(time.noon) ?? now)
    }
    let priority = words.takePriority()
    let created = words.takeDay()
    let text = words.rest
    // A mark without a text is no text.
    let whole = text.isEmpty ? "" : (priority.map { "\($0) " } ?? "") + text
    return NewToDo(text: whole, day: created, createdAt: created.map(time.noon))
  }

  /// A line for each, with a line break behind it.
  public static func write(_ toDos: [ToDo]) -> String {
    toDos.map { line($0) + "\n" }.joined()
  }

  private static func line(_ toDo: ToDo) -> String {
    let text = toDo.text.split(whereSeparator: \.isNewline).joined(separator: " ")
    if let doneAt = toDo.doneAt {
      let done = toDo.doneOn ?? doneAt.day
      return "x \(done) \(Swift.min(toDo.day, done)) \(text)"
    }
    var words = Words(text[...])
    let priority = words.takePriority().map { "\($0) " } ?? ""
    // A mark that is all of the text is no mark.
    return words.isAtEnd ? "\(toDo.day) \(text)" : "\(priority)\(toDo.day) \(words.rest)"
  }
}

extension TodoTxt {
  /// The words at the beginning of a line, taken one after the other.
  fileprivate struct Words {
    private var line: Substring

    init(_ line: Substring) {
      self.line = line
      skipSpace()
    }

    var isAtEnd: Bool { line.isEmpty }

    /// What was not taken, without the space around it.
    var rest: String {
      let end = line.lastIndex { !$0.isWhitespace }.map { line.index(after: $0) }
      return String(line[..<(end ?? line.startIndex)])
    }

    mutating func take(_ word: String) -> Bool {
      guard next == word else { return false }
      drop(word)
      return true
    }

    mutating func takeDay() -> Day? {
      guard let day = Day(iso: next) else { return nil }
      drop(next)
      return day
    }

    /// `(A)` to `(Z)`
    mutating func takePriority() -> Substring? {
      let word = next
      guard ToDoMetadata.isPriority(word) else { return nil }
      drop(word)
      return word
    }

    private var next: Substring { line.prefix { !$0.isWhitespace } }

    private mutating func drop(_ word: some StringProtocol) {
      line = line.dropFirst(word.count)
      skipSpace()
    }

    private mutating func skipSpace() { line = line.drop(while: \.isWhitespace) }
  }
}
