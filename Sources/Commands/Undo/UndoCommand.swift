import App
import Arguments
import Context
import Journal
import Localization
import Views

/// `commitdiary undo`: takes back the last change of notes, entries, to-dos or tags, or lists changes.
struct UndoCommand: Command {
  var listsChanges = false

  static let declaration = Declaration<Self>(
    .undoSummary, details: .undoDetails,
    examples: [Example("undo"), Example("undo --list")],
    terminal: .confirmation,
    [.flag("list", help: .optionUndoList) { $0.listsChanges = true }])

  /// The number of changes in the list.
  private static let listed = 20

  func run(in app: App) async throws {
    guard listsChanges else {
      if let question = try await app.questionBeforeUndo() { try app.prompts.confirm(question) }
      return try await app.takeBack(.undo)
    }
    let changes = try await app.journal(for: .reading).changes(limit: Self.listed)
    if app.options.wantsJSON { return try app.output.show(changes.json) }
    if changes.isEmpty { app.output.note(.nothingChanged) }
    try app.output.show(app.context.lines(of: changes))
  }
}

/// `commitdiary redo`: makes the change again that was taken back last.
struct RedoCommand: Command {
  static let declaration = Declaration<Self>(
    .redoSummary, details: .redoDetails, examples: [Example("redo")], [])

  func run(in app: App) async throws { try await app.takeBack(.redo) }
}

extension App {
  fileprivate func takeBack(_ direction: Journal.Direction) async throws {
    try await makeAndReport(.takeBack(direction))
  }
}
