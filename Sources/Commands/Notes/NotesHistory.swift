import App
import Arguments
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
    let found = try await journal.note(id, deleted: true)
    let versions = try await journal.history(of: found.note.id)
    if app.options.wantsJSON {
      return try app.output.show(NoteJSON.versions(versions, of: found.note.repository))
    }
    try app.output.show(HistoryView(versions: versions, context: app.context).lines())
    guard found.note.needsLook else { return }
    await app.journal.cache { try await $0.didLook(atNote: found.note.id) }
  }
}
