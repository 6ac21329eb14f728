import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Records
import Views

/// `commitdiary notes delete`: marks notes as deleted, which `restore` undoes; with `--purge`,
/// removes them for good.
struct NotesDelete: Command {
  var ids: [String] = []
  var purges = false

  static let declaration = Declaration<Self>(
    .notesDeleteSummary, details: .notesDeleteDetails,
    examples: [
      Example("notes delete 7kq2"),
      Example("notes delete 7kq2 --purge"),
    ],
    terminal: .confirmation,
    [
      .positional(
        "id", .oneOrMore, placeholder: .message(.placeholderNote), help: .argumentNote,
        completion: .noteIDs
      ) { $0.ids.append($1) },
      .flag("purge", help: .optionPurge) { $0.purges = true },
    ])

  func run(in app: App) async throws {
    let journal = try await app.journal(for: .writing)
    var notes: [FoundNote] = []
    var purged: [Identifier] = []
    for id in ids {
      // If the note is purged already, running the command again completes what an earlier run
      // could not finish.
      if purges, let id = try await journal.purgedNote(id) {
        purged.append(id)
        continue
      }
      let found = try await journal.note(id, deleted: purges)
      if !notes.contains(where: { $0.note.id == found.note.id }) { notes.append(found) }
    }
    guard purges else {
      try app.prompts.confirm(
        question(notes, one: Message.deleteQuestion, many: Message.deleteQuestions))
      return try await app.makeAndReport(.delete(notes.map { .note($0.note.id) }))
    }
    try await app.purge(
      notes.map { .note($0) }, and: purged.map { .note($0) },
      asking: notes.isEmpty
        ? nil : question(notes, one: Message.purgeQuestion, many: Message.purgeQuestions),
      saying: (notes.map(\.shortID) + purged.map(\.text)).map { .notePurged(id: $0) })
    // The repository of a note that was purged before is not known.
    if purged.isEmpty {
      await app.noteMirror.update(notes.map(\.note.repository))
    } else {
      await app.noteMirror.updateAll()
    }
  }

  private func question(
    _ notes: [FoundNote], one: (String, String) -> Message, many: (Int) -> Message
  ) -> Message {
    guard notes.count == 1, let found = notes.first else { return many(notes.count) }
    return one(found.shortID, found.note.shownTitle)
  }
}

/// `commitdiary notes restore`: restores a deleted note, or an earlier version of one.
struct NotesRestore: Command {
  var id = ""
  var version: Int?

  static let declaration = Declaration<Self>(
    .notesRestoreSummary, details: .notesRestoreDetails,
    examples: [
      Example("notes restore 7kq2"),
      Example("notes restore 7kq2 --version 1"),
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
