import Arguments
import Diary
import Journal
import Localization
import Platform
import Terminal

/// How other programs write to-dos.
enum ToDoFormat: String, CaseIterable, ArgumentValue {
  case todotxt, taskwarrior
}

/// `commitdiary todo import`: all of a file, or nothing.
struct ToDoImport: Command {
  var file = "-"
  var format = ToDoFormat.todotxt
  var day: DayWord?

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

  func run(in session: Session) async throws {
    let day = try session.listDay(day)
    let now = session.clock.now
    let reading = try read(TextInput.read(file), in: session)
    let journal = try session.journal(for: .writing)
    let imported = try await journal.importToDos(
      reading.toDos, on: day, at: now, dayEndsAt: session.clock.endOfDay)
    if session.globals.wantsJSON {
      try session.show(ToDoJSON.toDos(imported.added))
    } else if session.globals.isQuiet {
      try session.answer(imported.added.map { $0.id.text + "\n" }.joined())
    } else {
      try session.show(session.styled(.toDoImported(count: imported.added.count)))
    }
    guard !session.globals.wantsJSON else { return }
    if imported.known > 0 { session.say(.toDoKnown(count: imported.known), .faint) }
    if reading.skipped > 0 { session.say(.toDoSkipped(count: reading.skipped), .faint) }
    if !reading.dropped.isEmpty {
      session.say(.toDoDropped(fields: reading.dropped.sorted().joined(separator: ", ")), .faint)
    }
  }

  private func read(_ text: String, in session: Session) throws -> Taskwarrior.Reading {
    let now = session.clock.now
    let offset = { LocalTime.moment(at: $0).offset }
    switch format {
    case .todotxt:
      return Taskwarrior.Reading(
        toDos: try TodoTxt.read(text, now: now, offset: offset))
    case .taskwarrior:
      return try Taskwarrior.read(
        text, now: now, dayEndsAt: session.clock.endOfDay, offset: offset)
    }
  }
}

/// `commitdiary todo export`: as other programs write them.
struct ToDoExport: Command {
  var file = "-"
  var format = ToDoFormat.todotxt
  var from: DayWord?
  var to: DayWord?

  static let declaration = Declaration<Self>(
    .toDoExportSummary,
    examples: [
      Example("todo export todo.txt --format todotxt", .toDoExportExample),
      Example(
        "todo export --format taskwarrior --from 'last monday' | task import -",
        .toDoExportExampleTaskwarrior),
    ],
    [
      .positional(
        "file", .optional, placeholder: .message(.placeholderFile), help: .argumentExportFile,
        completion: .files
      ) { $0.file = $1 },
      .option("format", help: .optionToDoFormat, isRequired: true) { $0.format = $1 },
      .option("from", help: .optionToDoFrom) { $0.from = $1 },
      .option("to", help: .optionToDoTo) { $0.to = $1 },
    ])

  func run(in session: Session) async throws {
    let (first, last) = try session.span(from, to)
    let journal = try session.journal(for: .reading)
    let toDos = try await journal.toDos(ToDoFilter(since: first, until: last)).map(\.toDo)
    if file != "-" {
      try File.writeAtomically(Array(written(toDos).utf8), to: file, permissions: 0o600)
      session.say(.toDoExported(count: toDos.count, path: file))
    }
    if session.globals.wantsJSON {
      try session.show(ToDoJSON.toDos(toDos))
    } else if file == "-" {
      // A terminal would obey what is in a text; a program is given the text itself.
      let text = written(toDos)
      try session.answer(
        session.screen.isTerminal
          ? visible(text, keepingNewlines: true, ascii: !session.screen.unicode) : text)
    }
  }

  private func written(_ toDos: [ToDo]) -> String {
    switch format {
    case .todotxt: TodoTxt.write(toDos)
    case .taskwarrior: Taskwarrior.write(toDos) { LocalTime.moment(at: $0).offset }
    }
  }
}
