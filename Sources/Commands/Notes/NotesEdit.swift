import App
import Arguments
import Context
import Diary
import Journal
import Localization
import Records
import Views

/// `commitdiary notes edit`: changes a note in the editor, or with options.
struct NotesEdit: Command {
  var id = ""
  var text = TextOptions()

  static let declaration = Declaration<Self>(
    .notesEditSummary, details: .notesEditDetails,
    examples: [
      Example("notes edit 7kq2", .notesEditExampleEditor),
      Example("notes edit 7kq2 --tag perf --untag draft", .notesEditExampleTags),
    ],
    rules: [.exclusive(["body", "file"])],
    [
      .positional(
        "id", placeholder: .message(.placeholderNote), help: .argumentNote, completion: .noteIDs
      ) { $0.id = $1 }
    ]
      + TextOptions.parameters(
        \.text, title: .optionNewTitle, body: .optionNewText, tag: .optionTag)
      + [TextOptions.untagParameter(\.text)])

  func run(in app: App) async throws {
    let old = try await app.journal(for: .writing).note(id)
    guard text.isEmpty else { return try await app.makeAndReport(change(of: old.note, app)) }
    guard app.prompts.isInteractive else { throw Explanation.textMissing }
    try await app.report(app.notes.edit(old))
  }

  private func change(of old: Note, _ app: App) throws -> DiaryChange {
    if text.title == nil, text.body == nil, text.file == nil {
      return .changeTags(.note(old.id), adding: text.tags, removing: text.untags)
    }
    let new = try TextOptions.checked(
      text.changed(app.tagsInTexts.beforeChange(old.text), from: app.input))
    try app.tagsInTexts.check(removing: text.untags, from: new)
    return .editNote(old.id, to: new, basedOn: old.version)
  }
}
