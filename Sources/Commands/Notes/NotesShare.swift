import App
public import Arguments
import Diary
import Journal
import Localization
import Views

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

  func run(in app: App) async throws {
    let found = try await app.journal(for: .reading).note(id)
    if format == .json || app.options.wantsJSON {
      return try app.output.show(NoteJSON.note(found.note))
    }
    try app.output.write(SharedPage(found.note, reader: app.reader).text(in: format))
  }
}

extension ShareFormat: ArgumentValue {}
