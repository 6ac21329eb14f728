import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Records

/// `commitdiary todo done`: marks to-dos as done, which `reopen` reverts.
struct ToDoDone: Command {
  var selection = ToDoSelectionOptions()

  static let declaration = Declaration<Self>(
    .toDoDoneSummary,
    examples: [
      Example("todo done 1 3-5", .toDoDoneExample)
    ],
    ToDoSelectionOptions.parameters(\.selection))

  func run(in app: App) async throws {
    try await app.makeAndReport(.finishToDos(selection.ids(in: app)))
  }
}

/// `commitdiary todo reopen`: marks to-dos as open again.
struct ToDoReopen: Command {
  var selection = ToDoSelectionOptions()

  static let declaration = Declaration<Self>(
    .toDoReopenSummary, examples: [Example("todo reopen 2")],
    ToDoSelectionOptions.parameters(\.selection))

  func run(in app: App) async throws {
    try await app.makeAndReport(.reopenToDos(selection.ids(in: app)))
  }
}

/// `commitdiary todo move`: gives to-dos another day from which they are on the list.
struct ToDoMove: Command {
  var selection = ToDoSelectionOptions()
  var to = DayArgument(argument: "")

  static let declaration = Declaration<Self>(
    .toDoMoveSummary,
    examples: [Example("todo move 2 --to tomorrow")],
    ToDoSelectionOptions.parameters(\.selection) + [
      .option("to", help: .optionMoveTo, isRequired: true) { $0.to = $1 }
    ])

  func run(in app: App) async throws {
    let day = try app.listDay(to)
    try await app.makeAndReport(.moveToDos(selection.ids(in: app), to: day))
  }
}

/// `commitdiary todo delete`: marks to-dos as deleted, which `restore` undoes; with `--purge`, removes
/// them for good.
struct ToDoDelete: Command {
  var selection = ToDoSelectionOptions()
  var purges = false

  static let declaration = Declaration<Self>(
    .toDoDeleteSummary, details: .toDoDeleteDetails,
    examples: [Example("todo delete 2")],
    ToDoSelectionOptions.parameters(\.selection) + [
      .flag("purge", help: .optionPurge) { $0.purges = true }
    ])

  func run(in app: App) async throws {
    let found = try await selection.found(in: app, deleted: purges)
    guard purges else {
      return try await app.makeAndReport(.delete(found.map { .toDo($0.toDo.id) }))
    }
    try await app.purge(
      found.map { .toDo($0) }, asking: .toDoPurgeQuestions(count: found.count),
      saying: [.toDosPurged(count: found.count)])
  }
}

/// `commitdiary todo restore`: restores deleted to-dos with their old numbers, or an earlier text of
/// one.
struct ToDoRestore: Command {
  var selection = ToDoSelectionOptions()
  var version: Int?

  static let declaration = Declaration<Self>(
    .toDoRestoreSummary,
    examples: [
      Example("todo restore 2"),
      Example("todo restore 2 --version 1"),
    ],
    ToDoSelectionOptions.parameters(\.selection, completion: .deletedToDos) + [
      .option("version", in: 1...Int.max, help: .optionNoteVersion) { $0.version = $1 }
    ])

  func run(in app: App) async throws {
    let named = try await selection.found(in: app, deleted: true)
    if let version {
      guard named.count == 1 else { throw Explanation(.toDoVersionOfSeveral, status: .usage) }
      return try await app.restore(.toDo(named[0].toDo.id), version: version)
    }
    // A range may also contain to-dos that are not deleted.
    let toDos = named.filter { $0.toDo.deletedAt != nil }
    guard !toDos.isEmpty else {
      throw Explanation(
        .toDoNotDeleted(typed: selection.words.joined(separator: " ")), status: .usage)
    }
    try await app.makeAndReport(.restore(toDos.map { .toDo($0.toDo.id) }))
  }
}

/// `commitdiary todo history`: shows all versions of the text of a to-do and their changes.
struct ToDoHistory: Command {
  var typed = ""

  static let declaration = Declaration<Self>(
    .toDoHistorySummary, examples: [Example("todo history 2")],
    [
      .positional(
        "todo", placeholder: .message(.placeholderToDo), help: .argumentToDo, completion: .toDos
      ) { $0.typed = $1 }
    ])

  func run(in app: App) async throws {
    let journal = try await app.journal(for: .reading)
    let found = try await app.toDoSelection([typed]).single(in: journal, deleted: true)
    try await app.showHistory(of: .toDo(found), in: journal)
  }
}

/// To-dos as the user types them: numbers, ranges of numbers, and prefixes of ids.
struct ToDoSelectionOptions {
  var words: [String] = []

  static func parameters<Options>(
    _ path: any WritableKeyPath<Options, ToDoSelectionOptions> & Sendable,
    completion: CompletionKind = .toDos
  ) -> [Parameter<Options>] {
    [
      .positional(
        "todo", .oneOrMore, placeholder: .message(.placeholderToDo), help: .argumentToDo,
        completion: completion
      ) { $0[keyPath: path].words.append($1) }
    ]
  }

  /// The to-dos without duplicates, in the order in which they were typed.
  ///
  /// - Parameter deleted: whether deleted to-dos are included.
  func found(in app: App, deleted: Bool = false) async throws -> [FoundToDo] {
    try await app.toDoSelection(words).found(
      in: app.journal(for: .writing), deleted: deleted)
  }

  func ids(in app: App) async throws -> [Identifier] { try await found(in: app).map(\.toDo.id) }
}

extension App {
  /// The to-dos that are typed as these words.
  func toDoSelection(_ words: [String]) -> ToDoSelection {
    ToDoSelection(words: words, today: clock.today)
  }
}
