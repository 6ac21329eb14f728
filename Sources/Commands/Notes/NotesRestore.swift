import App
import Arguments
import Diary
import Journal
import Localization

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
        completion: .other("deletedNotes")
      ) { $0.id = $1 },
      .option("version", in: 1...Int.max, help: .optionNoteVersion) { $0.version = $1 },
    ])

  func run(in app: App) async throws {
    let journal = try await app.journal(for: .writing)
    let old = try await journal.note(id, deleted: true)
    let record = DiaryRecord.note(old.note.id)
    try await app.makeAndReport(version.map { .restoreVersion(record, $0) } ?? .restore([record]))
  }
}
