import App
public import Arguments
import Diary
import Journal
import Localization
import Platform
import Terminal
import Views

/// `commitdiary todo import`: imports the whole file, or nothing if it has an error.
struct ToDoImport: Command {
  var file = "-"
  var format = ToDoFormat.todotxt
  var day: DayArgument?

  static let declaration = Declaration<Self>(
    .toDoImportSummary, details: .toDoImportDetails,
    examples: [
      Example("todo import todo.txt --format todotxt", .toDoImportExample),
      Example(
        "todo import tasks.json --format taskwarrior", .toDoImportExampleTaskwarrior),
    ],
    [
      .positional(
        "file", .optional, placeholder: .message(.placeholderFile), help: .argumentImportFile,
        completion: .files
      ) { $0.file = $1 },
      .option("format", help: .optionToDoFormat, isRequired: true) { $0.format = $1 },
      .option("day", help: .optionToDoDay) { $0.day = $1 },
    ])

  func run(in app: App) async throws {
    let day = try app.listDay(day)
    let now = app.clock.now
    let reading = try read(text(in: app), in: app)
    let journal = try await app.journal(for: .writing)
    let endOfDay = app.clock.endOfDay
    let imported = try await journal.make("todo import", on: app.clock.today, at: now) { journal in
      try journal.importToDos(reading.toDos, on: day, at: now, dayEndsAt: endOfDay)
    }.result
    if app.options.wantsJSON {
      try app.output.show(ToDoJSON.toDos(imported.added, on: app.clock.today))
    } else if app.options.isQuiet {
      try app.output.write(imported.added.map { $0.id.text + "\n" }.joined())
    } else {
      try app.output.show(app.output.styled(.toDoImported(count: imported.added.count)))
    }
    guard !app.options.wantsJSON else { return }
    if imported.known > 0 { app.output.note(.toDoKnown(count: imported.known), .faint) }
    if reading.skipped > 0 { app.output.note(.toDoSkipped(count: reading.skipped), .faint) }
  }

  /// The text of the file. An error names the first line that is not text.
  private func text(in app: App) throws -> String {
    let bytes = try app.input.bytes(file)
    if let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) { return text }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if String(validating: line, as: UTF8.self) == nil {
        throw ToDoFormatError(line: index + 1, reason: .notUTF8)
      }
      if line.contains(0) { throw ToDoFormatError(line: index + 1, reason: .hasNUL) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func read(_ text: String, in app: App) throws -> Taskwarrior.Reading {
    let now = app.clock.now
    let offset = { app.clock.offset(at: $0) }
    switch format {
    case .todotxt:
      return Taskwarrior.Reading(
        toDos: try TodoTxt.read(text, now: now, offset: offset))
    case .taskwarrior:
      return try Taskwarrior.read(
        text, now: now, dayEndsAt: app.clock.endOfDay, offset: offset)
    }
  }
}

/// `commitdiary todo export`: prints to-dos in the format of another program.
struct ToDoExport: Command {
  var file = "-"
  var format = ToDoFormat.todotxt
  var since: SpanArgument?
  var until: SpanArgument?

  static let declaration = Declaration<Self>(
    .toDoExportSummary,
    examples: [
      Example("todo export todo.txt --format todotxt", .toDoExportExample),
      Example(
        "todo export --format taskwarrior --since last monday | task import -",
        .toDoExportExampleTaskwarrior),
    ],
    [
      .positional(
        "file", .optional, placeholder: .message(.placeholderFile), help: .argumentExportFile,
        completion: .files
      ) { $0.file = $1 },
      .option("format", help: .optionToDoFormat, isRequired: true) { $0.format = $1 },
      .since(.optionToDoSince) { $0.since = $1 },
      .until { $0.until = $1 },
    ])

  func run(in app: App) async throws {
    let (first, last) = try app.calendar.ends(since?.text, until?.text, towards: .future)
    let journal = try await app.journal(for: .reading)
    let toDos = try await journal.toDos(
      ToDoFilter(since: first, until: last), on: app.clock.today
    ).map(\.toDo)
    if file != "-" {
      try File.writeAtomically(
        Array(written(toDos, in: app).utf8), to: app.directory.file(file),
        permissions: 0o600)
      app.output.note(.toDoExported(count: toDos.count, path: file))
    }
    if app.options.wantsJSON {
      try app.output.show(ToDoJSON.toDos(toDos, on: app.clock.today))
    } else if file == "-" {
      // Control characters are escaped on a terminal. Other programs get the text unchanged.
      let text = written(toDos, in: app)
      try app.output.write(
        app.output.screen.isTerminal
          ? visible(text, keepingNewlines: true, ascii: !app.output.screen.unicode) : text)
    }
  }

  private func written(_ toDos: [ToDo], in app: App) -> String {
    switch format {
    case .todotxt: TodoTxt.write(toDos)
    case .taskwarrior: Taskwarrior.write(toDos) { app.clock.offset(at: $0) }
    }
  }
}

extension ToDoFormat: ArgumentValue {}
