import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Records

/// `commitdiary notes restore`: restores a deleted note, or an earlier version of one.
struct NotesRestore: Command {
  var id = ""
  var version: Int?

  static let declaration = Declaration<Self>(
    .notesRestoreSummary, details: .notesRestoreDetails,
    examples: [
      Example("notes restore 7kq2", .notesRestoreExample),
      Example("notes restore 7kq2 --version 1", .notesRestoreExampleVersion),
    ],
    [
      .positional(
        "id", placeholder: .message(.placeholderNote), help: .argumentNote,
        completion: .deletedNotes
      ) { $0.id = $1 },
      .option("version", in: 1...Int.max, help: .optionNoteVersion) { $0.version = $1 },
    ])

  func run(in app: App) async throws {
    let journal = try await app.journal(for: .writing)
    try await app.restore(.note(journal.note(id, deleted: true).note.id), version: version)
  }
}
