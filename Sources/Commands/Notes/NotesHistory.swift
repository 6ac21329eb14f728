import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Terminal
import Views

/// `commitdiary notes history`: shows all versions of a note and their changes.
struct NotesHistory: Command {
  var id = ""

  static let declaration = Declaration<Self>(
    .notesHistorySummary,
    examples: [Example("notes history 7kq2", .historyExample)],
    [
      .positional(
        "id", placeholder: .message(.placeholderNote), help: .argumentNote, completion: .noteIDs
      ) { $0.id = $1 }
    ])

  func run(in app: App) async throws {
    let journal = try await app.journal(for: .reading)
    try await app.showHistory(of: .note(journal.note(id, deleted: true)), in: journal)
  }
}
