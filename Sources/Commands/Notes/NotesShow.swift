import App
public import Arguments
import Context
import Diary
import Journal
import Localization
import Terminal
import Views

/// `commitdiary notes show`: shows a note by its id, or all notes on a commit, by default `HEAD`.
struct NotesShow: Command {
  var typed: String?
  var isDeleted = false

  static let declaration = Declaration<Self>(
    .notesShowSummary, details: .notesShowDetails,
    examples: [
      Example("notes show 7kq2"),
      Example("notes show"),
      Example("notes show HEAD~2"),
    ],
    [
      .positional(
        "note", .optional, placeholder: .message(.placeholderNoteOrCommit),
        help: .argumentNoteOrCommit,
        completion: .noteIDs
      ) { $0.typed = $1 },
      .flag("deleted", help: .optionDeletedToo) { $0.isDeleted = true },
    ])

  func run(in app: App) async throws {
    await app.noteMirror.readHere()
    let journal = try await app.journal(for: .reading)
    let notes =
      if let typed {
        try await app.repositories.notes(typed, in: journal, deleted: isDeleted)
      } else {
        try await app.repositories.notesOnHead(in: journal, deleted: isDeleted)
      }
    if app.options.wantsJSON {
      // A note by its id, or all notes on a commit, whatever their number.
      let isNamed = typed.map { notes.count == 1 && notes[0].note.id.text.hasPrefix($0) } ?? false
      return try app.output.show(isNamed ? notes[0].note.json : notes.json)
    }
    let pages = notes.map { app.context.lines(of: $0) }
    try app.output.show(Array(pages.joined(separator: [""])))
  }
}

/// `commitdiary notes share`: prints a note in a format for sharing.
struct NotesShare: Command {
  var id = ""
  var format = ShareFormat.text

  static let declaration = Declaration<Self>(
    .notesShareSummary,
    examples: [
      Example("notes share 7kq2 --format markdown"),
      Example("notes share 7kq2 --format html > note.html"),
    ],
    [
      .positional(
        "id", placeholder: .message(.placeholderNote), help: .argumentNote, completion: .noteIDs
      ) { $0.id = $1 },
      .option("format", short: "f", help: .optionFormat) { $0.format = $1 },
    ])

  func run(in app: App) async throws {
    await app.repositories.look()
    try await app.share(.note(app.journal(for: .reading).note(id)), as: format)
  }
}

extension ShareFormat: ArgumentValue {}

/// `commitdiary notes history`: shows all versions of a note and their changes.
struct NotesHistory: Command {
  var id = ""

  static let declaration = Declaration<Self>(
    .notesHistorySummary,
    examples: [Example("notes history 7kq2")],
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
