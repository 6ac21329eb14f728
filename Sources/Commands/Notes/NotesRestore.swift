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
    if old.note.deletedAt == nil && version == nil { throw UsageError.notDeleted(id: old.shortID) }
    let note = try await journal.restore(old.note.id, version: version, at: app.clock.now)
    let found = try await journal.note(note.id.text)
    if note.version == old.note.version && old.note.deletedAt == nil && !app.options.wantsJSON {
      return app.output.note(.noteUnchanged(id: found.shortID))
    }
    try app.report(found, as: Message.noteRestored)
    await app.noteMirror.update([old.note, found.note])
  }
}
