import App
public import Arguments
import Context
import Diary
import Journal
import Localization
import Views

/// `commitdiary notes share`: prints a note in a format for sharing.
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
    await app.repositories.look()
    try await app.share(.note(app.journal(for: .reading).note(id)), as: format)
  }
}

extension ShareFormat: ArgumentValue {}
