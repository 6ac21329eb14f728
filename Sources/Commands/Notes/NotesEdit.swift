import App
import Arguments
import Diary
import Journal
import Localization
import Views

/// `commitdiary notes edit`: in the editor, or by options.
struct NotesEdit: Command {
  var id = ""
  var text = TextOptions()
  var untags: [String] = []

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
      ) { $0.id = $1 },
      .option("title", short: "t", help: .optionNewTitle) { $0.text.title = $1 },
      .option("body", short: "b", help: .optionNewBody) { $0.text.body = $1 },
      .option(
        "file", short: "F", placeholder: .message(.placeholderFile), help: .optionFile,
        completion: .files
      ) { $0.text.file = $1 },
      .option("tag", help: .optionAddTag, arity: .repeated, completion: .tags) {
        $0.text.tags.append($1)
      },
      .option("untag", help: .optionUntag, arity: .repeated, completion: .tags) {
        $0.untags.append($1)
      },
    ])

  func run(in app: App) async throws {
    let journal = try await app.journal(for: .writing)
    let old = try await journal.note(id)
    let new: FoundNote?
    if hasText {
      new = try await edited(old, in: journal, app)
    } else {
      guard app.prompts.isInteractive else { throw TextError.missing }
      new = try await app.notes.edit(old.note)
    }
    if let new {
      try app.report(new, as: Message.noteSaved)
    } else if app.options.wantsJSON {
      try app.output.show(NoteJSON.note(old.note))
    } else {
      app.output.note(.noteUnchanged(id: old.shortID))
    }
  }

  private var hasText: Bool {
    text.title != nil || text.body != nil || text.file != nil || !text.tags.isEmpty
      || !untags.isEmpty
  }

  /// `nil` where the options change nothing.
  private func edited(
    _ old: FoundNote, in journal: Journal, _ app: App
  ) async throws -> FoundNote? {
    let text = try TextOptions.checked(changed(old.note.text, app.input))
    if text.isIdentical(to: old.note.text) { return nil }
    let note = try await journal.edit(
      old.note.id, to: text, basedOn: old.note.version, at: app.clock.now)
    return try await journal.note(note.id.text)
  }

  private func changed(_ old: NoteText, _ input: TextInput) throws -> NoteText {
    var new = old
    if let body = try text.givenBody(from: input) {
      new.body = body
      // A title that was only the first line of the body stays that.
      if EditorText.isWhole(old) || old.title.isEmpty { new.title = EditorText.title(of: body) }
    }
    if let title = text.title { new.title = try TextInput.checked(title) }
    let untags = untags.map { Tag.name($0).lowercased() }
    let kept = old.tags.filter { !untags.contains(Tag.name($0).lowercased()) }
    new.tags = try TextInput.tags(kept + text.tags)
    return new
  }
}
