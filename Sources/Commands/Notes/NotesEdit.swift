import App
import Arguments
import Diary
import Journal
import Localization
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
    let journal = try await app.journal(for: .writing)
    let old = try await journal.note(id)
    let new: FoundNote?
    if !text.isEmpty {
      new = try await edited(old, in: journal, app)
    } else {
      guard app.prompts.isInteractive else { throw TextError.missing }
      new = try await app.notes.edit(old.note)
    }
    if let new {
      try app.report(new, as: Message.noteSaved)
      await app.noteMirror.update([new.note])
    } else if app.options.wantsJSON {
      try app.output.show(NoteJSON.note(old.note))
    } else {
      app.output.note(.noteUnchanged(id: old.shortID))
    }
  }

  /// `nil` if the options change nothing.
  private func edited(
    _ old: FoundNote, in journal: Journal, _ app: App
  ) async throws -> FoundNote? {
    let given = old.note.text
    let new = try TextOptions.checked(
      text.changed(app.tagsInTexts.beforeChange(given), from: app.input))
    var sameTags = new
    sameTags.tags = try text.changed(given.tags)
    if sameTags.isIdentical(to: given) { return nil }
    try app.tagsInTexts.check(removing: text.untags, from: new)
    let note = try await journal.edit(
      old.note.id, to: app.tagsInTexts.complete(new), basedOn: old.note.version,
      at: app.clock.now)
    return try await journal.note(note.id.text)
  }
}
