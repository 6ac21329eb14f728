public import Diary

/// The todo.txt format: one to-do per line, such as `x 2026-11-21 2026-11-20 (A) text +project
/// @context due:2026-11-22`.
///
/// The contexts at the end of a line are tags. Projects and unknown metadata stay in the text, and are
/// written as they were read. The day from which a to-do is on the list is that of its creation, or a later one
/// in `t`. A creation date cannot be later than that day, or than the completion date.
public struct TodoTxtReader: ItemReader {
  private var lines: LineReader
  private let file: String
  private let time: CivilTime
  private let now: Moment
  public private(set) var left = LeftOut()

  /// - Parameter now: the completion time of to-dos that are done without a date.
  public init(_ source: Source, time: CivilTime, now: Moment) throws {
    guard let file = source.files.first else { throw ExchangeError(.otherFormat) }
    self.file = file.path
    self.time = time
    self.now = now
    lines = LineReader(try file.open(), file: file.path)
  }

  /// Any text could be a list of to-dos, so that only the name tells.
  public static func recognizes(_ source: Source, beginning: String) -> Bool {
    guard !source.isFolder else { return false }
    let name = source.name.lowercased()
    return name.hasSuffix("todo.txt") || name.hasSuffix("done.txt") || name.hasSuffix(".todotxt")
  }

  public mutating func next() throws -> Item? {
    while let line = try lines.next() {
      var words = TodoTxtWords(line[...])
      guard !words.isAtEnd else { continue }
      let place = ItemPlace(file: file, line: lines.line)
      let toDo = Self.toDo(&words, now: now, time)
      guard !toDo.text.isEmpty else { throw ExchangeError(.noText, at: place) }
      let item = Item(.toDo(toDo), at: place)
      // A to-do without a day gets one when it is imported.
      let isExact = toDo.day != nil && TodoTxtWriter().text(of: item) == line + "\n"
      return Item(.toDo(toDo), raw: isExact ? nil : line + "\n", at: place)
    }
    return nil
  }

  private static func toDo(_ words: inout TodoTxtWords, now: Moment, _ time: CivilTime) -> NewToDo {
    if words.take("x") {
      let done = words.takeDay()
      let created = done == nil ? nil : words.takeDay()
      // Version 0.1.0 wrote the day of the list even if it was later than the completion date.
      let known = [created, done].compactMap(\.self).min()
      var toDo = toDo(words.rest, on: created, priority: nil, isDone: true)
      toDo.createdAt = known.map(time.noon)
      toDo.doneAt = done.map(time.noon) ?? now
      return toDo
    }
    let priority = words.takePriority()
    let created = words.takeDay()
    var toDo = toDo(words.rest, on: created, priority: priority, isDone: false)
    toDo.createdAt = created.map(time.noon)
    return toDo
  }

  private static func toDo(
    _ line: String, on day: Day?, priority: ToDo.Priority?, isDone: Bool
  ) -> NewToDo {
    let (text, fields) = TodoTxtFields.separated(line, isDone: isDone)
    let day = [fields.day, day].compactMap(\.self).max()
    let recurrence = fields.rule.flatMap { rule in
      Recurrence(
        (["\(rule)"] + (fields.since.map { [$0] } ?? [])).joined(separator: "/"), of: day,
        due: fields.due)
    }
    var toDo = NewToDo(
      ToDo.Details(
        text: text, tags: fields.tags, due: fields.due,
        priority: priority ?? fields.priority, recurrence: recurrence), day: day)
    // Without a day, it is on the list from when it is imported.
    toDo.rule = recurrence == nil ? fields.rule : nil
    return toDo
  }
}

/// Parses the words at the beginning of a line one by one.
struct TodoTxtWords {
  private var line: Substring

  init(_ line: Substring) {
    self.line = line
    skipSpace()
  }

  var isAtEnd: Bool { line.isEmpty }

  /// The remaining text without surrounding spaces.
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
  mutating func takePriority() -> ToDo.Priority? {
    let word = next
    guard word.hasPrefix("("), word.hasSuffix(")"), word.utf8.count == 3,
      let priority = ToDo.Priority(word.dropFirst().dropLast())
    else { return nil }
    drop(word)
    return priority
  }

  private var next: Substring { line.prefix { !$0.isWhitespace } }

  private mutating func drop(_ word: some StringProtocol) {
    line = line.dropFirst(word.count)
    skipSpace()
  }

  private mutating func skipSpace() { line = line.drop(while: \.isWhitespace) }
}

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
