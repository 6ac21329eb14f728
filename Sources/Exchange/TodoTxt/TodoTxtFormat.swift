import Diary

/// The todo.txt format: one to-do per line, such as `x 2026-11-21 2026-11-20 (A) text +project
/// @context due:2026-11-22`.
///
/// The contexts at the end of a line are tags. Projects and unknown metadata stay in the text, and are
/// written as they were read. The day from which a to-do is on the list is that of its creation, or a later one
/// in `t`. A creation date cannot be later than that day, or than the completion date.
struct TodoTxtFormat: TextFormat {
  var reading: Reading

  /// Any text could be a list of to-dos, so that only the name tells.
  static func recognizes(_ source: Source, beginning: String) -> Bool {
    if source.isFolder { return source.files.contains(where: owns(in: source)) }
    let name = source.name.lowercased()
    return name.hasSuffix("todo.txt") || name.hasSuffix("done.txt") || name.hasSuffix(".todotxt")
  }

  static func owns(in source: Source) -> (SourceFile) -> Bool {
    { !$0.isHidden && ["todo.txt", "done.txt"].contains($0.name.lowercased()) }
  }

  mutating func files(of source: Source) throws -> ArraySlice<SourceFile> {
    guard source.isFolder else { return try source.onlyFile() }
    let isOwn = Self.owns(in: source)
    for file in source.files where !isOwn(file) { left.add(.file, file.path) }
    return source.files.filter(isOwn)[...]
  }

  func units(of file: SourceFile, at path: String) throws -> Units<String> {
    var lines = LineReader(try file.open())
    return Units { try lines.next().map { ($0, lines.line) } }
  }

  mutating func items(of line: String, at path: String) throws -> [Item] {
    if line.isBlank { return [] }
    let toDo = toDo(line)
    guard !toDo.text.isEmpty else {
      left.add(.unknown, String(line.trimmed))
      return []
    }
    var item = Item(.toDo(toDo))
    // A to-do without a day gets one when it is imported.
    item.keep(
      line + "\n", unlessWritten: toDo.day == nil ? nil : TodoTxtWriter().text(of: item))
    return [item]
  }

  private func toDo(_ line: String) -> NewToDo {
    var words = line.trimmed
    if words.take("x") {
      let done = words.take { Day(iso: $0) }
      let created = done == nil ? nil : words.take { Day(iso: $0) }
      // Version 0.1.0 wrote the day of the list even if it was later than the completion date.
      let known = [created, done].compactMap(\.self).min()
      var toDo = Self.toDo(words, on: created, priority: nil, isDone: true)
      toDo.createdAt = known.map(time.noon)
      toDo.doneAt = done.map(time.noon) ?? now
      return toDo
    }
    let priority = words.take { word in
      word.first == "(" && word.last == ")" ? ToDo.Priority(word.dropFirst().dropLast()) : nil
    }
    let created = words.take { Day(iso: $0) }
    var toDo = Self.toDo(words, on: created, priority: priority, isDone: false)
    toDo.createdAt = created.map(time.noon)
    return toDo
  }

  private static func toDo(
    _ line: Substring, on day: Day?, priority: ToDo.Priority?, isDone: Bool
  ) -> NewToDo {
    let (text, fields) = TodoTxtFields.separated(String(line), isDone: isDone)
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

extension Substring {
  /// Removes the first word and the spaces after it, if it can be read.
  mutating func take<Value>(_ read: (Substring) -> Value?) -> Value? {
    let word = prefix { !$0.isWhitespace }
    guard let value = read(word) else { return nil }
    self = self[word.endIndex...].drop(while: \.isWhitespace)
    return value
  }

  mutating func take(_ word: String) -> Bool { take { $0 == word ? word : nil } != nil }
}

/// Writes to-dos in the todo.txt format, one on each line: see `TodoTxtFormat`.
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
