import Arguments
import Diary
import Journal
import Localization

/// `commitdiary notes share`: a note in a form that other people and programs take.
struct NotesShare: Command {
  var id = ""
  var format = ShareFormat.text

  static let declaration = Declaration<Self>(
    .notesShareSummary,
    examples: [
      Example("notes share 7kq2 --format markdown", .notesShareExample),
      Example("notes share 7kq2 --format html > note.html", .notesShareExampleFile),
    ],
    [
      .positional(
        "id", placeholder: .message(.placeholderNote), help: .argumentNote, completion: .noteIDs
      ) { $0.id = $1 },
      .option("format", short: "f", help: .optionFormat) { $0.format = $1 },
    ])

  func run(in session: Session) async throws {
    let found = try await session.journal(for: .reading).note(id)
    if format == .json || session.globals.wantsJSON {
      return try session.show(NoteJSON.note(found.note))
    }
    try session.answer(SharedPage(found.note, reader: session.reader).text(in: format))
  }
}

enum ShareFormat: String, CaseIterable, ArgumentValue {
  case text, markdown, json, html
}
